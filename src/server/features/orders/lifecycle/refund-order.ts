import { roundToCash } from '#contract/cash/cash.ts'
import type { Currency } from '#contract/money.ts'
import { toMajor } from '#contract/money.ts'
import { allocate } from '#contract/pricing/sale.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import { findCashStep, requireOpenShift, writeEntries, requireDrawerHolds } from '#server/features/cash/entries.ts'
import { toPaidOut } from '#server/features/cash/postings.ts'
import { postTransfer } from '#server/features/wallet/ledger/ledger.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import {
  readDelivery,
  readPart,
  subtractParts,
  takeAmount,
  takeUnits,
  toOrderAmounts,
  type OrderLineRow,
  type SoldPart,
} from '../order-amounts.ts'
import { toRefund, toRefundAfterRelease, toRelease, type OrderPosting, type OrderTerms } from '../order-postings.ts'
import type { OrderRow } from './change-status.ts'

export type OrderLine = OrderLineRow & { sold: SoldPart; left: SoldPart }
/** What an order sold and what is left of it after its refunds. */
export interface OrderParts {
  lines: OrderLine[]
  delivery: { sold: SoldPart; left: SoldPart }
}

/** Reads the lines of an order with what is left of each. */
export async function loadOrderParts(tx: Db | Tx, order: OrderRow): Promise<OrderParts> {
  const lines = await tx
    .selectFrom('order_lines')
    .selectAll()
    .where('order_id', '=', order.id)
    .orderBy('position')
    .execute()
  const refunded = await tx
    .selectFrom('order_refund_lines as l')
    .innerJoin('order_refunds as r', 'r.id', 'l.refund_id')
    .select(['l.line_id', 'l.goods_minor', 'l.promotion_minor', 'l.taxes', 'l.total_minor'])
    .where('r.order_id', '=', order.id)
    .where('r.status', '=', 'done')
    .execute()
  return toOrderParts(order, lines, refunded)
}

type RefundedPart = Parameters<typeof readPart>[0] & { line_id: string | null }

/** The parts of an order from its lines and what was refunded of them. */
export function toOrderParts(
  order: OrderRow,
  lines: readonly OrderLineRow[],
  refunded: readonly RefundedPart[],
): OrderParts {
  const refundedOf = (id: string | null) => refunded.filter(({ line_id }) => line_id === id).map(readPart)
  const delivery = readDelivery(order)
  return {
    lines: lines.map((line) => {
      const sold = readPart(line)
      return { ...line, sold, left: subtractParts(sold, refundedOf(line.id)) }
    }),
    delivery: { sold: delivery, left: subtractParts(delivery, refundedOf(null)) },
  }
}

/** Units of lines, the delivery, or an amount that is spread over everything that is left. */
export interface RefundRequest {
  lines: readonly { id: string; quantity: number }[]
  delivery: boolean
  amount_minor: bigint
}
/** A part of a refund: of a line, or of the delivery if `line_id` is null. */
export interface RefundPart {
  line_id: string | null
  quantity: number
  part: SoldPart
}

export const sumRefund = (parts: readonly RefundPart[]): bigint =>
  parts.reduce((all, { part }) => all + part.total_minor, 0n)

/** What is left to refund of an order. */
export const leftToRefund = ({ lines, delivery }: OrderParts): bigint =>
  lines.reduce((all, { left }) => all + left.total_minor, delivery.left.total_minor)

const tooMuch = (most_minor: bigint, currency: Currency, field: string) => {
  const most = { amount: toMajor(most_minor, currency), currency }
  return new AppError('refund_too_much', { most }, [{ field, key: 'refund_left', params: { most } }])
}

/** The parts of a refund. Throws 422 for a line of another order, and `refund_too_much` for more than is left. */
export function planRefund(parts: OrderParts, request: RefundRequest, currency: Currency): RefundPart[] {
  const planned: RefundPart[] = request.lines.map(({ id, quantity }) => {
    const line = parts.lines.find((line) => line.id === id)
    if (line === undefined) throw fieldError('lines', 'invalid')
    if (quantity > line.quantity - line.refunded_quantity) throw tooMuch(line.left.total_minor, currency, 'lines')
    return { line_id: id, quantity, part: takeUnits(line, quantity, currency) }
  })
  if (request.delivery) planned.push({ line_id: null, quantity: 0, part: parts.delivery.left })
  if (request.amount_minor === 0n) return planned
  const all = leftToRefund(parts)
  if (request.amount_minor > all) throw tooMuch(all, currency, 'amount')
  const of = [...parts.lines.map(({ id, left }) => ({ id, left })), { id: null, left: parts.delivery.left }]
  const shares = allocate(
    request.amount_minor,
    of.map(({ left }) => left.total_minor),
    currency,
  )
  return of.flatMap(({ id, left }, index) =>
    shares[index] === 0n ? [] : [{ line_id: id, quantity: 0, part: takeAmount(left, shares[index]!, currency) }],
  )
}

