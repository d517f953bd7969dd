import type { AnswerOf, ParsedBody, ParsedQuery } from '#contract/endpoint.ts'
import { toMajor, toMinor, type Currency } from '#contract/money.ts'
import type { previewOrderRefund, refundOrderByStaff } from '#contract/orders/desk/order-refunds.ts'
import { parseAmount } from '#server/amounts.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import type { Deps } from '#server/deps.ts'
import { findRefundLimits, readLimits } from '#server/features/access/amount-limits.ts'
import { requireRecentLogin } from '#server/features/access/recent-login.ts'
import { findPeopleOfBranch, notifyStaff, settleNotices } from '#server/features/notifications/staff-notices.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import { recordOrderChange, type OrderRow } from '../lifecycle/change-status.ts'
import { withdrawSubstitutes, type OrderAuthor } from '../lifecycle/end-order.ts'
import {
  leftToRefund,
  loadOrderParts,
  planRefund,
  refundOrder,
  sumRefund,
  writeRefundLines,
  type OrderParts,
  type RefundPart,
} from '../lifecycle/refund-order.ts'
import { restock, type StockChoice } from '../lifecycle/return-stock.ts'
import { readPart, type SoldPart } from '../order-amounts.ts'
import { notifyCustomer } from '../order-mails.ts'
import type { OrderCommand } from './commands.ts'
import { listOrderActions } from './staff-actions.ts'
import { findOrderId, lockStaffOrder, toAuthor, type Staff } from './staff-order.ts'
import { getOrderRecord } from './staff-record.ts'

/** What staff refunded of an order so far, and asked to refund; of lines that were replaced the difference alone. */
export async function sumRequestedRefunds(tx: Db | Tx, order_id: string): Promise<bigint> {
  const rows = await tx
    .selectFrom('order_refunds')
    .select('amount_minor')
    .where('order_id', '=', order_id)
    .where('cause', 'in', ['staff', 'staff_waste'])
    .where('status', '<>', 'refused')
    .execute()
  const replaced = await tx
    .selectFrom('order_substitutions as s')
    .innerJoin('order_refunds as r', 'r.id', 's.refund_id')
    .innerJoin('orders as o', 'o.id', 's.order_id')
    .select(['r.amount_minor', 'o.total_minor'])
    .where('r.order_id', '=', order_id)
    .execute()
  const differences = replaced.map(({ amount_minor, total_minor }) => amount_minor - total_minor)
  return [...rows.map(({ amount_minor }) => amount_minor), ...differences.filter((minor) => minor > 0n)].reduce(
    (all, minor) => all + minor,
    0n,
  )
}

/** Returns what a refund would do. Throws as `refundForBranch` for what is not left. */
export async function previewRefund(
  db: Db,
  staff: Staff,
  handle: string,
  { lines = [], delivery, amount }: ParsedQuery<typeof previewOrderRefund>,
): Promise<AnswerOf<typeof previewOrderRefund>> {
  const id = await findOrderId(db, handle, staff.scope)
  const order = (await db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()) as OrderRow
  if (new Set(lines.map((line) => line.id)).size < lines.length) throw fieldError('lines', 'invalid')
  const currency = order.currency as Currency
  const money = (minor: bigint) => ({ amount: toMajor(minor, currency), currency })
  const parts = await loadOrderParts(db, order)
  const amount_minor = amount === undefined ? 0n : parseAmount('amount', amount, currency)
  const request = { lines: lines.filter(({ quantity }) => quantity > 0), delivery: delivery === 'true', amount_minor }
  const total_minor = sumRefund(planRefund(parts, request, currency))
  const { own_minor } = findRefundLimits(await readLimits(db), staff.access, currency, 'orders')
  return {
    amount: money(total_minor),
    left: money(leftToRefund(parts) - total_minor),
    needs_approval: (await sumRequestedRefunds(db, order.id)) + total_minor > own_minor,
    limit: money(own_minor),
  }
}

/** A refund by staff is named after what becomes of its goods. */
const causeOf = (choice: StockChoice) => (choice === 'waste' ? 'staff_waste' : 'staff')

/**
 * Refunds lines, the delivery or an amount. Above the caller's limit, which counts everything that staff refunds of the
 * order, the password is asked for, and the refund waits for another person. Throws `order_state`, `refund_too_much` and 422.
 */
