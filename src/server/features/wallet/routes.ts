import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { toMajor } from '#contract/money.ts'
import { identity } from '#contract/settings/company.ts'
import { listRefunds, payDebt, refundTopUp } from '#contract/wallet/refunds.ts'
import {
  getPaymentState,
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
} from '#contract/wallet/wallet.ts'
import type { Deps } from '#server/deps.ts'
import { mountChange } from '#server/features/access/change.ts'
import { findCountry } from '#server/features/places/queries.ts'
import { mount } from '#server/http/mount.ts'
import { translate } from '#server/output/translate.ts'
import { payWalletDebt } from './ledger/debts.ts'
import { findBalance } from './ledger/ledger.ts'
import * as queries from './queries.ts'
import * as refundQueries from './refunds/refund-queries.ts'
import { processRefund, reserveRequestedRefund } from './refunds/refunds.ts'
import { getCountryGateway, getWalletZone, parseTimeRange } from './rules.ts'
import { staffMoneyRoutes } from './staff/staff-routes.ts'
import { streamTransactionsCsv } from './statements/csv.ts'
import { drawStatement, getMonthlyStatement } from './statements/monthly.ts'
import { describeStartedTopUp, formatMinorAmount } from './texts.ts'
import { describeGateway } from './top-ups/gateways.ts'
import * as topUpQueries from './top-ups/top-up-queries.ts'
import { startCardTopUp, startTopUp, verifyTopUp } from './top-ups/top-ups.ts'
import { createSingleRunner, processWebhooks, verifyAndStoreWebhook } from './top-ups/webhooks.ts'

/** The wallet: balances, transactions, top-ups, refunds, providers' webhooks, and discrepancies for staff. */
export function walletRoutes(app: FastifyInstance, deps: Deps): void {
  accountRoutes(app, deps)
  topUpRoutes(app, deps)
  refundRoutes(app, deps)
  staffMoneyRoutes(app, deps)
  void app.register(async (scope) => webhookRoutes(scope, deps))
}

function accountRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps
  mount(app, getWallet, ({ user }) =>
    queries.getWallet(db, user.user_id, getCountryGateway(user.country_code).currency),
  )
  mount(app, listTransactions, ({ user, query: { page, size, kind, ...days }, locale }) =>
    queries.listTransactions(
      db,
      user.user_id,
      { page, size, kind, ...parseTimeRange(days, getWalletZone(user.country_code)) },
      locale,
    ),
  )
  mount(app, exportTransactions, ({ user, query: { kind, ...days }, locale, reply }) => {
    const filter = { kind, ...parseTimeRange(days, getWalletZone(user.country_code)) }
    setFileHeaders(reply, 'text/csv; charset=utf-8', `${identity.slug}-transactions.csv`)
    return Readable.from(streamTransactionsCsv(db, user.user_id, filter, locale))
  })
  mount(app, getStatement, async ({ user, params: { month }, query, locale, reply }) => {
    const currency = query.currency ?? getCountryGateway(user.country_code).currency
    const statement = await getMonthlyStatement(deps, user, { month, currency })
    setFileHeaders(reply, 'application/pdf', `${identity.slug}-${month}-${currency}.pdf`)
    return drawStatement(deps, statement, locale)
  })
}

function topUpRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps
  mount(app, getGateway, async ({ user, query }) => {
    const country = query.country === undefined ? undefined : await findCountry(db, query.country)
    return describeGateway(deps, country?.code ?? user?.country_code ?? deps.config.COUNTRIES[0]!)
  })
  mount(app, listTopUps, ({ user, query }) => topUpQueries.listTopUps(deps, user.user_id, query))
  mount(app, addFunds, async ({ user, body, retry, locale }) => {
    const { topUp, payment_info } = await startTopUp(deps, user, retry, body)
    return { status: 'success' as const, message: describeStartedTopUp(topUp, locale), data: { payment_info } }
  })
  mount(app, createPaymentIntent, async ({ user, body: { amount, currency, booking_id, order_id }, retry }) => {
    const request = { amount, currency, booking_id, order_id }
    const { topUp, payment_info } = await startCardTopUp(deps, user, retry, request)
    return { ...payment_info, reference: topUp.reference }
  })
  mount(app, getPaymentState, ({ params }) => topUpQueries.findPaymentState(db, params.reference))
  mount(app, verifyPayment, async ({ user, query, locale }) => {
    const { payment_reference: reference, amount, payment_provider: provider } = query
    const verified = await verifyTopUp(deps, user.user_id, { reference, amount, provider })
    return topUpQueries.getPaymentResult(db, verified, locale)
  })
  mount(app, creditWallet, async ({ user, query, locale }) =>
    topUpQueries.getPaymentResult(db, await verifyTopUp(deps, user.user_id, query), locale),
  )
}

const responseStatus = { pending: 'pending', processing: 'success', done: 'success', failed: 'failed' } as const

function refundRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps
  mountChange(
    app,
    deps,
    refundTopUp,
    async (tx, call) => ({ reference: (await reserveRequestedRefund(tx, deps, call, call.body)).reference }),
    {
      finish: async ({ reference }, { user, locale }) => {
        const row = (await processRefund(deps, reference))!
        const { status, amount_minor, currency } = row
        const amount = formatMinorAmount(amount_minor, currency, locale)
        return {
          status: responseStatus[status],
          message: translate(locale, `wallet_answers.refunds.${status}`, { amount }),
          data: {
            refund: await refundQueries.getRefund(db, row),
            new_balance: toMajor(await findBalance(db, user.user_id, currency), currency),
          },
        }
      },
    },
  )
  mountChange(app, deps, payDebt, (tx, call) => payWalletDebt(tx, call, call.body.currency), {
    finish: (_, { user }) => queries.getWallet(db, user.user_id, getCountryGateway(user.country_code).currency),
  })
  mount(app, listRefunds, ({ user, query }) => refundQueries.listRefunds(db, user.user_id, query))
}

function setFileHeaders(reply: FastifyReply, type: string, name: string): void {
  reply.type(type)
  reply.header('content-disposition', `attachment; filename="${name}"`)
}

/** Signatures cover the raw bytes, so this scope keeps bodies as buffers. */
function webhookRoutes(scope: FastifyInstance, deps: Deps): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  const processing = createSingleRunner(() =>
    processWebhooks(deps).catch((error: unknown) => deps.log.error('webhooks could not be processed', error)),
  )
  scope.addHook('onClose', () => processing.idle())
  for (const [endpoint, provider] of [
    [paystackWebhook, 'paystack'],
    [waveWebhook, 'wave'],
    [stripeWebhook, 'stripe'],
  ] as const) {
    mount(scope, endpoint, async ({ request }) => {
      const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      await verifyAndStoreWebhook(deps, provider, raw, request.headers)
      processing.start()
      return { received: true as const }
    })
  }
}