/** Lines that come back, as far as their units were not refunded otherwise meanwhile. Throws 422 for a line of another order. */
export function planReturnRefund(parts: OrderParts, lines: RefundRequest['lines'], currency: Currency): RefundPart[] {
  const left = lines.flatMap(({ id, quantity }) => {
    const line = parts.lines.find((line) => line.id === id)
    if (line === undefined) throw fieldError('lines', 'invalid')
    const units = Math.min(quantity, line.quantity - line.refunded_quantity)
    return units === 0 ? [] : [{ id, quantity: units }]
  })
  return planRefund(parts, { lines: left, delivery: false, amount_minor: 0n }, currency)
}

/** Everything that is left, of every line and the delivery. */
export const planFullRefund = ({ lines, delivery }: OrderParts): RefundPart[] =>
  [
    ...lines.map((line) => ({ line_id: line.id, quantity: line.quantity - line.refunded_quantity, part: line.left })),
    { line_id: null, quantity: 0, part: delivery.left },
  ].filter(({ quantity, part }) => quantity > 0 || part.total_minor > 0n)

export const termsOf = ({ user_id, branch_id, commission, delivered_by }: OrderRow): OrderTerms => ({
  user_id: user_id!,
  branch_id,
  commission_thousandths: commission,
  delivered_by: delivered_by as 'branch' | 'us',
})

const amountsOf = (parts: readonly RefundPart[]) =>
  toOrderAmounts(
    parts.filter(({ line_id }) => line_id !== null).map(({ part }) => part),
    parts.find(({ line_id }) => line_id === null)?.part ?? null,
  )
const leftOf = ({ lines, delivery }: OrderParts) =>
  toOrderAmounts(
    lines.map(({ left }) => left),
    delivery.left,
  )

export interface RefundRecord {
  cause: string
  /** The cause that staff named. */
  why?: string | null
  reason: string | null
  actor_id: string | null
  at: Date
  /** A refund that waited for this decision. */
  waiting?: { id: string; decided_by: string } | undefined
  /** Where an account that paid at a counter gets it: its wallet without it. */
  to?: 'wallet' | 'drawer'
}

interface Payee {
  /** Where the refund goes; undefined for the wallet of whoever ordered. */
  paid: OrderPosting[] | undefined
  /** Writes it to the shift whose drawer pays it. */
  write: (transfer_id: string) => Promise<void>
}

/**
 * An order without an account is refunded out of the drawer of the person who refunds it, and another one where they say so.
 * Throws `shift_needed` for a person without an open shift at the branch, and `drawer_short`.
 */
async function findPayee(
  tx: Tx,
  { id, user_id, branch_id, currency }: OrderRow,
  amount_minor: bigint,
  { actor_id, at, reason, to }: RefundRecord,
): Promise<Payee> {
  if (user_id !== null && to !== 'drawer') return { paid: undefined, write: () => Promise.resolve() }
  if (actor_id === null) throw new AppError('shift_needed')
  const shift = await requireOpenShift(tx, { user_id: actor_id, branch_id })
  const paid_minor = roundToCash(amount_minor, await findCashStep(tx, currency as Currency))
  const rounding_minor = amount_minor - paid_minor
  await requireDrawerHolds(tx, shift, paid_minor)
  return {
    paid: toPaidOut(shift.id, amount_minor, paid_minor) as OrderPosting[],
    write: (transfer_id) =>
      writeEntries(
        tx,
        { shift_id: shift.id, transfer_id, actor_id, at },
        // Less than half a step is nothing in coins.
        paid_minor === 0n
          ? []
          : [{ kind: 'refund', method: 'cash', amount_minor: -paid_minor, rounding_minor, order_id: id, reason }],
      ),
  }
}

/**
 * Refunds parts of a locked order to its customer's wallet, or out of a drawer where it was sold at a counter to somebody
 * without one, and keeps what was refunded of each line. Returns the order as it is now. Throws
 * `shift_needed`. No money moves for parts that cost nothing or whose money was refunded before; their units count all the
 * same.
 */
