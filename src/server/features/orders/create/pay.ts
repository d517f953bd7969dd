import type { Currency } from '#contract/money.ts'
import type { OrderDetails } from '#contract/orders/orders.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { settleDebts } from '#server/features/bookings/lifecycle/outstanding-debts.ts'
import { AppError } from '#server/http/errors.ts'
import { advanceOrder } from '../lifecycle/advance-orders.ts'
import { isHeld, lockOrder, recordOrderChange, type OrderRow } from '../lifecycle/change-status.ts'
import type { OrderAuthor } from '../lifecycle/end-order.ts'
import { scheduleNextStep } from '../lifecycle/next-step.ts'
import { loadOrderParts } from '../lifecycle/refund-order.ts'
import { finishSubstitution, lockReplacedOrder, refundReplacedLine } from '../lifecycle/substitutions.ts'
import type { OrderCall } from '../order-call.ts'
import { notifyCustomer } from '../order-mails.ts'
import { findOwnOrderId, getOrderDetails } from '../queries.ts'
import { postPayment } from './payment.ts'

/**
 * Pays a held order from the wallet, outstanding debts first; null where the hold is over, which the transaction must
 * store. Throws `order_not_found`, `order_state` for an order that is not held, `insufficient_balance`.
 */
export async function payOrder(
  tx: Tx,
  deps: Deps,
  { user: { user_id }, locale, now }: OrderCall,
  handle: string,
): Promise<OrderDetails | null> {
  const id = await findOwnOrderId(tx, user_id, handle)
  await lockReplacedOrder(tx, id)
  const order = await advanceOrder(tx, deps, await lockOrder(tx, id), now)
  if (order.status === 'canceled' && order.payment_method === null) return null
  if (!isHeld(order)) throw new AppError('order_state')
  await payHeldOrder(tx, deps, order, now)
  return getOrderDetails(tx, user_id, id, { locale, now })
}

/** The answer to a paid order. Throws `order_hold_over` where the hold is over. */
export function requirePaid(paid: OrderDetails | null): OrderDetails {
  if (paid === null) throw new AppError('order_hold_over')
  return paid
}

/**
 * Pays a locked order that is held, outstanding debts first, and mails its customer. One that replaces a line refunds that line
 * first, and pays with it. Throws `insufficient_balance`, and `order_state` for a line that can no longer be replaced.
 */
export async function payHeldOrder(tx: Tx, deps: Deps, order: OrderRow, now: Date): Promise<OrderRow> {
  const { user_id, total_minor } = order
  const author: OrderAuthor = { actor: 'customer', actor_id: user_id, at: now }
  const replaced = await refundReplacedLine(tx, order, author)
  await settleDebts(tx, user_id!, { total_minor, currency: order.currency as Currency }, now)
  const paid = await writePayment(tx, order, author)
  if (replaced !== null)
    return finishSubstitution(tx, deps, { replaced, order: paid }, author, { actor: 'clock', actor_id: null, at: now })
  await notifyCustomer(tx, deps, paid, { topic: 'placed', at: now })
  return paid
}

/**
 * Lets a held order replace a line that cost as much or more: the line's refund pays for it, and the difference stays in the wallet.
 * Throws `order_state`.
 */
export async function substituteAtOnce(tx: Tx, deps: Deps, order: OrderRow, author: OrderAuthor): Promise<OrderRow> {
  const replaced = await refundReplacedLine(tx, order, author)
  if (replaced === null) throw new AppError('order_state')
  const paid = await writePayment(tx, order, author)
  return finishSubstitution(tx, deps, { replaced, order: paid }, author, author)
}

async function writePayment(tx: Tx, order: OrderRow, { actor, actor_id, at: now }: OrderAuthor): Promise<OrderRow> {
  const { id } = order
  await postPayment(tx, order, await loadOrderParts(tx, order), now)
  const paid = { payment_status: 'paid' as const, payment_method: 'wallet', held_until: null }
  await tx
    .updateTable('orders')
    .set((of) => ({ ...paid, version: of('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
  await recordOrderChange(tx, order, { order_id: id, cause: 'paid', actor, actor_id, at: now })
  return scheduleNextStep(tx, { ...order, ...paid, version: order.version + 1 }, now)
}
