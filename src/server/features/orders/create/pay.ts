import type { Currency } from '#contract/money.ts'
import type { OrderDetails } from '#contract/orders/orders.ts'
import type { Tx } from '#server/database/connect.ts'
import { transact } from '#server/database/transact.ts'
import type { Deps } from '#server/deps.ts'
import { settleDebts } from '#server/features/bookings/lifecycle/outstanding-debts.ts'
import { AppError } from '#server/http/errors.ts'
import { runIdempotently } from '#server/http/idempotency.ts'
import type { Retry } from '#server/http/mount.ts'
import { advanceOrder } from '../lifecycle/advance-orders.ts'
import { lockOrder, recordOrderChange, type OrderRow } from '../lifecycle/change-status.ts'
import { scheduleNextStep } from '../lifecycle/next-step.ts'
import { loadOrderParts } from '../lifecycle/refund-order.ts'
import { notifyCustomer } from '../order-mails.ts'
import { findOwnOrderId, getOrderDetails } from '../queries.ts'
import { postPayment } from './payment.ts'
import type { OrderCaller } from './request.ts'

/**
 * Pays a held order from the wallet, outstanding debts first. Throws `order_not_found`, `order_hold_over`, `order_state` for
 * an order that is not held, `insufficient_balance`, `idempotency_key_reused`.
 */
export async function payOrder(
  deps: Deps,
  { user, locale }: Omit<OrderCaller, 'now'>,
  handle: string,
  retry: Retry | undefined,
): Promise<OrderDetails> {
  const now = deps.clock()
  const { user_id } = user
  const paid = await transact(deps.db, (tx) =>
    runIdempotently(tx, user_id, retry, now, async () => {
      const id = await findOwnOrderId(tx, user_id, handle)
      const order = await advanceOrder(tx, deps, await lockOrder(tx, id), now)
      // Not thrown here: the transaction must commit that the hold is over.
      if (order.status === 'canceled' && order.payment_status === 'unpaid') return null
      if (order.status !== 'pending' || order.payment_status === 'paid') throw new AppError('order_state')
      await payHeldOrder(tx, deps, order, now)
      return getOrderDetails(tx, user_id, id, { locale, now })
    }),
  )
  if (paid === null) throw new AppError('order_hold_over')
  return paid
}

/** Pays a locked order that is held, outstanding debts first, and mails its customer. Throws `insufficient_balance`. */
export async function payHeldOrder(tx: Tx, deps: Deps, order: OrderRow, now: Date): Promise<OrderRow> {
  const { id, user_id, total_minor } = order
  await settleDebts(tx, user_id!, { total_minor, currency: order.currency as Currency }, now)
  await postPayment(tx, order, await loadOrderParts(tx, order), now)
  const paid = { payment_status: 'paid' as const, held_until: null }
  await tx
    .updateTable('orders')
    .set((of) => ({ ...paid, version: of('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
  await recordOrderChange(tx, order, { order_id: id, cause: 'paid', actor: 'customer', actor_id: user_id, at: now })
  const row = await scheduleNextStep(tx, { ...order, ...paid, version: order.version + 1 }, now)
  await notifyCustomer(tx, deps, 'placed', row, now)
  return row
}
