import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { brand } from '#brand.ts'
import { getPaymentState } from '#contract/payments.ts'
import {
  addFunds,
  createPaymentIntent,
  creditWallet,
  exportTransactions,
  getGateway,
  getStatement,
  getWallet,
  listTopUps,
  listTransactions,
  paystackWebhook,
  stripeWebhook,
  verifyPayment,
  waveWebhook,
} from '#contract/wallet.ts'
import type { Deps } from '#server/deps.ts'
import { findCountry } from '#server/features/places/queries.ts'
import { mount } from '#server/http.ts'
import { beginCardTopUp, topUpWallet, verifyTopUp } from '#server/features/wallet/top-ups/top-ups.ts'
import { csvOf } from '#server/features/wallet/statements/csv.ts'
import { describeGateway } from '#server/features/wallet/top-ups/gateway.ts'
import { findPaymentState } from '#server/features/wallet/top-ups/payment-state.ts'
import * as queries from './queries.ts'
import { gatewayOf, rangeOf, zoneOf } from './rules.ts'
import { getMonth, statementOf } from '#server/features/wallet/statements/statement.ts'
import { createKick, receiveWebhook, workOffWebhooks } from '#server/features/wallet/top-ups/webhooks.ts'
import { startedText } from './wording.ts'

/** The wallet, its top-ups, and the providers' notices. */
export function walletRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps
  mount(app, getWallet, ({ user }) => queries.getWallet(db, user.user_id, gatewayOf(user.country_code).currency))
  mount(app, getGateway, async ({ user, query }) => {
    if (user !== undefined) return describeGateway(deps, user.country_code)
    const country = query.country === undefined ? undefined : await findCountry(db, query.country)
    return describeGateway(deps, country?.code ?? 'NG')
  })
  mount(app, listTopUps, ({ user, query }) => queries.listTopUps(deps, user.user_id, query))
  mount(app, listTransactions, ({ user, query: { page, size, kind, ...days }, language }) =>
    queries.listTransactions(
      db,
      user.user_id,
      { page, size, kind, ...rangeOf(days, zoneOf(user.country_code)) },
      language,
    ),
  )
  mount(app, exportTransactions, ({ user, query: { kind, ...days }, language, reply }) => {
    const filter = { kind, ...rangeOf(days, zoneOf(user.country_code)) }
    asFile(reply, 'text/csv; charset=utf-8', `${brand.slug}-transactions.csv`)
    return Readable.from(csvOf(db, user.user_id, filter, language))
  })
  mount(app, getStatement, async ({ user, params: { month }, query, language, reply }) => {
    const currency = query.currency ?? gatewayOf(user.country_code).currency
    const statement = await getMonth(deps, user, { month, currency })
    asFile(reply, 'application/pdf', `${brand.slug}-${month}-${currency}.pdf`)
    return statementOf(statement, language)
  })

  mount(app, addFunds, async ({ user, body, retry, language }) => {
    const { topUp, payment_info } = await topUpWallet(deps, user, retry, body.amount)
    return { status: 'success' as const, message: startedText(topUp, language), data: { payment_info } }
  })
  mount(app, createPaymentIntent, async ({ user, body: { amount, currency }, retry }) => {
    const { topUp, payment_info } = await beginCardTopUp(deps, user, retry, { amount, currency })
    return { client_secret: payment_info.client_secret, reference: topUp.reference }
  })
  mount(app, getPaymentState, ({ params }) => findPaymentState(db, params.reference))
  mount(app, verifyPayment, async ({ user, query, language }) => {
    const { payment_reference: reference, amount, payment_provider: provider } = query
    return queries.getSettled(db, await verifyTopUp(deps, user.user_id, { reference, amount, provider }), language)
  })
  mount(app, creditWallet, async ({ user, query, language }) =>
    queries.getSettled(db, await verifyTopUp(deps, user.user_id, query), language),
  )
  void app.register(async (scope) => webhookRoutes(scope, deps))
}

function asFile(reply: FastifyReply, type: string, name: string): void {
  reply.type(type).header('cache-control', 'private, no-store')
  reply.header('content-disposition', `attachment; filename="${name}"`)
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
