import type { ParsedBody } from '#contract/endpoint.ts'
import type { rateOrder as contract } from '#contract/orders/order-ratings.ts'
import type { OrderDetails } from '#contract/orders/orders.ts'
import type { Language } from '#contract/places/places.ts'
import type { Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import type { Deps } from '#server/deps.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import { canRate } from './allowed-actions.ts'
import { advanceOrder } from './lifecycle/advance-orders.ts'
import { lockOrder, type OrderRow } from './lifecycle/change-status.ts'
import type { OrderCall } from './order-call.ts'
import { findOwnOrderId, getOrderDetails } from './queries.ts'

/**
 * Rates the branch of an order of the account, and those of its items that are named. Throws `order_not_found`,
 * `order_state` before it was handed over, `already_rated`, and 422 for an item that the order does not have.
 */
export async function rateOrder(
  tx: Tx,
  deps: Deps,
  { user: { user_id }, locale, now }: OrderCall,
  handle: string,
  { rating, text, items }: ParsedBody<typeof contract>,
): Promise<OrderDetails> {
  const order_id = await findOwnOrderId(tx, user_id, handle)
  // The lock makes the second of two ratings wait for the first.
  const order = await advanceOrder(tx, deps, await lockOrder(tx, order_id), now)
  const language = locale.startsWith('fr') ? 'fr' : 'en'
  await writeRating(tx, order, { user_id, language }, { rating, text, items }, now)
  return getOrderDetails(tx, user_id, order_id, { locale, now })
}

/** Stores what the author says of a locked order. Throws like `rateOrder`. */
export async function writeRating(
  tx: Tx,
  order: OrderRow,
  { user_id, language }: { user_id: string; language: Language },
  { rating, text, items }: ParsedBody<typeof contract>,
  now: Date,
): Promise<void> {
  const order_id = order.id
  const earlier = await tx.selectFrom('item_reviews').select('id').where('order_id', '=', order_id).executeTakeFirst()
  if (earlier !== undefined) throw new AppError('already_rated')
  if (!canRate(order)) throw new AppError('order_state')
  const lines = await tx.selectFrom('order_lines').select('item_id').where('order_id', '=', order_id).execute()
  if (items.some(({ id }) => !lines.some(({ item_id }) => item_id === id))) throw fieldError('items', 'invalid')
  const facts = { order_id, branch_id: order.branch_id, user_id, language, created_at: now }
  const rows = [{ id: null, rating, text }, ...items].map((item) => ({
    ...facts,
    id: newId(now.getTime()),
    item_id: item.id,
    rating: item.rating,
    body: item.text ?? null,
  }))
  await tx.insertInto('item_reviews').values(rows).execute()
}
