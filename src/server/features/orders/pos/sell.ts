import { sql } from 'kysely'
import { splitPayment, type CashPart } from '#contract/cash/cash.ts'
import type { AnswerOf, ParsedBody } from '#contract/endpoint.ts'
import { toMajor, toMinor, type Currency } from '#contract/money.ts'
import type { createSale as saleEndpoint } from '#contract/orders/desk/pos.ts'
import { parseAmount } from '#server/amounts.ts'
import type { Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import type { Audited } from '#server/features/access/change.ts'
import { getShopBranchById } from '#server/features/branches/queries.ts'
import type { OfferedSlot } from '#server/features/branches/slots.ts'
import { priceCart, type PricedCart } from '#server/features/cart/price.ts'
import { needsOf } from '#server/features/cart/queries.ts'
import { findCashStep, hasSlip, requireOpenShift, writeEntries, type OpenShift } from '#server/features/cash/entries.ts'
import { toTaken } from '#server/features/cash/postings.ts'
import { postTransfer } from '#server/features/wallet/ledger/ledger.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import { requireAvailable, requireSeenPrice, requireTypes, type CheckedOrder } from '../create/check-order.ts'
import { chooseSlot } from '../create/choose-slot.ts'
import { sumLines, toLineRows, toOrderRow } from '../create/order-rows.ts'
import { takeToken } from '../create/place.ts'
import type { OrderCaller, OrderRequest } from '../create/request.ts'
import { findVehicle, requireVehicleFits } from '../create/vehicle.ts'
import { writeOrderHistory, type OrderRow } from '../lifecycle/change-status.ts'
import { releaseMoney, termsOf, toOrderParts } from '../lifecycle/refund-order.ts'
import { toOrderAmounts } from '../order-amounts.ts'
import { toSold } from '../order-postings.ts'
import { makeCart } from '../phone/lines.ts'
import { countUses } from '../promotion-uses.ts'
import { reserveSlots } from '../slots-taken.ts'
import type { Staff } from '../staff/staff-order.ts'
import { reserveStock, sellStock } from '../stock.ts'

type SaleRequest = ParsedBody<typeof saleEndpoint>
type Sale = AnswerOf<typeof saleEndpoint>

/** Whether somebody works on what is sold, so that it is done at a time; anything else is handed over at once. */
export const hasWork = ({ sold }: Pick<PricedCart, 'sold'>): boolean => sold.some(({ item }) => item.kind === 'service')

/**
 * Sells over the counter of the caller's open shift: the drawer and the terminal take the price, and what needs no work is
 * handed over at once. A sale that is sent again returns what it was. Throws `shift_needed`, `cash_short`, `slip_used`, and as
 * `checkOrder` what stands in the way of an order; 422 for a terminal that takes too much, or work without a time.
 */
export async function createSale(tx: Tx, staff: Staff, request: SaleRequest): Promise<Audited<Sale>> {
  const { user_id, now } = staff
  // Two tabs that send one sale wait for each other here.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sale ${request.id}`}, 0))`.execute(tx)
  const before = await findSale(tx, request, user_id)
  if (before !== undefined) return { answer: before, changes: [] }
  const shift = await requireOpenShift(tx, { user_id })
  const { checked, caller } = await checkSale(tx, staff, shift, request)
  const total_minor = checked.priced.sale.total_minor
  const payment = await readPayment(tx, shift, request, total_minor)
  const isDone = !hasWork(checked.priced)
  const { stored, sold } = await writeSale(tx, { checked, caller, request, payment, isDone })
  await postSale(tx, shift, stored, { sold, payment }, staff)
  const taken = sold.map(({ id, stock_level_id, quantity }) => ({ id, stock_level_id, quantity }))
  const stockOrder = { id: stored.id, actor_id: user_id }
  await reserveStock(tx, stockOrder, taken, now)
  if (isDone) {
    await releaseMoney(tx, stored, now)
    await sellStock(tx, stockOrder, taken, now)
  } else await reserveSlots(tx, { id: stored.id, branch_id: shift.branch_id }, checked.slot.takes)
  const answer = toSale(stored, payment)
  const { order_number, total, cash, terminal } = answer
  const after = { order_number, total, ...(cash && { cash: cash.due }), ...(terminal && { terminal }) }
  return { answer, changes: [{ kind: 'order', id: stored.id, branch_id: shift.branch_id, after }] }
}

/** Reads what a sale depends on and checks it, at the prices of now. */
async function checkSale(
  tx: Tx,
  { user_id, language, locale, now }: Staff,
  shift: OpenShift,
  { lines, slot, plate, vehicle_type_id, key, note, total }: SaleRequest,
): Promise<{ checked: CheckedOrder; caller: OrderCaller }> {
  const caller: OrderCaller = {
    user: { user_id, language },
    locale,
    now,
    staff: { actor: 'employee', actor_id: user_id, amends: null },
  }
  const branch = await getShopBranchById(tx, shift.branch_id)
  if (branch.status !== 'active') throw new AppError('branch_closed', { branch: branch.name })
  const cart = await makeCart(tx, branch, { lines, promo_code: undefined }, { locale, now })
  const request: OrderRequest = {
    order_type: 'takeaway',
    slot: slot ?? now.toISOString(),
    plate,
    vehicle_type_id,
    key,
    note,
    total,
    accept_terms: true,
    hold: false,
  }
  const priced = await priceCart(tx, cart, { order_type: 'takeaway' }, undefined, now)
  await requireAvailable(tx, cart, priced, request, caller)
  requireTypes(priced, request, caller)
  const vehicle = await findVehicle(tx, priced, request, null, user_id)
  requireVehicleFits(priced, vehicle, locale)
  const chosen = await findTime(tx, priced, request, slot, now)
  await requireSeenPrice(tx, cart, priced, request, caller)
  const destination = { park_id: null, level: null, bay: null, distance_m: null, address: null, booking: null }
  return { checked: { request, cart, priced, slot: chosen, destination, vehicle }, caller }
}

/** When the work is done; now for what is handed over at once. */
async function findTime(
  tx: Tx,
  priced: PricedCart,
  request: OrderRequest,
  slot: string | undefined,
  now: Date,
): Promise<OfferedSlot> {
  if (!hasWork(priced)) return { starts_at: now, ends_at: now, takes: [] }
  if (slot === undefined) throw fieldError('slot', 'required')
  const at = { order_type: request.order_type, slot, park: undefined, lead_minutes: 0, booking: null }
  return chooseSlot(tx, priced.branch, needsOf(priced, 'takeaway'), at, now)
}

interface Payment {
  terminal_minor: bigint
  slip: string | null
  slip_repeated: boolean
  cash: CashPart | null
}

/** What the drawer and the terminal take. Throws `cash_short`, `slip_used`, and 422 for more than the price. */
async function readPayment(
  tx: Tx,
  { id, currency }: OpenShift,
  { terminal, tendered, again = false }: SaleRequest,
  total_minor: bigint,
): Promise<Payment> {
  const terminal_minor = terminal === undefined ? 0n : parseAmount('terminal', terminal.amount, currency)
  if (terminal !== undefined && terminal_minor === 0n) throw fieldError('terminal', 'too_small')
  const tendered_minor = tendered === undefined ? undefined : parseAmount('tendered', tendered, currency)
  const split = splitPayment(total_minor, { terminal_minor, tendered_minor }, await findCashStep(tx, currency))
  const money = (minor: bigint) => ({ amount: toMajor(minor, currency), currency })
  if (split.kind === 'too_much') throw fieldError('terminal', 'terminal_too_much', { most: money(total_minor) })
  if (split.kind === 'short') throw new AppError('cash_short', { due: money(split.due_minor) })
  const slip_repeated = terminal !== undefined && (await hasSlip(tx, id, terminal.slip))
  if (slip_repeated && !again) throw new AppError('slip_used', { slip: terminal!.slip })
  return { terminal_minor, slip: terminal?.slip ?? null, slip_repeated, cash: split.cash }
}

const methodOf = ({ terminal_minor, cash }: Payment) =>
  terminal_minor === 0n ? ('cash' as const) : cash === null ? ('terminal' as const) : ('several' as const)

interface NewSale {
  checked: CheckedOrder
  caller: OrderCaller
  request: SaleRequest
  payment: Payment
  isDone: boolean
}

async function writeSale(tx: Tx, { checked, caller, request, payment, isDone }: NewSale) {
  const { user, now } = caller
  const row = { ...toOrderRow(checked, caller, false), id: request.id, user_id: null, source: 'pos' }
  const lines = toLineRows(checked, row.id, now)
  const offers = checked.priced.sale.lines.flatMap(({ offer }) => offer ?? [])
  await countUses(tx, user.user_id, null, offers)
  const status = isDone ? ('completed' as const) : ('accepted' as const)
  const order = {
    ...row,
    ...sumLines(row, lines),
    token: await takeToken(tx, checked),
    status,
    payment_method: methodOf(payment),
    next_step_at: null,
  }
  const stored = (await tx.insertInto('orders').values(order).returningAll().executeTakeFirstOrThrow()) as OrderRow
  const sold = await tx
    .insertInto('order_lines')
    .values(lines.map(({ cart_line_id: _line, ...line }) => line))
    .returningAll()
    .execute()
  await writeOrderHistory(tx, {
    order_id: row.id,
    from: null,
    to: status,
    cause: isDone ? 'sold_and_handed_over' : 'sold',
    actor: 'seller',
    actor_id: user.user_id,
    at: now,
  })
  return { stored, sold }
}

/** Moves the price from the drawer and the terminal to where it waits at the branch. */
async function postSale(
  tx: Tx,
  shift: OpenShift,
  order: OrderRow,
  { sold, payment }: { sold: Parameters<typeof toOrderParts>[1]; payment: Payment },
  { user_id, now }: Staff,
): Promise<void> {
  const { id: order_id, order_number, total_minor } = order
  if (total_minor === 0n) return
  const { terminal_minor, cash, slip, slip_repeated } = payment
  const { lines, delivery } = toOrderParts(order, sold, [])
  const amounts = toOrderAmounts(
    lines.map((line) => line.sold),
    delivery.sold,
  )
  const drawer = { shift_id: shift.id, branch_id: shift.branch_id }
  const taken = toTaken(drawer, {
    cash_minor: cash?.amount_minor ?? 0n,
    rounding_minor: cash?.rounding_minor ?? 0n,
    terminal_minor,
  })
  const { transfer_id } = await postTransfer(tx, {
    kind: 'order',
    reference: order_id,
    description: `order:${order_number}`,
    currency: order.currency as Currency,
    at: now,
    postings: toSold(amounts, taken as Parameters<typeof toSold>[1], termsOf(order)),
  })
  const paid = [
    ...(cash === null ? [] : [{ method: 'cash' as const, amount_minor: cash.amount_minor }]),
    ...(terminal_minor === 0n ? [] : [{ method: 'terminal' as const, amount_minor: terminal_minor }]),
  ]
  await tx
    .insertInto('order_payments')
    .values(paid.map((part) => ({ id: newId(now.getTime()), order_id, transfer_id, ...part, at: now })))
    .execute()
  const entry = { kind: 'sale' as const, order_id }
  await writeEntries(tx, { shift_id: shift.id, transfer_id, actor_id: user_id, at: now }, [
    ...(cash === null
      ? []
      : [
          {
            ...entry,
            method: 'cash' as const,
            amount_minor: cash.due_minor,
            rounding_minor: cash.rounding_minor,
          },
        ]),
    ...(terminal_minor === 0n
      ? []
      : [{ ...entry, method: 'terminal' as const, amount_minor: terminal_minor, slip, slip_repeated }]),
  ])
}

function toSale(
  { id, order_number, token, status, total_minor, currency: code, slot_starts_at }: OrderRow,
  { cash, terminal_minor }: Payment,
): Sale {
  const currency = code as Currency
  const money = (minor: bigint) => ({ amount: toMajor(minor, currency), currency })
  return {
    id,
    order_number,
    token,
    status,
    total: money(total_minor),
    cash: cash && {
      due: money(cash.due_minor),
      tendered: money(cash.due_minor + cash.change_minor),
      change: money(cash.change_minor),
    },
    terminal: terminal_minor === 0n ? null : money(terminal_minor),
    slot_starts_at: status === 'accepted' ? slot_starts_at.toISOString() : null,
  }
}

/**
 * A sale that was booked before, with the change for what is said to be given. Throws `sale_exists` for another person's, and
 * for one of other things: after a lost answer, what was changed meanwhile must not pass for sold.
 */
async function findSale(
  tx: Tx,
  { id, tendered, lines, total }: SaleRequest,
  user_id: string,
): Promise<Sale | undefined> {
  const order = (await tx.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst()) as
    | OrderRow
    | undefined
  if (order === undefined) return undefined
  if (order.source !== 'pos' || order.placed_by !== user_id) throw new AppError('sale_exists')
  const sold = await tx.selectFrom('order_lines').select('quantity').where('order_id', '=', id).execute()
  const count = (all: readonly { quantity: number }[]) => all.reduce((sum, { quantity }) => sum + quantity, 0)
  const isSame = toMinor(total, order.currency as Currency) === order.total_minor && count(sold) === count(lines)
  if (!isSame) throw new AppError('sale_exists')
  const entries = await tx
    .selectFrom('shift_entries')
    .selectAll()
    .where('order_id', '=', id)
    .where('kind', '=', 'sale')
    .execute()
  const cash = entries.find(({ method }) => method === 'cash')
  const due_minor = cash?.amount_minor ?? 0n
  const given_minor = tendered === undefined ? due_minor : parseAmount('tendered', tendered, order.currency as Currency)
  return toSale(order, {
    terminal_minor: entries.find(({ method }) => method === 'terminal')?.amount_minor ?? 0n,
    slip: null,
    slip_repeated: false,
    cash:
      cash === undefined
        ? null
        : {
            amount_minor: due_minor - cash.rounding_minor,
            rounding_minor: cash.rounding_minor,
            due_minor,
            change_minor: given_minor > due_minor ? given_minor - due_minor : 0n,
          },
  })
}
