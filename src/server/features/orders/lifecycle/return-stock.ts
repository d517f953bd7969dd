import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { notifyOfStep } from '../order-mails.ts'
import { releaseStock, returnStock, wasteStock, writeOffStock } from '../stock.ts'
import { changeOrderStatus, type OrderRow } from './change-status.ts'
import type { OrderAuthor } from './end-order.ts'
import { loadOrderParts, planFullRefund, refundOrder, sumRefund } from './refund-order.ts'

/** What becomes of goods that come back: sold again, or written off. */
export type StockChoice = 'return' | 'waste'

/**
 * Stock of units of an order that are refunded: reserved until it is completed, sold afterwards. An order that was canceled
 * or rejected has given its stock back already.
 */
export async function restock(
  tx: Tx,
  { id, status }: Pick<OrderRow, 'id' | 'status'>,
  lines: Parameters<typeof returnStock>[2],
  { choice, actor_id, at }: { choice: StockChoice; actor_id: string | null; at: Date },
): Promise<void> {
  if (status === 'canceled' || status === 'rejected') return
  const isSold = status === 'completed' || status === 'returned'
  const change = isSold
    ? { return: returnStock, waste: writeOffStock }[choice]
    : { return: releaseStock, waste: wasteStock }[choice]
  await change(tx, { id, actor_id }, lines, at)
}

/** Takes a whole order back that was handed over: refunds what is left of it. Throws `order_state`. */
export async function returnOrder(
  tx: Tx,
  deps: Deps,
  order: OrderRow,
  { choice, reason }: { choice: StockChoice; reason: string },
  author: OrderAuthor,
): Promise<OrderRow> {
  const detail = { note: reason }
  const changed = await changeOrderStatus(tx, {
    order_id: order.id,
    to: 'returned',
    cause: 'returned',
    ...author,
    detail,
  })
  await tx.updateTable('orders').set({ next_step_at: null }).where('id', '=', order.id).execute()
  const parts = await loadOrderParts(tx, changed)
  const planned = planFullRefund(parts)
  const record = { cause: 'returned', reason, actor_id: author.actor_id, at: author.at }
  const returned = await refundOrder(tx, changed, parts, planned, record)
  const refunded_minor = sumRefund(planned)
  if (refunded_minor > 0n)
    await notifyOfStep(tx, deps, returned, {
      from: order.status,
      cause: 'returned',
      ...author,
      amount_minor: refunded_minor,
    })
  const lines = parts.lines.map(({ id, stock_level_id, quantity, refunded_quantity }) => ({
    id,
    stock_level_id,
    quantity: quantity - refunded_quantity,
  }))
  await restock(tx, order, lines, { choice, actor_id: author.actor_id, at: author.at })
  return { ...returned, next_step_at: null }
}
