import { sql } from 'kysely'
import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { findPeopleOfBranch, notifyStaff } from '#server/features/notifications/staff-notices.ts'
import { AppError } from '#server/http/errors.ts'
import type { OrderRow } from './change-status.ts'
import { mostAttempts } from './delivery-attempts.ts'
import type { OrderAuthor } from './end-order.ts'

async function countBroughtBack(tx: Tx, order_id: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from order_history
    where order_id = ${order_id}::uuid and cause = 'returned_to_branch'`.execute(tx)
  return rows[0]!.count
}

/** Throws `manager_needed` for anybody but a manager once an order was brought back three times. */
export async function requireAttemptsLeft(
  tx: Tx,
  { id }: Pick<OrderRow, 'id'>,
  { actor }: Pick<OrderAuthor, 'actor'>,
): Promise<void> {
  if (actor !== 'manager' && (await countBroughtBack(tx, id)) >= mostAttempts) throw new AppError('manager_needed')
}

/** Asks the managers of a branch what becomes of an order that was just brought back for the third time or more. */
export async function askAboutAttempts(
  tx: Tx,
  deps: Pick<Deps, 'publicUrl'>,
  { id, order_number, branch_id }: Pick<OrderRow, 'id' | 'order_number' | 'branch_id'>,
  now: Date,
): Promise<void> {
  const left = await countBroughtBack(tx, id)
  if (left < mostAttempts) return
  const own = await findPeopleOfBranch(tx, branch_id, 'orders.cancel', 'branch')
  const people = own.length > 0 ? own : await findPeopleOfBranch(tx, branch_id, 'orders.cancel', 'everywhere')
  const params = { number: order_number, left }
  const news = {
    kind: 'brought_back' as const,
    branch_id,
    record_id: id,
    path: `online-orders/${order_number}`,
    params,
  }
  await notifyStaff(tx, deps, people, news, now)
}
