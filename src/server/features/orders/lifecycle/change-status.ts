import type { Selectable } from 'kysely'
import type { OrderCause, OrderStatus, OrderType } from '#contract/orders/order-states.ts'
import type { Tx } from '#server/database/connect.ts'
import type { OrdersTable } from '#server/database/tables.ts'
import { AppError } from '#server/http/errors.ts'
import { isOrderTransitionAllowed, type OrderActor } from '../transitions.ts'
import { followDelivery } from './delivery-attempts.ts'

/** An order as it is stored. */
export type OrderRow = Omit<Selectable<OrdersTable>, 'status' | 'order_type'> & {
  status: OrderStatus
  order_type: OrderType
}

type Payment = Pick<OrderRow, 'status' | 'payment_status' | 'payment_method'>

/** Whether an order is to be paid in cash when it is handed over. */
export const isDueInCash = ({ status, payment_status, payment_method }: Payment): boolean =>
  payment_status === 'unpaid' && payment_method === 'cash' && status !== 'canceled' && status !== 'rejected'

/** Whether an order waits for its customer, who holds it until it is paid. */
export const isHeld = ({ status, payment_status, payment_method }: Payment): boolean =>
  status === 'pending' && payment_status === 'unpaid' && payment_method === null

/** Changes that keep the state, beside the causes of the table. */
export type OrderChangeCause =
  | OrderCause
  | 'paid'
  | 'delayed'
  | 'refunded'
  | 'substitute_offered'
  | 'substituted'
  | 'wrong_code'
  | 'return_requested'
  | 'return_approved'
  | 'return_refused'
  | 'return_received'
  | 'problem_reported'
  | 'problem_refunded'
  | 'problem_refused'
  | 'problem_not_answered'

export type OrderDetail = Readonly<Record<string, unknown>>

interface Entry {
  order_id: string
  cause: OrderChangeCause
  actor: OrderActor
  /** Null for the clock. */
  actor_id: string | null
  at: Date
  /** When the clock should have done it. */
  due_at?: Date | undefined
  detail?: OrderDetail | undefined
}

/** Reads an order and keeps others from changing it until the transaction ends. Throws `order_not_found`. */
export async function lockOrder(tx: Tx, order_id: string): Promise<OrderRow> {
  const row = await tx.selectFrom('orders').selectAll().where('id', '=', order_id).forUpdate().executeTakeFirst()
  if (row === undefined) throw new AppError('order_not_found')
  return row as OrderRow
}

/**
 * The only way in which the state of an order changes: locks it, checks the table of transitions, stores the new state and
 * writes its history. Returns the order as it is now. Throws `order_state` for what the table does not have.
 */
export async function changeOrderStatus(
  tx: Tx,
  { to, cause, ...entry }: Entry & { to: OrderStatus; cause: OrderCause },
): Promise<OrderRow> {
  const before = await lockOrder(tx, entry.order_id)
  const { status: from, order_type: type } = before
  if (!isOrderTransitionAllowed({ from, to, type }, cause, entry.actor)) throw new AppError('order_state')
  const after = await tx
    .updateTable('orders')
    .set((of) => ({ status: to, version: of('version', '+', 1) }))
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await writeOrderHistory(tx, { ...entry, cause, from, to })
  await followDelivery(tx, from, after as OrderRow, entry)
  return after as OrderRow
}

/** Records something about an order that keeps its state. */
export const recordOrderChange = (tx: Tx, { status }: Pick<OrderRow, 'status'>, entry: Entry): Promise<void> =>
  writeOrderHistory(tx, { ...entry, from: status, to: status })

type NewEntry = Entry & { from: OrderStatus | null; to: OrderStatus }

/** The row of an entry of the history. A new order's first entry comes `from` null. */
export const toHistoryRow = ({ from, to, due_at, detail, ...entry }: NewEntry) => ({
  ...entry,
  from_status: from,
  to_status: to,
  due_at: due_at ?? null,
  detail: detail === undefined ? null : JSON.stringify(detail),
})

/** Writes an entry of the history. */
export async function writeOrderHistory(tx: Tx, entry: NewEntry): Promise<void> {
  await tx.insertInto('order_history').values(toHistoryRow(entry)).execute()
}
