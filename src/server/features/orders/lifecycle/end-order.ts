import { chargedUnit, type Currency } from '#contract/money.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { takeAmount } from '../order-amounts.ts'
import { notifyOfStep } from '../order-mails.ts'
import { releaseUses } from '../promotion-uses.ts'
import { releaseSlots } from '../slots-taken.ts'
import { releaseStock, sellStock, wasteStock } from '../stock.ts'
import type { OrderActor } from '../transitions.ts'
import { changeOrderStatus, lockOrder, type OrderDetail, type OrderRow } from './change-status.ts'
import {
  loadOrderParts,
  planFullRefund,
  refundOrder,
  releaseMoney,
  type OrderLine,
  type OrderParts,
  type RefundPart,
} from './refund-order.ts'

/** Who changes an order, and when; `due_at` is when the clock should have. */
export interface OrderAuthor {
  actor: OrderActor
  actor_id: string | null
  at: Date
  due_at?: Date | undefined
}

/** How an order ends before it is handed over. */
export type OrderEnd =
  | {
      to: 'canceled'
      cause: 'customer' | 'branch' | 'withdrawn' | 'replaced' | 'hold_over' | 'not_collected' | 'undeliverable'
    }
  | { to: 'rejected'; cause: 'rejected' | 'not_answered' }

/** States in which food is being prepared or ready, and cannot be sold to anybody else. */
const isPrepared = (status: string): boolean => ['preparing', 'ready', 'out_for_delivery'].includes(status)

/**
 * What an end pays back: everything, but for a delivery that was made in vain, and `uncollected_percent` of goods that nobody
 * collects.
 */
export function planEndRefund(
  parts: OrderParts,
  cause: OrderEnd['cause'],
  currency: Currency,
  uncollected_percent: number,
): RefundPart[] {
  const all = planFullRefund(parts)
  if (cause === 'undeliverable') return all.filter(({ line_id }) => line_id !== null)
  if (cause !== 'not_collected') return all
  const unit = chargedUnit(currency)
  return parts.lines
    .filter(({ kind }) => kind === 'good')
    .map(({ id, quantity, refunded_quantity, left }) => {
      const withheld_minor = ((left.total_minor * BigInt(uncollected_percent)) / (100n * unit)) * unit
      const part = takeAmount(left, left.total_minor - withheld_minor, currency)
      return { line_id: id, quantity: quantity - refunded_quantity, part }
    })
}

/**
 * Cancels or rejects a locked order: refunds what its end pays back, restores its coupon, and releases stock and slots. Money
 * that is kept goes to whom it belongs. Throws `order_state` for what the table does not have.
 */
export async function endOrder(
  tx: Tx,
  deps: Deps,
  order: OrderRow,
  { to, cause, detail }: OrderEnd & { detail?: OrderDetail },
  author: OrderAuthor,
): Promise<OrderRow> {
  const changed = await changeOrderStatus(tx, { order_id: order.id, to, cause, ...author, detail })
  await tx.updateTable('orders').set({ next_step_at: null }).where('id', '=', order.id).execute()
  const parts = await loadOrderParts(tx, changed)
  await releaseUses(tx, changed, parts.lines)
  let ended: OrderRow = { ...changed, next_step_at: null }
  if (ended.payment_status === 'paid') {
    const { uncollected_percent } = await tx
      .selectFrom('branch_setup')
      .select('uncollected_percent')
      .where('branch_id', '=', order.branch_id)
      .executeTakeFirstOrThrow()
    const refunded = planEndRefund(parts, cause, ended.currency as Currency, uncollected_percent)
    const record = { cause, reason: null, actor_id: author.actor_id, at: author.at }
    ended = await refundOrder(tx, ended, parts, refunded, record)
    if (ended.refunded_minor < ended.total_minor) ended = await releaseMoney(tx, ended, author.at)
  }
  await notifyOfStep(tx, deps, ended, { from: order.status, cause, ...author, detail })
  const stockOrder = { id: order.id, actor_id: author.actor_id }
  const isLost = (line: OrderLine) => line.kind === 'food' && isPrepared(order.status)
  const stock = toStockLines(parts.lines.filter((line) => !isLost(line)))
  await releaseStock(tx, stockOrder, stock, author.at)
  await wasteStock(tx, stockOrder, toStockLines(parts.lines.filter(isLost)), author.at)
  await releaseSlots(tx, order.id)
  await withdrawSubstitutes(tx, deps, order.id, author.at)
  return ended
}

/** Ends what is offered in place of lines of a locked order, or of one of them, and is not paid. */
export async function withdrawSubstitutes(
  tx: Tx,
  deps: Deps,
  order_id: string,
  at: Date,
  line_id?: string,
): Promise<void> {
  const offered = await tx
    .selectFrom('order_substitutions as s')
    .innerJoin('order_lines as l', 'l.id', 's.line_id')
    .innerJoin('orders as o', 'o.id', 's.order_id')
    .select('o.id')
    .where('l.order_id', '=', order_id)
    .where('s.done_at', 'is', null)
    .where('o.status', '=', 'pending')
    .$if(line_id !== undefined, (rows) => rows.where('s.line_id', '=', line_id!))
    .orderBy('o.id')
    .execute()
  for (const { id } of offered) {
    const order = await lockOrder(tx, id)
    const end = { to: 'canceled', cause: 'hold_over' } as const
    await endOrder(tx, deps, order, end, { actor: 'clock', actor_id: null, at, due_at: at })
  }
}

const toStockLines = (lines: readonly OrderLine[]) =>
  lines.map(({ id, stock_level_id, quantity, refunded_quantity }) => ({
    id,
    stock_level_id,
    quantity: quantity - refunded_quantity,
  }))

/** Completes a locked order: its stock is sold and its money goes to whom it belongs. Throws `order_state`. */
export async function completeOrder(
  tx: Tx,
  order: OrderRow,
  cause: 'collected' | 'confirmed',
  author: OrderAuthor,
): Promise<OrderRow> {
  const changed = await changeOrderStatus(tx, { order_id: order.id, to: 'completed', cause, ...author })
  await tx.updateTable('orders').set({ next_step_at: null }).where('id', '=', order.id).execute()
  const completed = await releaseMoney(tx, { ...changed, next_step_at: null }, author.at)
  const { lines } = await loadOrderParts(tx, completed)
  await sellStock(tx, { id: order.id, actor_id: author.actor_id }, toStockLines(lines), author.at)
  return completed
}
