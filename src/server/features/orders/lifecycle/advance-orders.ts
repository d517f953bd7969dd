import { sql } from 'kysely'
import { workThrough, type Queue } from '#server/claim.ts'
import type { Tx } from '#server/database/connect.ts'
import { transact } from '#server/database/transact.ts'
import type { Deps } from '#server/deps.ts'
import { whenDue, type Due } from '#server/jobs.ts'
import { notifyOfStep } from '../order-mails.ts'
import { changeOrderStatus, type OrderRow } from './change-status.ts'
import { completeOrder, endOrder, type OrderAuthor } from './end-order.ts'
import { findOrderStep, loadStepBranch, scheduleNextStep } from './next-step.ts'

/**
 * Brings a locked order up to `now`: does what was due, in its order, and records when each was due. Every command on an
 * order begins with it, so that nothing depends on how often the job runs.
 */
export async function advanceOrder(tx: Tx, deps: Deps, order: OrderRow, now: Date): Promise<OrderRow> {
  let row = order
  while (row.next_step_at !== null && row.next_step_at <= now) {
    const due_at = row.next_step_at
    const next = findOrderStep(row, await loadStepBranch(tx, row.branch_id), due_at)
    const author: OrderAuthor = { actor: 'clock', actor_id: null, at: now, due_at }
    switch (next?.step) {
      case 'accepted':
        row = await acceptOrder(tx, deps, row, author, 0)
        break
      case 'not_answered':
        row = await endOrder(tx, deps, row, { to: 'rejected', cause: 'not_answered' }, author)
        break
      case 'hold_over':
      case 'not_collected':
        row = await endOrder(tx, deps, row, { to: 'canceled', cause: next.step }, author)
        break
      case 'confirmed':
        row = await completeOrder(tx, row, 'confirmed', author)
        break
      default:
        row = await scheduleNextStep(tx, row, due_at)
    }
  }
  return row
}

/** Accepts a locked order for the promised time with a delay, and notifies its customer. Throws `order_state`. */
export async function acceptOrder(
  tx: Tx,
  deps: Deps,
  order: OrderRow,
  author: OrderAuthor,
  delay_minutes: number,
): Promise<OrderRow> {
  const row = await acceptQuietly(tx, order, author, delay_minutes)
  await notifyOfStep(tx, deps, row, { from: order.status, cause: 'accepted', ...author })
  return row
}

/** Accepts a locked order whose customer hears of it otherwise. Throws `order_state`. */
export async function acceptQuietly(
  tx: Tx,
  order: OrderRow,
  author: OrderAuthor,
  delay_minutes: number,
): Promise<OrderRow> {
  const detail = delay_minutes > 0 ? { delay_minutes } : undefined
  const change = { order_id: order.id, to: 'accepted', cause: 'accepted', ...author, detail } as const
  const accepted = await changeOrderStatus(tx, change)
  await tx.updateTable('orders').set({ delay_minutes }).where('id', '=', order.id).execute()
  return scheduleNextStep(tx, { ...accepted, delay_minutes }, author.at)
}

/** Orders with a due step. */
const dueOrders: Queue<{ id: string; order_number: string }> = {
  name: 'orders',
  find: ({ db }, { now, limit, isReady }) =>
    db
      .selectFrom('orders')
      .select(['id', 'order_number'])
      .where('next_step_at', '<=', now)
      .where(isReady(sql.ref('orders.id')))
      .orderBy('next_step_at')
      .limit(limit)
      .execute(),
  keyOf: ({ id }) => id,
  subjectOf: ({ order_number }) => order_number,
  work: (deps, { id }, now) =>
    transact(deps.db, async (tx) => {
      const row = await tx
        .selectFrom('orders')
        .selectAll()
        .where('id', '=', id)
        .where('next_step_at', '<=', now)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst()
      if (row === undefined) return false
      await advanceOrder(tx, deps, row as OrderRow, now)
      return true
    }),
}

export const ordersDue: Due = () =>
  whenDue('orders', { from: sql`orders o`, key: sql`o.id`, when: sql`o.next_step_at` })

/** The job that does what is due. Returns the number of orders. */
export const advanceOrders = (deps: Deps): Promise<number> => workThrough(deps, dueOrders)