export async function refundForBranch(
  tx: Tx,
  deps: Deps,
  staff: Staff,
  handle: string,
  { lines = [], delivery, amount, stock, to = 'wallet', cause, reason }: ParsedBody<typeof refundOrderByStaff>,
): Promise<OrderCommand> {
  const order = await lockStaffOrder(tx, deps, staff, handle)
  if (!listOrderActions(order).includes('refund')) throw new AppError('order_state')
  const currency = order.currency as Currency
  const amount_minor = amount === undefined ? 0n : parseAmount('amount', amount, currency)
  const parts = await loadOrderParts(tx, order)
  const planned = planRefund(parts, { lines, delivery, amount_minor }, currency)
  const total_minor = sumRefund(planned)
  if (total_minor === 0n) throw fieldError(lines.length > 0 ? 'lines' : 'amount', 'too_small')
  // What came out of a wallet goes back there.
  if (to === 'drawer' && order.payment_method === 'wallet') throw fieldError('to', 'refund_to_wallet')
  const author = toAuthor(staff, order)
  const { own_minor } = findRefundLimits(await readLimits(tx), staff.access, currency, 'orders')
  const isOwn = (await sumRequestedRefunds(tx, order.id)) + total_minor <= own_minor
  if (isOwn) await payRefund(tx, deps, order, { parts, planned }, { stock, why: cause, reason, author, to })
  else {
    // Whoever approves it has another drawer.
    if (to === 'drawer') throw fieldError('to', 'refund_to_wallet')
    await requireRecentLogin(tx, staff, staff.now)
    const refund_id = await requestRefund(tx, order, planned, { stock, why: cause, reason, author })
    await askToDecide(tx, deps, order, { refund_id, amount_minor: total_minor, asked_by: staff.user_id }, staff.now)
  }
  const amounts = { amount: toMajor(total_minor, currency), currency }
  return answer(tx, order, staff, { cause, reason, ...(isOwn ? { refunded: amounts } : { requested: amounts }) })
}

async function answer(tx: Tx, { id, branch_id }: OrderRow, staff: Staff, after: object): Promise<OrderCommand> {
  return { answer: await getOrderRecord(tx, id, staff), changes: [{ kind: 'order', id, branch_id, after }] }
}

interface How {
  stock: StockChoice
  why: string | null
  reason: string | null
  author: OrderAuthor
  to?: 'wallet' | 'drawer'
}

async function payRefund(
  tx: Tx,
  deps: Deps,
  order: OrderRow,
  {
    parts,
    planned,
    waiting,
  }: {
    parts: OrderParts
    planned: readonly RefundPart[]
    waiting?: { id: string; requested_by: string | null } | undefined
  },
  { stock, why, reason, author, to = 'wallet' }: How,
): Promise<void> {
  const { actor_id, at } = author
  const decided = waiting && { id: waiting.id, decided_by: actor_id! }
  const record = { cause: causeOf(stock), why, reason, actor_id, at, waiting: decided, to }
  const refunded = await refundOrder(tx, order, parts, planned, record)
  const amount_minor = sumRefund(planned)
  const detail = { amount_minor: String(amount_minor), note: reason }
  await recordOrderChange(tx, order, { order_id: order.id, cause: 'refunded', ...author, detail })
  await notifyCustomer(tx, deps, refunded, { topic: 'refunded', at, amount_minor })
  const units = planned.flatMap(({ line_id, quantity }) => {
    const line = parts.lines.find(({ id }) => id === line_id)
    return line === undefined || quantity === 0 ? [] : [{ ...line, quantity }]
  })
  await restock(tx, order, units, { choice: stock, actor_id, at })
  // What was offered counts on the refund of lines as they were.
  await withdrawSubstitutes(tx, deps, order.id, at)
}

async function requestRefund(
  tx: Tx,
  order: OrderRow,
  planned: readonly RefundPart[],
  { stock, why, reason, author: { actor_id, at } }: How,
): Promise<string> {
  const last = await tx
    .selectFrom('order_refunds')
    .select((of) => of.fn.max('number').as('number'))
    .where('order_id', '=', order.id)
    .executeTakeFirst()
  const id = newId(at.getTime())
  const row = { id, order_id: order.id, number: (last?.number ?? 0) + 1, status: 'waiting', cause: causeOf(stock), why }
  await tx
    .insertInto('order_refunds')
    .values({ ...row, amount_minor: sumRefund(planned), reason, actor_id, at })
    .execute()
  await writeRefundLines(tx, id, planned)
  return id
}

