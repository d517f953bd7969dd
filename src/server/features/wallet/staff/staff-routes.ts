import type { FastifyInstance } from 'fastify'
import type { Language } from '#contract/places/places.ts'
import * as adjustments from '#contract/wallet/desk/adjustments.ts'
import * as money from '#contract/wallet/desk/money.ts'
import type { DiscrepancyRecord } from '#contract/wallet/desk/money.ts'
import * as refunds from '#contract/wallet/desk/refunds.ts'
import * as topUps from '#contract/wallet/desk/top-ups.ts'
import { getTransactionRecord as getTransaction } from '#contract/wallet/desk/transactions.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import type { AuditedChange } from '#server/features/access/audit.ts'
import { mountChange } from '#server/features/access/change.ts'
import { askPassword } from '#server/features/access/recent-login.ts'
import type { SeenBy } from '#server/features/lists/source.ts'
import type { SignedIn } from '#server/http/caller.ts'
import { AppError } from '#server/http/errors.ts'
import { mount } from '#server/http/mount.ts'
import { findDiscrepancies, updateDiscrepancy } from '../reconciliation/staff-discrepancies.ts'
import { decideAdjustment, getAdjustmentRecord, requestAdjustment } from './adjustments.ts'
import { askAboutRefund, getRefundRecord, prepareRefundCall } from './refund-records.ts'
import { askAboutTopUp, getTopUpRecord, prepareTopUpCheck } from './top-up-records.ts'
import { getTransactionRecord } from './transaction-records.ts'

/** What staff sees of the money, and does with it. Nothing is credited by hand. */
export function staffMoneyRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps
  const byOf = ({ user: { access } }: { user: SignedIn }) => ({ access, now: deps.clock() })
  mount(app, topUps.getTopUpRecord, (call) => getTopUpRecord(db, call.params.id, byOf(call)))
  mountChange(app, deps, topUps.checkTopUp, (tx, call) => prepareTopUpCheck(tx, call.params.id, byOf(call)), {
    finish: (_, call) => askAboutTopUp(deps, call.params.id, byOf(call)),
  })
  mount(app, refunds.getRefundRecord, (call) => getRefundRecord(db, call.params.id, byOf(call)))
  for (const [endpoint, action] of [
    [refunds.checkRefund, 'check'],
    [refunds.retryRefund, 'retry'],
  ] as const)
    mountChange(app, deps, endpoint, (tx, call) => prepareRefundCall(tx, call.params.id, action, byOf(call)), {
      finish: (_, call) => askAboutRefund(deps, call.params.id, byOf(call)),
    })
  mount(app, getTransaction, ({ params, language, user: { access, country_code }, scope }) =>
    getTransactionRecord(db, params.id, { scope, access, language, country_code }, deps.clock()),
  )
  discrepancyRoutes(app, deps)
  adjustmentRoutes(app, deps)
}

function discrepancyRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, money.getDiscrepancyRecord, ({ params, language, user: { access } }) =>
    getDiscrepancyRecord(deps.db, params.id, language, { access, now: deps.clock() }),
  )
  mountChange(app, deps, money.resolveDiscrepancy, (tx, call) =>
    updateRecord(tx, call, call.params.id, { ...call.body, is_resolved: true }),
  )
  mountChange(app, deps, money.reopenDiscrepancy, (tx, call) =>
    updateRecord(tx, call, call.params.id, { is_resolved: false }),
  )
  mountChange(app, deps, money.addDiscrepancyNote, (tx, call) => updateRecord(tx, call, call.params.id, call.body))
}

/** Both sides enter their password again. */
function adjustmentRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, adjustments.getAdjustmentRecord, ({ user, params }) =>
    getAdjustmentRecord(deps.db, user, params.id, deps.clock()),
  )
  mountChange(
    app,
    deps,
    adjustments.requestAdjustment,
    (tx, { user, body, now }) => requestAdjustment(tx, user, body, now),
    { check: askPassword },
  )
  mountChange(
    app,
    deps,
    adjustments.approveAdjustment,
    (tx, { user, params, now }) => decideAdjustment(tx, deps, { caller: user, now }, params.id, { state: 'approved' }),
    { check: askPassword },
  )
  mountChange(app, deps, adjustments.refuseAdjustment, (tx, { user, params, body, now }) =>
    decideAdjustment(tx, deps, { caller: user, now }, params.id, { state: 'refused', note: body.note }),
  )
  mountChange(app, deps, adjustments.withdrawAdjustment, (tx, { user, params, now }) =>
    decideAdjustment(tx, deps, { caller: user, now }, params.id, { state: 'withdrawn' }),
  )
}

/** Returns a discrepancy with its notes. Throws `difference_not_found`. */
async function getDiscrepancyRecord(
  db: Db | Tx,
  id: string,
  language: Language,
  by: SeenBy,
): Promise<DiscrepancyRecord> {
  const [found] = await findDiscrepancies(db, [id], language, by)
  if (found === undefined) throw new AppError('difference_not_found')
  const topUp = await db
    .selectFrom('top_ups')
    .select('id')
    .where('reference', '=', found.reference)
    .where('provider', '=', found.provider)
    .executeTakeFirst()
  const payout = await db
    .selectFrom('payouts')
    .select(['id', 'number'])
    .where('reference', '=', found.reference)
    .where('method', '=', found.provider)
    .executeTakeFirst()
  return {
    ...found,
    title: found.reference,
    actions: found.state === 'open' ? ['resolve', 'note'] : ['reopen', 'note'],
    top_up_id: topUp?.id ?? null,
    payout: payout?.number ?? null,
    payout_id: payout?.id ?? null,
  }
}

/** Adds a note to a discrepancy, closes it or opens it again. Throws `difference_not_found`. */
async function updateRecord(
  tx: Tx,
  { user: { user_id, access }, language, now }: { user: SignedIn; language: Language; now: Date },
  id: string,
  change: { note?: string; is_resolved?: boolean },
): Promise<{ answer: DiscrepancyRecord; changes: AuditedChange[] }> {
  const changes = await updateDiscrepancy(tx, user_id, id, change, now)
  return { answer: await getDiscrepancyRecord(tx, id, language, { access, now }), changes }
}
