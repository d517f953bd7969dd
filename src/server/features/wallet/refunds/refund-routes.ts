import type { FastifyInstance } from 'fastify'
import { toMajor } from '#contract/minor-units.ts'
import { listMoneyDiscrepancies, noteMoneyDiscrepancy } from '#contract/money-discrepancies.ts'
import { listRefunds, payDebt, refundTopUp } from '#contract/refunds.ts'
import type { Deps } from '#server/deps.ts'
import { mount } from '#server/http.ts'
import { translate } from '#server/translate.ts'
import { listDiscrepancies, noteDiscrepancy } from '#server/features/wallet/reconciliation/staff-discrepancies.ts'
import { findBalance } from '#server/features/wallet/ledger/ledger.ts'
import { payWalletDebt } from '#server/features/wallet/ledger/pay-debt.ts'
import { getWallet } from '#server/features/wallet/queries.ts'
import * as queries from './refund-queries.ts'
import { refundPayment } from './refunds.ts'
import { gatewayOf } from '#server/features/wallet/rules.ts'
import { moneyText } from '#server/features/wallet/wording.ts'

const answerOf = { pending: 'pending', processing: 'success', done: 'success', failed: 'failed' } as const

/** Money back to where it came from, and what staff must look at. */
export function refundRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps
  mount(app, refundTopUp, async ({ user, body, retry, language }) => {
    const row = await refundPayment(deps, user.user_id, retry, body)
    const { status, amount_minor, currency } = row
    const amount = moneyText(amount_minor, currency, language)
    return {
      status: answerOf[status],
      message: translate(language, `wallet_answers.refunds.${status}`, { amount }),
      data: {
        refund: await queries.getRefund(db, row),
        new_balance: toMajor(await findBalance(db, user.user_id, currency), currency),
      },
    }
  })
  mount(app, payDebt, async ({ user, body: { currency }, retry }) => {
    await payWalletDebt(deps, user.user_id, retry, currency)
    return getWallet(db, user.user_id, gatewayOf(user.country_code).currency)
  })
  mount(app, listRefunds, ({ user, query }) => queries.listRefunds(db, user.user_id, query))

  mount(app, listMoneyDiscrepancies, ({ query, language }) => listDiscrepancies(db, query, language))
  mount(app, noteMoneyDiscrepancy, ({ user, params, body, language }) =>
    noteDiscrepancy(deps, user.user_id, params.id, body, language),
  )
}
