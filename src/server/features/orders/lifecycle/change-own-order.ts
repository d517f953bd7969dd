import type { AnswerOf } from '#contract/endpoint.ts'
import type { Currency } from '#contract/money.ts'
import type { previewOrder } from '#contract/orders/order-changes.ts'
import type { OrderStatus } from '#contract/orders/order-states.ts'
import type { OrderDetails } from '#contract/orders/orders.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { toMoney } from '#server/features/branches/records.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import { canCancel } from '../allowed-actions.ts'
import type { OrderCall } from '../order-call.ts'
import { findOwnOrderId, getOrderDetails } from '../queries.ts'
import { advanceOrder } from './advance-orders.ts'
import { lockOrder, type OrderRow } from './change-status.ts'
import { completeOrder, endOrder, type OrderAuthor } from './end-order.ts'
import { loadOrderParts, planFullRefund, sumRefund } from './refund-order.ts'

/** Nobody confirms what was not delivered yet. */
const beforeDelivery: readonly OrderStatus[] = [
  'pending',
  'accepted',
  'processing',
  'preparing',
  'ready',
  'out_for_delivery',
]

/** Locks an order of the account and lets the clock do what was due. Throws `order_not_found`. */
async function lockOwnOrder(tx: Tx, deps: Deps, { user, now }: OrderCall, handle: string): Promise<OrderRow> {
  const id = await findOwnOrderId(tx, user.user_id, handle)
  return advanceOrder(tx, deps, await lockOrder(tx, id), now)
}

/** Throws `order_state` once the branch's cut-off has passed or the order can't be cancelled at all. */
async function requireCancellable(tx: Tx, order: OrderRow, now: Date): Promise<void> {
  const terms = await tx
    .selectFrom('branch_setup')
    .select(['cancel_cutoff_minutes', 'goods_return_days', 'food_return_days', 'service_return_days'])
    .where('branch_id', '=', order.branch_id)
    .executeTakeFirstOrThrow()
  if (!canCancel(order, terms, now)) throw new AppError('order_state')
}

/** What cancelling would pay back now. Throws `order_not_found` and `order_state`. */
export async function previewCancel(
  tx: Tx,
  deps: Deps,
  customer: OrderCall,
  handle: string,
): Promise<AnswerOf<typeof previewOrder>> {
  const order = await lockOwnOrder(tx, deps, customer, handle)
  await requireCancellable(tx, order, customer.now)
  const currency = order.currency as Currency
  const refunded = order.payment_status === 'paid' ? planFullRefund(await loadOrderParts(tx, order)) : []
  return { action: 'cancel', refund: toMoney(sumRefund(refunded), currency), currency }
}

/**
 * Cancels an order of the account and pays back exactly what its preview says, or confirms that it was delivered, which
 * releases its money. Throws `order_not_found`, `order_state`, and 422 for confirming what was not delivered yet.
 */
export async function changeOwnOrder(
  tx: Tx,
  deps: Deps,
  customer: OrderCall,
  handle: string,
  status: 'canceled' | 'completed',
): Promise<OrderDetails> {
  const {
    user: { user_id },
    locale,
    now,
  } = customer
  const order = await lockOwnOrder(tx, deps, customer, handle)
  const author: OrderAuthor = { actor: 'customer', actor_id: user_id, at: now }
  if (status === 'completed') {
    if (beforeDelivery.includes(order.status)) throw fieldError('status', 'order_status')
    await completeOrder(tx, order, 'confirmed', author)
  } else {
    await requireCancellable(tx, order, now)
    await endOrder(tx, deps, order, { to: 'canceled', cause: 'customer' }, author)
  }
  return getOrderDetails(tx, user_id, order.id, { locale, now })
}