export async function refundOrder(
  tx: Tx,
  order: OrderRow,
  parts: OrderParts,
  refunded: readonly RefundPart[],
  { waiting, to, ...record }: RefundRecord,
): Promise<OrderRow> {
  const { at } = record
  const amount_minor = sumRefund(refunded)
  await countRefunded(tx, refunded)
  if (amount_minor === 0n) return order
  const currency = order.currency as Currency
  const number = await findRefundNumber(tx, order, waiting?.id)
  const terms = termsOf(order)
  const { paid, write } = await findPayee(tx, order, amount_minor, { ...record, ...(to !== undefined && { to }) })
  const { transfer_id } = await postTransfer(tx, {
    kind: 'refund',
    reference: `${order.id}/${number}`,
    description: `order:${order.order_number}`,
    currency,
    at,
    postings:
      order.released_at === null
        ? toRefund(amountsOf(refunded), terms, paid)
        : toRefundAfterRelease(leftOf(parts), amountsOf(refunded), terms, paid),
  })
  await write(transfer_id)
  if (waiting === undefined) {
    const id = newId(at.getTime())
    const row = { id, order_id: order.id, number, amount_minor, ...record, transfer_id }
    await tx.insertInto('order_refunds').values(row).execute()
    await writeRefundLines(tx, id, refunded)
  } else
    await tx
      .updateTable('order_refunds')
      .set({ status: 'done', transfer_id, decided_by: waiting.decided_by, decided_at: at })
      .where('id', '=', waiting.id)
      .execute()
  const delivery_minor = refunded.find(({ line_id }) => line_id === null)?.part.total_minor ?? 0n
  const all_minor = order.refunded_minor + amount_minor
  const after = await tx
    .updateTable('orders')
    .set((of) => ({
      refunded_minor: all_minor,
      delivery_refunded_minor: order.delivery_refunded_minor + delivery_minor,
      refund_status: all_minor === order.total_minor ? 'full' : 'partial',
      version: of('version', '+', 1),
    }))
    .where('id', '=', order.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return after as OrderRow
}

async function countRefunded(tx: Tx, refunded: readonly RefundPart[]): Promise<void> {
  for (const { line_id, quantity, part } of refunded)
    if (line_id !== null)
      await tx
        .updateTable('order_lines')
        .set((of) => ({
          refunded_quantity: of('refunded_quantity', '+', quantity),
          refunded_minor: of('refunded_minor', '+', part.total_minor),
        }))
        .where('id', '=', line_id)
        .execute()
}

async function findRefundNumber(tx: Tx, { id }: OrderRow, waiting_id: string | undefined): Promise<number> {
  const rows = await tx.selectFrom('order_refunds').select(['id', 'number']).where('order_id', '=', id).execute()
  return rows.find((row) => row.id === waiting_id)?.number ?? Math.max(0, ...rows.map(({ number }) => number)) + 1
}

/** Stores the parts of a refund that is done or waits. */
export async function writeRefundLines(tx: Tx, refund_id: string, parts: readonly RefundPart[]): Promise<void> {
  await tx
    .insertInto('order_refund_lines')
    .values(
      parts.map(({ line_id, quantity, part: { taxes, ...part } }) => ({
        id: newId(),
        refund_id,
        line_id,
        quantity,
        ...part,
        taxes: JSON.stringify(taxes.map(({ code, amount_minor }) => ({ code, amount_minor: String(amount_minor) }))),
      })),
    )
    .execute()
}

/** Gives the money of an order that is over to whom it belongs, less what was refunded; once. */
export async function releaseMoney(tx: Tx, order: OrderRow, at: Date): Promise<OrderRow> {
  if (order.payment_status !== 'paid' || order.released_at !== null) return order
  const postings = toRelease(leftOf(await loadOrderParts(tx, order)), termsOf(order))
  if (postings.some(({ amount_minor }) => amount_minor !== 0n))
    await postTransfer(tx, {
      kind: 'order_release',
      reference: order.id,
      description: `order:${order.order_number}`,
      currency: order.currency as Currency,
      at,
      postings,
    })
  await tx.updateTable('orders').set({ released_at: at }).where('id', '=', order.id).execute()
  return { ...order, released_at: at }
}

/** The id of an order's newest refund, which `refundOrder` has just made. */
export async function findNewestRefund(tx: Tx, order_id: string): Promise<string | null> {
  const refund = await tx
    .selectFrom('order_refunds')
    .select('id')
    .where('order_id', '=', order_id)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return refund?.id ?? null
}
