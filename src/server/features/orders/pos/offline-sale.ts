import { sql } from 'kysely'
import { roundToCash } from '#contract/cash/cash.ts'
import type { AnswerOf, ParsedBody } from '#contract/endpoint.ts'
import { formatMoney, toMajor, type Currency } from '#contract/money.ts'
import type { sendOfflineSale as offlineEndpoint } from '#contract/orders/desk/offline-sales.ts'
import { parseAmount } from '#server/amounts.ts'
import type { Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import type { Audited } from '#server/features/access/change.ts'
import { getShopBranchById } from '#server/features/branches/shop-branch.ts'
import { findCashStep, lockOfflineShift, writeEntries } from '#server/features/cash/entries.ts'
import { postTransfer } from '#server/features/wallet/ledger/ledger.ts'
import { AppError } from '#server/http/errors.ts'
import { translate } from '#server/output/translate.ts'
import type { CheckedOrder } from '../create/check-order.ts'
import { sumLines, toLineRows, toOrderRow } from '../create/order-rows.ts'
import { takeToken } from '../create/place.ts'
import type { OrderCaller, OrderRequest } from '../create/request.ts'
import { writeOrderHistory, type OrderRow } from '../lifecycle/change-status.ts'
import { releaseMoney, termsOf, toOrderParts } from '../lifecycle/refund-order.ts'
import { toOrderAmounts } from '../order-amounts.ts'
import { toSold } from '../order-postings.ts'
import { countUses } from '../promotion-uses.ts'
import type { Staff } from '../staff/staff-order.ts'
import { reserveStock, sellStock } from '../stock.ts'
import { nameWithdrawn, priceOfflineLines, toWithdrawnRows } from './offline-lines.ts'

type Request = ParsedBody<typeof offlineEndpoint>
type Done = AnswerOf<typeof offlineEndpoint>

/**
 * Books a sale that a counter made without a network: once by the id of its device, in the shift in which it was made, also
 * after that was closed. Its lines have the prices of now, or what was charged for what is sold no more, and its drawer what was
 * taken; what the two differ by, and stock that was not there, stand in the sale's line of the shift. Throws `not_found` for
 * another person's shift, and `sale_exists`.
 */
export async function bookOfflineSale(
  tx: Tx,
  staff: Staff,
  shift_id: string,
  request: Request,
): Promise<Audited<Done>> {
  const { now } = staff
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sale ${request.id}`}, 0))`.execute(tx)
  const before = await tx
    .selectFrom('orders')
    .select(['order_number', 'source'])
    .where('id', '=', request.id)
    .executeTakeFirst()
  if (before !== undefined) {
    // The sale of another device, or of another shift.
    if (before.source !== 'pos' || !(await mayBeOf(tx, staff, shift_id, request.id))) throw new AppError('sale_exists')
    return { answer: { order_number: before.order_number, difference: null }, changes: [] }
  }
  const shift = await lockOfflineShift(tx, staff, shift_id, request.operator_id)
  const user_id = shift.actor_id
  const currency = shift.currency as Currency
  const taken_minor = parseAmount('total', request.total, currency)
  const tendered_minor =
    request.tendered === undefined ? undefined : parseAmount('tendered', request.tendered, currency)
  const { order, sold, withdrawn } = await writeSale(tx, { ...staff, user_id }, shift.branch_id, request)
  const due_minor = roundToCash(taken_minor, await findCashStep(tx, currency))
  const difference_minor = taken_minor - order.total_minor
  const missing = await takeStock(tx, order, sold, { user_id, now })
  const money = (minor: bigint) => formatMoney(toMajor(minor, currency), currency, staff.locale)
  const detail = [
    ...(difference_minor === 0n
      ? []
      : [
          translate(staff.locale, 'papers.offline_sale.price', {
            taken: money(taken_minor),
            price: money(order.total_minor),
          }),
        ]),
    ...withdrawn.map((item) => translate(staff.locale, 'papers.offline_sale.withdrawn', { item })),
    ...missing.map(({ name, quantity }) =>
      translate(staff.locale, 'papers.offline_sale.stock', { item: name, count: quantity }),
    ),
  ].join(' · ')
  const rounding_minor = due_minor - taken_minor
  const amounts = toOrderAmounts(
    toOrderParts(order, sold, []).lines.map((line) => line.sold),
    null,
  )
  // A closed shift's drawer is empty: what it was short or over by already has this money.
  const holder =
    shift.closed_at === null
      ? ({ kind: 'cash_drawer', owner: shift.id } as const)
      : ({ kind: 'cash_discrepancy', owner: shift.branch_id } as const)
  const taken = [
    { account: holder, amount_minor: -due_minor },
    { account: { kind: 'cash_rounding', owner: '' } as const, amount_minor: rounding_minor },
    { account: { kind: 'cash_discrepancy', owner: shift.branch_id } as const, amount_minor: difference_minor },
  ].filter(({ amount_minor }) => amount_minor !== 0n)
  const { transfer_id } = await postTransfer(tx, {
    kind: 'order',
    reference: order.id,
    description: `order:${order.order_number}`,
    currency,
    at: now,
    postings: toSold(amounts, taken as Parameters<typeof toSold>[1], termsOf(order)),
  })
  if (order.total_minor > 0n)
    await tx
      .insertInto('order_payments')
      .values({
        id: newId(now.getTime()),
        order_id: order.id,
        transfer_id,
        method: 'cash',
        amount_minor: order.total_minor,
        at: now,
      })
      .execute()
  await writeEntries(tx, { shift_id, transfer_id, actor_id: user_id, at: now }, [
    {
      kind: 'sale',
      method: 'cash',
      amount_minor: due_minor,
      rounding_minor,
      difference_minor,
      is_late: shift.closed_at !== null,
      tendered_minor: tendered_minor !== undefined && tendered_minor > due_minor ? tendered_minor : due_minor,
      order_id: order.id,
      detail: detail === '' ? null : detail.slice(0, 400),
    },
  ])
  await releaseMoney(tx, order, now)
  const after = {
    order_number: order.order_number,
    total: { amount: request.total, currency },
    ...(detail !== '' && { detail }),
  }
  return {
    answer: { order_number: order.order_number, difference: detail === '' ? null : detail },
    changes: [{ kind: 'order', id: order.id, branch_id: shift.branch_id, after }],
  }
}

/** Whether a sale of a shift was made by whoever sends it, or at the counter that they have unlocked. */
async function mayBeOf(tx: Tx, { user_id, shift_id: unlocked }: Staff, shift_id: string, order_id: string) {
  const { rows } = await sql`select from shift_entries e join shifts s on s.id = e.shift_id
    where e.order_id = ${order_id}::uuid and e.shift_id = ${shift_id}::uuid
      and (s.opened_by = ${user_id}::uuid or s.id = ${unlocked ?? null}::uuid)`.execute(tx)
  return rows.length > 0
}

async function writeSale(
  tx: Tx,
  { user_id, language, locale, now }: Staff,
  branch_id: string,
  { id, lines, sold_at, note, total }: Request,
) {
  const branch = await getShopBranchById(tx, branch_id)
  const offline = await priceOfflineLines(tx, branch, { lines, total }, now)
  const { priced } = offline
  const caller: OrderCaller = {
    user: { user_id, language },
    locale,
    now,
    staff: { actor: 'employee', actor_id: user_id, amends: null },
  }
  const request: OrderRequest = {
    order_type: 'takeaway',
    slot: now.toISOString(),
    note,
    total,
    accept_terms: true,
    hold: false,
  }
  const destination = { park_id: null, level: null, bay: null, distance_m: null, address: null, booking: null }
  const slot = { starts_at: now, ends_at: now, takes: [] }
  const unused = { id: '', touched_at: now, checkout_at: null, last_key: null, last_body_hash: null }
  const cart = { ...unused, branch_id, promo_code: null, lines: priced.sold.map(({ stored: line }) => line) }
  const checked: CheckedOrder = { request, cart, priced, slot, destination, vehicle: null }
  const row = { ...toOrderRow(checked, caller, 'wallet'), id, user_id: null, source: 'pos' }
  const current = toLineRows(checked, id, now)
  const lineRows = [...current, ...(await toWithdrawnRows(tx, offline, current, id))]
  await countUses(
    tx,
    user_id,
    null,
    priced.sale.lines.flatMap(({ offer }) => offer ?? []),
  )
  const state = { status: 'completed' as const, payment_method: 'cash', next_step_at: null }
  const order = { ...row, ...sumLines(row, lineRows), token: await takeToken(tx, checked), ...state }
  const stored = (await tx.insertInto('orders').values(order).returningAll().executeTakeFirstOrThrow()) as OrderRow
  const sold = await tx
    .insertInto('order_lines')
    .values(lineRows.map(({ cart_line_id: _line, ...line }) => line))
    .returningAll()
    .execute()
  await writeOrderHistory(tx, {
    order_id: id,
    from: null,
    to: 'completed',
    cause: 'sold_and_handed_over',
    actor: 'seller',
    actor_id: user_id,
    at: now,
    detail: { sold_at },
  })
  const withdrawn = offline.withdrawn.map((line) => nameWithdrawn(line, language === 'fr'))
  return { order: stored, sold, withdrawn }
}

interface Sold {
  id: string
  name: string
  stock_level_id: string | null
  quantity: number
}

/** Takes as much of the stock as there is, and returns what there was not. */
async function takeStock(
  tx: Tx,
  { id }: OrderRow,
  sold: readonly Sold[],
  { user_id, now }: Pick<Staff, 'user_id' | 'now'>,
): Promise<{ name: string; quantity: number }[]> {
  const ids = [...new Set(sold.flatMap(({ stock_level_id }) => stock_level_id ?? []))].toSorted()
  const { rows } = await sql<{ id: string; left: number }>`
    select id, greatest(on_hand - reserved, 0) as left from stock_levels where id = any(${ids}::uuid[])
    order by id for no key update`.execute(tx)
  const left = new Map(rows.map((row) => [row.id, row.left]))
  const missing: { name: string; quantity: number }[] = []
  const taken = sold.map(({ id: line, name, stock_level_id, quantity }) => {
    if (stock_level_id === null) return { id: line, stock_level_id, quantity }
    const had = Math.min(left.get(stock_level_id) ?? 0, quantity)
    left.set(stock_level_id, (left.get(stock_level_id) ?? 0) - had)
    if (had < quantity) missing.push({ name, quantity: quantity - had })
    return { id: line, stock_level_id, quantity: had }
  })
  const order = { id, actor_id: user_id }
  await reserveStock(tx, order, taken, now)
  await sellStock(tx, order, taken, now)
  return missing
}
