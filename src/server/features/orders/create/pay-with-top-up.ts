import { sql } from 'kysely'
import type { TopUpOrderResult } from '#contract/wallet/wallet.ts'
import type { Tx } from '#server/database/connect.ts'
import { isTransient, constraintOf } from '#server/database/errors.ts'
import { runInSavepoint } from '#server/database/transact.ts'
import type { Deps, Hooks } from '#server/deps.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import { advanceOrder } from '../lifecycle/advance-orders.ts'
import { isHeld, lockOrder, type OrderRow } from '../lifecycle/change-status.ts'
import { lockReplacedOrder } from '../lifecycle/substitutions.ts'
import { notifyCustomer } from '../order-mails.ts'
import { payHeldOrder } from './pay.ts'

/**
 * Throws unless this is the customer's own held order, in this currency, and can still be paid: `order_not_found`,
 * `order_hold_over`, `order_state`, or a 422 for another currency.
 */
export const requirePayableOrder: Hooks['requirePayableOrder'] = async (tx, { user_id, order_id, currency }, now) => {
  const { rows } = await sql<
    Pick<OrderRow, 'status' | 'payment_status' | 'payment_method' | 'held_until' | 'currency'>
  >`
    select status, payment_status, payment_method, held_until, currency from orders
    where id = ${order_id} and user_id = ${user_id} for key share`.execute(tx)
  const [order] = rows
  if (order === undefined) throw new AppError('order_not_found')
  const { status, payment_status, payment_method, held_until } = order
  if (
    payment_status === 'unpaid' &&
    payment_method === null &&
    (status === 'canceled' || (held_until !== null && held_until <= now))
  )
    throw new AppError('order_hold_over')
  if (!isHeld(order)) throw new AppError('order_state')
  if (order.currency !== currency) throw fieldError('order_id', 'own_currency')
}

/**
 * Pays a held order with the top-up that was started for it. What fails is undone alone, so that the money is credited in
 * any case; the customer is told why nothing was ordered. Throws only transient errors, after which the whole transaction
 * is repeated.
 */
export const payOrderOfTopUp: Hooks['payOrderOfTopUp'] = async (tx, deps, { order_id }, now) => {
  const order_result = await tryPart(tx, deps, order_id, () => completeOrder(tx, deps, order_id, now))
  return { order_result: order_result ?? 'failed' }
}

async function tryPart<T>(tx: Tx, deps: Deps, order_id: string, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await runInSavepoint(tx, work)
  } catch (error) {
    if (isTransient(error)) throw error
    deps.log.error(`order ${order_id} could not be paid by a top-up`, error)
    return undefined
  }
}

async function completeOrder(tx: Tx, deps: Deps, order_id: string, now: Date): Promise<TopUpOrderResult> {
  await lockReplacedOrder(tx, order_id)
  const before = await lockOrder(tx, order_id)
  const order = await advanceOrder(tx, deps, before, now)
  if (order.payment_status === 'paid') return 'already_paid'
  if (order.status === 'canceled') {
    await notifyCustomer(tx, deps, order, { topic: 'not_paid', at: now })
    return (await isHoldOver(tx, order_id)) ? 'over' : 'canceled'
  }
  try {
    await runInSavepoint(tx, () => payHeldOrder(tx, deps, order, now))
    return 'paid'
  } catch (error) {
    const isShort =
      (error instanceof AppError && error.code === 'insufficient_balance') ||
      constraintOf(error) === 'customer_balance_not_negative'
    if (!isShort) throw error
    return 'not_covered'
  }
}

/** Whether the clock ended the hold, rather than the customer. */
async function isHoldOver(tx: Tx, order_id: string): Promise<boolean> {
  const { rows } = await sql`select from order_history where order_id = ${order_id} and cause = 'hold_over'`.execute(tx)
  return rows.length > 0
}
