import type { OrderStatus } from '#contract/orders/order-states.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { Scope } from '#server/http/caller.ts'
import { AppError } from '#server/http/errors.ts'
import { isHeld, type OrderRow } from '../lifecycle/change-status.ts'
import { findOrderId } from '../staff/staff-order.ts'

/** States in which something can still be made, and handed over with the rest. */
const open: readonly OrderStatus[] = ['pending', 'accepted', 'processing', 'preparing', 'ready']

type State = Pick<OrderRow, 'status' | 'payment_status' | 'slot_starts_at' | 'user_id'>

/** Whether lines of an order can be replaced: it is paid, and its time is still to come. */
export const isReplaceable = ({ status, payment_status, slot_starts_at, user_id }: State, now: Date): boolean =>
  open.includes(status) && payment_status === 'paid' && slot_starts_at > now && user_id !== null

/** Whether a second order can add to this one, which must add to no other itself. */
export const isAmendable = (order: State & Pick<OrderRow, 'amends'>, now: Date): boolean =>
  isReplaceable(order, now) && order.amends === null

/** Whether staff placed an order that its customer has not paid yet. */
export const isWaitingForPayment = (
  order: Pick<OrderRow, 'status' | 'payment_status' | 'payment_method' | 'placed_by'>,
): boolean => isHeld(order) && order.placed_by !== null

/** Whether a person can cancel an order that they took on the phone: it is not paid, and nobody works on it. */
export const isWithdrawable = (
  { status, payment_status, source, placed_by }: Pick<OrderRow, 'status' | 'payment_status' | 'source' | 'placed_by'>,
  user_id: string,
): boolean =>
  source === 'phone' &&
  placed_by === user_id &&
  payment_status === 'unpaid' &&
  (status === 'pending' || status === 'accepted')

/** Returns an order that can be added to. Throws `not_found` and `order_state`. */
export async function getAmendableOrder(
  db: Db | Tx,
  scope: Scope,
  handle: string,
  now: Date,
): Promise<OrderRow & { user_id: string }> {
  const id = await findOrderId(db, handle, scope)
  const row = await db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const order = row as OrderRow
  if (!isAmendable(order, now)) throw new AppError('order_state')
  return order as OrderRow & { user_id: string }
}
