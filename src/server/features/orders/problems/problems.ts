import type { ParsedBody } from '#contract/endpoint.ts'
import {
  answerProblem_hours,
  reportProblem_hours,
  type reportProblem as contract,
} from '#contract/orders/order-problems.ts'
import type { OrderDetails } from '#contract/orders/orders.ts'
import { hour_ms } from '#contract/time.ts'
import type { Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import type { Deps } from '#server/deps.ts'
import { findPeopleOfBranch, notifyStaff } from '#server/features/notifications/staff-notices.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import { isReportable } from '../allowed-actions.ts'
import { advanceOrder } from '../lifecycle/advance-orders.ts'
import { lockOrder, recordOrderChange, type OrderRow } from '../lifecycle/change-status.ts'
import type { OrderCall } from '../order-call.ts'
import { requireOwnPhoto } from '../photos.ts'
import { findOwnOrderId, getOrderDetails } from '../queries.ts'

/** When an order was handed over: delivered, or completed at the counter. */
async function findHandover(tx: Tx, order_id: string): Promise<Date | null> {
  const row = await tx
    .selectFrom('order_history')
    .select('at')
    .where('order_id', '=', order_id)
    .where('to_status', 'in', ['delivered', 'completed'])
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.at ?? null
}

/**
 * Reports a service that was not done as sold, and tells the people of the branch. Throws `order_not_found`, `problem_over`
 * later than 48 hours after the handover, `problem_reported` for a line that was reported before, and 422 for a line that is no
 * service of this order or was refunded.
 */
export async function reportProblem(
  tx: Tx,
  deps: Deps,
  { user: { user_id }, locale, now }: OrderCall,
  handle: string,
  body: ParsedBody<typeof contract>,
): Promise<OrderDetails> {
  const order_id = await findOwnOrderId(tx, user_id, handle)
  const order = await advanceOrder(tx, deps, await lockOrder(tx, order_id), now)
  const problem = await writeProblem(tx, order, user_id, body, now)
  await notifyBranch(tx, deps, order, problem, now)
  return getOrderDetails(tx, user_id, order_id, { locale, now })
}

/** Stores a report of a locked order. Throws like `reportProblem`. */
export async function writeProblem(
  tx: Tx,
  order: OrderRow,
  user_id: string,
  { line_id, text, photo_id }: { line_id: string; text: string; photo_id: string | null },
  now: Date,
): Promise<{ id: string; line_id: string }> {
  const order_id = order.id
  await requireReportable(tx, order, line_id, now)
  await requireOwnPhoto(tx, { order_id, user_id }, photo_id ?? undefined)
  const id = newId(now.getTime())
  const answer_by = new Date(now.getTime() + answerProblem_hours * hour_ms)
  await tx
    .insertInto('order_problems')
    .values({ id, order_id, line_id, text, photo_id, reported_at: now, answer_by })
    .execute()
  const entry = { order_id, cause: 'problem_reported', actor: 'customer', actor_id: user_id, at: now } as const
  await recordOrderChange(tx, order, entry)
  return { id, line_id }
}

async function requireReportable(tx: Tx, order: OrderRow, line_id: string, now: Date): Promise<void> {
  const line = await tx
    .selectFrom('order_lines')
    .select(['kind', 'quantity', 'refunded_quantity', 'total_minor', 'refunded_minor'])
    .where('id', '=', line_id)
    .where('order_id', '=', order.id)
    .executeTakeFirst()
  if (line === undefined || line.kind !== 'service') throw fieldError('line_id', 'invalid')
  const earlier = await tx.selectFrom('order_problems').select('id').where('line_id', '=', line_id).executeTakeFirst()
  if (earlier !== undefined) throw new AppError('problem_reported')
  const handed_over_at = await findHandover(tx, order.id)
  if (order.status !== 'delivered' && order.status !== 'completed') throw new AppError('order_state')
  if (line.refunded_minor >= line.total_minor) throw fieldError('line_id', 'invalid')
  if (!isReportable(handed_over_at, now)) throw new AppError('problem_over', { hours: reportProblem_hours })
}

/** Tells those who decide on returns at the branch; those of all branches where the branch has nobody. */
async function notifyBranch(
  tx: Tx,
  deps: Deps,
  { branch_id, order_number }: OrderRow,
  { id, line_id }: { id: string; line_id: string },
  now: Date,
): Promise<void> {
  const { branch, item, item_fr } = await tx
    .selectFrom('order_lines as l')
    .innerJoin('branches as b', (join) => join.on('b.id', '=', branch_id))
    .select(['b.name as branch', 'l.name as item', 'l.name_fr as item_fr'])
    .where('l.id', '=', line_id)
    .executeTakeFirstOrThrow()
  const own = await findPeopleOfBranch(tx, branch_id, 'returns.update', 'branch')
  const people = own.length > 0 ? own : await findPeopleOfBranch(tx, branch_id, 'returns.update', 'everywhere')
  const params = { branch, number: order_number, item, item_fr }
  const news = { kind: 'problem_reported' as const, branch_id, record_id: id, path: `order-problems/${id}`, params }
  await notifyStaff(tx, deps, people, news, now)
}