/** Tells everybody who may decide on a refund, except the person who asked for it. */
async function askToDecide(
  tx: Tx,
  deps: Deps,
  { branch_id, order_number, currency: code }: OrderRow,
  { refund_id, amount_minor, asked_by }: { refund_id: string; amount_minor: bigint; asked_by: string },
  now: Date,
): Promise<void> {
  const currency = code as Currency
  const most_minor = toMinor((await readLimits(tx)).refund_more[currency], currency) ?? 0n
  const permission = amount_minor > most_minor ? 'orders.refund_any' : 'orders.refund'
  const deciders = await findPeopleOfBranch(tx, branch_id, permission, 'everywhere')
  const { branch, who } = await tx
    .selectFrom('branches as b')
    .innerJoin('users as u', (join) => join.on('u.id', '=', asked_by))
    .select(['b.name as branch', 'u.first_name as who'])
    .where('b.id', '=', branch_id)
    .executeTakeFirstOrThrow()
  const params = { branch, number: order_number, who: who ?? '', amount_minor: amount_minor.toString(), currency }
  const path = `online-orders/${order_number}?tab=money`
  const news = { kind: 'refund_waiting' as const, branch_id, record_id: refund_id, path, params }
  await notifyStaff(
    tx,
    deps,
    deciders.filter((id) => id !== asked_by),
    news,
    now,
  )
}

/**
 * Decides on a refund that waits; the first decision counts. Who asked may only withdraw it. Throws `already_decided`,
 * `own_request`, `refund_limit` above what anybody but an admin may decide, and `refund_too_much`.
 */
export async function decideRefund(
  tx: Tx,
  deps: Deps,
  staff: Staff,
  { id: handle, refund_id }: { id: string; refund_id: string },
  decision: 'approve' | 'refuse',
): Promise<OrderCommand> {
  const order = await lockStaffOrder(tx, deps, staff, handle)
  const refund = await tx
    .selectFrom('order_refunds')
    .selectAll()
    .where('id', '=', refund_id)
    .where('order_id', '=', order.id)
    .executeTakeFirst()
  if (refund === undefined) throw new AppError('not_found')
  if (refund.status !== 'waiting') throw new AppError('already_decided')
  await settleNotices(tx, refund_id, staff.now)
  if (decision === 'refuse') {
    const decided = { status: 'refused', decided_by: staff.user_id, decided_at: staff.now }
    await tx.updateTable('order_refunds').set(decided).where('id', '=', refund_id).execute()
    return answer(tx, order, staff, { refund: refund.number, decision })
  }
  if (refund.actor_id === staff.user_id) throw new AppError('own_request')
  const currency = order.currency as Currency
  const { most_minor } = findRefundLimits(await readLimits(tx), staff.access, currency, 'orders')
  if (most_minor !== null && refund.amount_minor > most_minor)
    throw new AppError('refund_limit', { limit: { amount: toMajor(most_minor, currency), currency } })
  await requireRecentLogin(tx, staff, staff.now)
  const parts = await loadOrderParts(tx, order)
  const stored = await tx.selectFrom('order_refund_lines').selectAll().where('refund_id', '=', refund_id).execute()
  const planned = stored.map((row) => ({ line_id: row.line_id, quantity: row.quantity, part: readPart(row) }))
  requireLeft(parts, planned, currency)
  const stock: StockChoice = refund.cause === 'staff_waste' ? 'waste' : 'return'
  const waiting = { id: refund_id, requested_by: refund.actor_id }
  const how = { stock, why: refund.why, reason: refund.reason, author: toAuthor(staff, order) }
  await payRefund(tx, deps, order, { parts, planned, waiting }, how)
  return answer(tx, order, staff, { refund: refund.number, decision })
}

/** What was asked for may have been refunded otherwise meanwhile. Throws `refund_too_much`. */
function requireLeft(parts: OrderParts, planned: readonly RefundPart[], currency: Currency): void {
  for (const { line_id, quantity, part } of planned) {
    const line = parts.lines.find(({ id }) => id === line_id)
    const left = line?.left ?? parts.delivery.left
    const units = line === undefined ? 0 : line.quantity - line.refunded_quantity
    if (quantity > units || !isWithin(part, left)) {
      const most = { amount: toMajor(left.total_minor, currency), currency }
      throw new AppError('refund_too_much', { most }, [{ field: 'amount', key: 'refund_left', params: { most } }])
    }
  }
}

/** Whether every figure of a part is at most what is left of it. */
const isWithin = (part: SoldPart, left: SoldPart): boolean =>
  part.total_minor <= left.total_minor &&
  part.goods_minor <= left.goods_minor &&
  part.promotion_minor <= left.promotion_minor &&
  part.taxes.every((tax) => tax.amount_minor <= (left.taxes.find(({ code }) => code === tax.code)?.amount_minor ?? 0n))
