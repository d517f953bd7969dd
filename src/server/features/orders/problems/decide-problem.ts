import { sql, type Selectable } from 'kysely'
import { workThrough, type Queue } from '#server/claim.ts'
import type { Tx } from '#server/database/connect.ts'
import type { OrderProblemsTable } from '#server/database/tables.ts'
import { transact } from '#server/database/transact.ts'
import type { Deps } from '#server/deps.ts'
import { settleNotices } from '#server/features/notifications/staff-notices.ts'
import { whenDue, type Due } from '#server/jobs.ts'
import { advanceOrder } from '../lifecycle/advance-orders.ts'
import { lockOrder, recordOrderChange, type OrderRow } from '../lifecycle/change-status.ts'
import type { OrderAuthor } from '../lifecycle/end-order.ts'
import { loadOrderParts, planFullRefund, findNewestRefund, refundOrder, sumRefund } from '../lifecycle/refund-order.ts'
import { notifyCustomer } from '../order-mails.ts'

export type ProblemRow = Selectable<OrderProblemsTable>

/** What is left of the line of a report. */
export const planProblemRefund = async (tx: Parameters<typeof loadOrderParts>[0], order: OrderRow, line_id: string) =>
  planFullRefund(await loadOrderParts(tx, order)).filter((part) => part.line_id === line_id)

/** What becomes of a report; nobody asks for it any more. */
async function settle(
  tx: Tx,
  { id }: ProblemRow,
  columns: Pick<ProblemRow, 'status'> & Partial<ProblemRow>,
  { actor_id, at }: OrderAuthor,
): Promise<void> {
  await tx
    .updateTable('order_problems')
    .set((of) => ({ ...columns, decided_at: at, decided_by: actor_id, version: of('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
  await settleNotices(tx, id, at)
}

/**
 * Refunds what is left of the line of an open report, of a locked order, and tells the customer: by the branch, or by the
 * clock if the branch did not answer. Nobody is told of a line that was refunded otherwise meanwhile.
 */
export async function refundProblem(
  tx: Tx,
  deps: Deps,
  order: OrderRow,
  { problem, status }: { problem: ProblemRow; status: 'refunded' | 'not_answered' },
  author: OrderAuthor,
): Promise<OrderRow> {
  const parts = await loadOrderParts(tx, order)
  const planned = planFullRefund(parts).filter(({ line_id }) => line_id === problem.line_id)
  const amount_minor = sumRefund(planned)
  const record = { cause: 'problem', reason: null, actor_id: author.actor_id, at: author.at }
  const refunded = await refundOrder(tx, order, parts, planned, record)
  const refund_id = amount_minor > 0n ? await findNewestRefund(tx, order.id) : null
  await settle(tx, problem, { status, refund_id }, author)
  const cause = status === 'refunded' ? 'problem_refunded' : 'problem_not_answered'
  await recordOrderChange(tx, order, { order_id: order.id, cause, ...author })
  if (amount_minor > 0n) await notifyCustomer(tx, deps, refunded, { topic: cause, at: author.at, amount_minor })
  return refunded
}

/** Answers an open report of a locked order without a refund, in words that the customer reads. */
export async function refuseProblem(
  tx: Tx,
  deps: Deps,
  order: OrderRow,
  { problem, answer }: { problem: ProblemRow; answer: string },
  author: OrderAuthor,
): Promise<void> {
  await settle(tx, problem, { status: 'refused', answer }, author)
  const detail = { reason: answer, reason_fr: answer }
  await recordOrderChange(tx, order, { order_id: order.id, cause: 'problem_refused', ...author, detail })
  await notifyCustomer(tx, deps, order, { topic: 'problem_refused', at: author.at, detail })
}

/** Lets the clock refund the reports of a locked order that nobody answered in time. Returns the order as it is now. */
export async function advanceProblems(tx: Tx, deps: Deps, order: OrderRow, now: Date): Promise<OrderRow> {
  const due = await tx
    .selectFrom('order_problems')
    .selectAll()
    .where('order_id', '=', order.id)
    .where('status', '=', 'open')
    .where('answer_by', '<=', now)
    .orderBy('answer_by')
    .execute()
  let row = order
  for (const problem of due) {
    const author = { actor: 'clock', actor_id: null, at: now, due_at: problem.answer_by } as const
    row = await refundProblem(tx, deps, row, { problem, status: 'not_answered' }, author)
  }
  return row
}

/** Reports that nobody answered in time. */
const unansweredProblems: Queue<{ id: string; order_id: string; order_number: string }> = {
  name: 'order_problems',
  find: ({ db }, { now, limit, isReady }) =>
    db
      .selectFrom('order_problems as p')
      .innerJoin('orders as o', 'o.id', 'p.order_id')
      .select(['p.id', 'p.order_id', 'o.order_number'])
      .where('p.status', '=', 'open')
      .where('p.answer_by', '<=', now)
      .where(isReady(sql.ref('p.id')))
      .orderBy('p.answer_by')
      .limit(limit)
      .execute(),
  keyOf: ({ id }) => id,
  subjectOf: ({ order_number }) => order_number,
  work: (deps, { order_id }, now) =>
    transact(deps.db, async (tx) => {
      const order = await advanceOrder(tx, deps, await lockOrder(tx, order_id), now)
      await advanceProblems(tx, deps, order, now)
    }),
}

export const problemsDue: Due = () =>
  whenDue('order_problems', {
    from: sql`order_problems p`,
    key: sql`p.id`,
    when: sql`p.answer_by`,
    where: sql`p.status = 'open'`,
  })

/** The job that refunds what nobody answered in time. Returns the number of reports. */
export const refundUnansweredProblems = (deps: Deps): Promise<number> => workThrough(deps, unansweredProblems)
