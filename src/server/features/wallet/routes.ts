import type { FastifyInstance } from 'fastify'
import {
  addFunds,
  creditWallet,
  getWallet,
  listTransactions,
  paystackWebhook,
  stripeWebhook,
  verifyPayment,
  waveWebhook,
} from '#contract/wallet.ts'
import type { Deps } from '#server/deps.ts'
import { mount } from '#server/http.ts'
import { topUpWallet, verifyTopUp } from './commands.ts'
import * as queries from './queries.ts'
import { gatewayOf } from './rules.ts'
import { createKick, receiveWebhook, workOffWebhooks } from './webhooks.ts'
import { startedText } from './wording.ts'

/** The wallet, its top-ups, and the providers' notices. */
export function walletRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps
  mount(app, getWallet, ({ user }) => queries.getWallet(db, user.user_id, gatewayOf(user.country_code).currency))
  mount(app, listTransactions, ({ user, query, language }) =>
    queries.listTransactions(db, user.user_id, query, language),
  )

  mount(app, addFunds, async ({ user, body, retry, language }) => {
    const { topUp, payment_info } = await topUpWallet(deps, user, retry, body.amount)
    return { status: 'success' as const, message: startedText(topUp, language), data: { payment_info } }
  })
  mount(app, verifyPayment, async ({ user, query, language }) => {
    const { payment_reference: reference, amount, payment_provider: provider } = query
    return queries.getSettled(db, await verifyTopUp(deps, user.user_id, { reference, amount, provider }), language)
  })
  mount(app, creditWallet, async ({ user, query, language }) =>
    queries.getSettled(db, await verifyTopUp(deps, user.user_id, query), language),
  )
  void app.register(async (scope) => webhookRoutes(scope, deps))
}

/** In a scope of its own: signatures are made over the bytes, so nothing here may read a body before them. */
function webhookRoutes(scope: FastifyInstance, deps: Deps): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  const work = createKick(() =>
    workOffWebhooks(deps).catch((error: unknown) => deps.log.error('notices could not be worked off', error)),
  )
  scope.addHook('onClose', () => work.idle())
  for (const [endpoint, provider] of [
    [paystackWebhook, 'paystack'],
    [waveWebhook, 'wave'],
    [stripeWebhook, 'stripe'],
  ] as const) {
    mount(scope, endpoint, async ({ request }) => {
      const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      await receiveWebhook(deps, provider, raw, request.headers)
      work.kick()
      return { received: true as const }
    })
  }
}
