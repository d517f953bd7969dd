import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/http/errors.ts'
import { translate } from '#server/output/translate.ts'
import { notifyCustomer } from '../order-mails.ts'
import { isReplaceable } from '../phone/amendable.ts'
import { moveSlots } from '../slots-taken.ts'
import { acceptQuietly } from './advance-orders.ts'
import { lockOrder, recordOrderChange, type OrderDetail, type OrderRow } from './change-status.ts'
import { endOrder, type OrderAuthor } from './end-order.ts'
import { findNewestRefund, leftToRefund, loadOrderParts, refundOrder, type OrderLine } from './refund-order.ts'
import { describeLines, planReplacedLine, type ReplacedLine } from './replaced-lines.ts'
import { restock, type StockChoice } from './return-stock.ts'

const findOffer = (tx: Tx, order_id: string) =>
  tx
    .selectFrom('order_substitutions as s')
    .innerJoin('order_lines as l', 'l.id', 's.line_id')
    .select(['s.line_id', 's.quantity', 's.stock', 'l.order_id as replaced_id'])
    .where('s.order_id', '=', order_id)
    .where('s.done_at', 'is', null)
    .executeTakeFirst()

/** Locks the order of the line that an order is to replace, before that order, as staff do who change it. */
export async function lockReplacedOrder(tx: Tx, order_id: string): Promise<void> {
  const offer = await findOffer(tx, order_id)
  if (offer !== undefined) await lockOrder(tx, offer.replaced_id)
}

/** What is replaced and by what, in both languages, as the history and the mail show it. */
async function describeSubstitution(
  tx: Tx,
  { line, quantity }: { line: OrderLine; quantity: number },
  order: OrderRow,
): Promise<OrderDetail> {
  const lines = await tx
    .selectFrom('order_lines')
    .select(['quantity', 'name', 'name_fr', 'variation_name', 'variation_name_fr'])
    .where('order_id', '=', order.id)
    .orderBy('position')
    .execute()
  const wordsIn = (language: 'en' | 'fr') => {
    const replaced = describeLines(language, [{ ...line, quantity }])
    const substitute = describeLines(language, lines)
    const values = { replaced, substitute, number: order.order_number }
    return { replaced, substitute, reason: translate(language, 'order_mails.reasons.substituted', values) }
  }
  const [english, french] = [wordsIn('en'), wordsIn('fr')]
  return {
    ...english,
    replaced_fr: french.replaced,
    substitute_fr: french.substitute,
    reason_fr: french.reason,
  }
}

/** Stores what a held order is to replace, and mails its customer what it costs more. */
export async function offerSubstitute(
  tx: Tx,
  deps: Deps,
  { first, order, planned }: { first: OrderRow; order: OrderRow; planned: ReplacedLine },
  { quantity, stock }: { quantity: number; stock: StockChoice },
  author: OrderAuthor,
): Promise<void> {
  const { line, refund_minor } = planned
  const offer = { line_id: line.id, quantity, stock, offered_by: author.actor_id!, offered_at: author.at }
  await tx
    .insertInto('order_substitutions')
    .values({ order_id: order.id, ...offer })
    .execute()
  if (order.total_minor <= refund_minor) return
  await tx
    .updateTable('orders')
    .set((of) => ({ version: of('version', '+', 1) }))
    .where('id', '=', first.id)
    .execute()
  const detail = await describeSubstitution(tx, { line, quantity }, order)
  await recordOrderChange(tx, first, { order_id: first.id, cause: 'substitute_offered', ...author, detail })
  const amount_minor = order.total_minor - refund_minor
  await notifyCustomer(tx, deps, order, { topic: 'substitute_offered', at: author.at, amount_minor, detail })
}

export interface Replaced {
  first: OrderRow
  line: OrderLine
  quantity: number
  stock: StockChoice
  refund_minor: bigint
}

/**
 * Refunds the line that a held order replaces; null for an order that replaces none. Throws `order_state` for a line that can
 * no longer be replaced.
 */
export async function refundReplacedLine(tx: Tx, order: OrderRow, author: OrderAuthor): Promise<Replaced | null> {
  const offer = await findOffer(tx, order.id)
  if (offer === undefined) return null
  const { line_id, quantity } = offer
  const first = await lockOrder(tx, offer.replaced_id)
  if (!isReplaceable(first, author.at)) throw new AppError('order_state')
  const { line, parts, planned, refund_minor } = await planReplacedLine(tx, first, { line_id, quantity })
  const detail = await describeSubstitution(tx, { line, quantity }, order)
  const reason = String(detail[order.language === 'fr' ? 'reason_fr' : 'reason'])
  const { actor_id, at } = author
  const refunded = await refundOrder(tx, first, parts, planned, { cause: 'substituted', reason, actor_id, at })
  const refund_id = refund_minor > 0n ? await findNewestRefund(tx, first.id) : null
  await tx.updateTable('order_substitutions').set({ done_at: at, refund_id }).where('order_id', '=', order.id).execute()
  await recordOrderChange(tx, first, { order_id: first.id, cause: 'substituted', ...author, detail })
  return { first: refunded, line, quantity, stock: offer.stock as StockChoice, refund_minor }
}

/**
 * Ends a substitution whose order is paid: it is accepted where the first order is, its customer reads what was replaced, and the
 * stock of the line is free or written off. A first order of which nothing is left is closed.
 */
export async function finishSubstitution(
  tx: Tx,
  deps: Deps,
  { replaced, order }: { replaced: Replaced; order: OrderRow },
  { actor, actor_id, at }: OrderAuthor,
  accepting: OrderAuthor,
): Promise<OrderRow> {
  const { first, line, quantity, stock, refund_minor } = replaced
  const isAccepted = first.status !== 'pending'
  const row = isAccepted ? await acceptQuietly(tx, order, accepting, first.delay_minutes) : order
  const detail = await describeSubstitution(tx, { line, quantity }, order)
  const back_minor = refund_minor > order.total_minor ? refund_minor - order.total_minor : 0n
  await notifyCustomer(tx, deps, first, { topic: 'substituted', at, amount_minor: back_minor, detail })
  await restock(tx, first, [{ ...line, quantity }], { choice: stock, actor_id, at })
  await closeReplaced(tx, deps, first, order, { actor, actor_id, at })
  return row
}

/**
 * Cancels an order of which nothing is left: every unit was replaced or refunded, and no delivery is to be paid for. What it took
 * of the work goes to the order that replaces it, which took only what it needs beyond that.
 */
async function closeReplaced(tx: Tx, deps: Deps, first: OrderRow, order: OrderRow, author: OrderAuthor): Promise<void> {
  const parts = await loadOrderParts(tx, first)
  const isLeft = parts.lines.some(({ quantity, refunded_quantity }) => quantity > refunded_quantity)
  if (isLeft || leftToRefund(parts) > 0n) return
  await moveSlots(tx, first.id, order.id)
  await endOrder(tx, deps, first, { to: 'canceled', cause: 'replaced' }, author)
}
