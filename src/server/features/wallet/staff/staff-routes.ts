import type { FastifyInstance } from 'fastify'
import * as adjustments from '#contract/wallet/desk/adjustments.ts'
import * as money from '#contract/wallet/desk/money.ts'
import * as refunds from '#contract/wallet/desk/refunds.ts'
import * as topUps from '#contract/wallet/desk/top-ups.ts'
import { getTransactionRecord as getTransaction } from '#contract/wallet/desk/transactions.ts'
import type { Deps } from '#server/deps.ts'
import { mountAskingCommand, mountCommand } from '#server/features/access/command.ts'
import { requireRecentLogin } from '#server/features/access/recent-login.ts'
import { runIdempotently } from '#server/http/idempotency.ts'
import { mount } from '#server/http/mount.ts'
import { decideAdjustment, getAdjustmentRecord, requestAdjustment } from './adjustments.ts'
import { changeDiscrepancy, getDiscrepancyRecord } from './discrepancy-records.ts'
import { askAboutRefund, getRefundRecord, prepareRefundCall } from './refund-records.ts'
import { askAboutTopUp, getTopUpRecord, prepareTopUpCheck } from './top-up-records.ts'
import { getTransactionRecord } from './transaction-records.ts'

/** What staff sees of the money, and does with it. Nothing is credited by hand. */
export function staffMoneyRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps
  mount(app, topUps.getTopUpRecord, ({ params }) => getTopUpRecord(db, params.id))
  mountAskingCommand(
    app,
    deps,
    topUps.checkTopUp,
    (tx, { params }) => prepareTopUpCheck(tx, params.id),
    ({ params }) => askAboutTopUp(deps, params.id),
  )
  mount(app, refunds.getRefundRecord, ({ params }) => getRefundRecord(db, params.id))
  for (const [endpoint, action] of [
    [refunds.checkRefund, 'check'],
    [refunds.retryRefund, 'retry'],
  ] as const)
    mountAskingCommand(
      app,
      deps,
      endpoint,
      (tx, { params }, now) => prepareRefundCall(tx, params.id, action, now),
      ({ params }) => askAboutRefund(deps, params.id),
    )
  mount(app, getTransaction, ({ params, language, user: { access, country_code }, scope }) =>
    getTransactionRecord(db, params.id, { scope, access, language, country_code }, deps.clock()),
  )
  discrepancyRoutes(app, deps)
  adjustmentRoutes(app, deps)
}

function discrepancyRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, money.getDiscrepancyRecord, ({ params, language }) => getDiscrepancyRecord(deps.db, params.id, language))
  mountCommand(app, deps, money.resolveDiscrepancy, (tx, { user, params, body, language }, now) =>
    changeDiscrepancy(tx, user.user_id, params.id, { ...body, is_resolved: true }, language, now),
  )
  mountCommand(app, deps, money.reopenDiscrepancy, (tx, { user, params, language }, now) =>
    changeDiscrepancy(tx, user.user_id, params.id, { is_resolved: false }, language, now),
  )
  mountCommand(app, deps, money.addDiscrepancyNote, (tx, { user, params, body, language }, now) =>
    changeDiscrepancy(tx, user.user_id, params.id, body, language, now),
  )
}

/** Both sides enter their password again. */
function adjustmentRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, adjustments.getAdjustmentRecord, ({ user, params }) => getAdjustmentRecord(deps.db, user, params.id))
  mountCommand(app, deps, adjustments.requestAdjustment, async (tx, { user, body, retry }, now) => {
    await requireRecentLogin(tx, user, now)
    let changes: Awaited<ReturnType<typeof requestAdjustment>>['changes'] = []
    const answer = await runIdempotently(tx, user.user_id, retry, now, async () => {
      const requested = await requestAdjustment(tx, user, body, now)
      changes = requested.changes
      return requested.answer
    })
    return { answer, changes }
  })
  mountCommand(app, deps, adjustments.approveAdjustment, async (tx, { user, params }, now) => {
    await requireRecentLogin(tx, user, now)
    return decideAdjustment(tx, deps, user, params.id, { state: 'approved' }, now)
  })
  mountCommand(app, deps, adjustments.refuseAdjustment, (tx, { user, params, body }, now) =>
    decideAdjustment(tx, deps, user, params.id, { state: 'refused', note: body.note }, now),
  )
  mountCommand(app, deps, adjustments.withdrawAdjustment, (tx, { user, params }, now) =>
    decideAdjustment(tx, deps, user, params.id, { state: 'withdrawn' }, now),
  )
}
