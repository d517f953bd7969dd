import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import type { OrderDetails } from '#contract/orders/orders.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { settleDebts } from '#server/features/bookings/lifecycle/outstanding-debts.ts'
import { lockCart } from '#server/features/cart/store.ts'
import { AppError } from '#server/http/errors.ts'
import { toHistoryRow, type OrderRow } from '../lifecycle/change-status.ts'
import { toOrderParts } from '../lifecycle/refund-order.ts'
import { notifyOfStep } from '../order-mails.ts'
import { countUses } from '../promotion-uses.ts'
import { getNewOrderDetails } from '../queries.ts'
import { reserveSlots } from '../slots-taken.ts'
import { reserveStock } from '../stock.ts'
import { checkOrder, requireCash, type CheckedOrder } from './check-order.ts'
import { maxHeldOrders, sumLines, toLineRows, toOrderRow, type NewOrder, type NewPayment } from './order-rows.ts'
import { postPayment } from './payment.ts'
import type { OrderCaller, OrderRequest, PlacingStaff } from './request.ts'

/** Violated when a concurrent transaction took the place or the money after this one read them; it is told by reading again. */
export const taken: ReadonlySet<string> = new Set([
  'customer_balance_not_negative',
  'slot_days_not_full',
  'stock_levels_enough',
  'orders_number_key',
])

/**
 * Places an order of everything in the account's cart and pays it from the wallet, or leaves it to be paid in cash. Throws like
 * `checkOrder` and `requireCash`, `insufficient_balance` and `too_many_held_orders`; what others take meanwhile is an error of the database (`taken`).
 */
export async function placeOrder(
  tx: Tx,
  deps: Deps,
  caller: OrderCaller,
  request: OrderRequest,
): Promise<OrderDetails> {
  const cart = await lockCart(tx, { user_id: caller.user.user_id })
  if (cart === undefined) throw new AppError('cart_empty')
  const checked = await checkOrder(tx, cart, request, caller)
  const payment = await choosePayment(tx, checked, caller)
  if (payment === 'held') await requireHoldsLeft(tx, caller)
  return writeOrder(tx, deps, checked, caller, payment)
}

/** How a checked order is paid. Throws like `requireCash`, and `insufficient_balance` unless it is to be held then. */
async function choosePayment(tx: Tx, checked: CheckedOrder, caller: OrderCaller): Promise<NewPayment> {
  if (checked.request.pay_with !== 'cash') return (await canPay(tx, checked, caller)) ? 'wallet' : 'held'
  const { user, now } = caller
  const { currency } = checked.priced.branch
  await requireCash(tx, checked.priced, checked.request, { user_id: user.user_id, now })
  await settleDebts(tx, user.user_id, { total_minor: 0n, currency }, now)
  return checked.priced.sale.total_minor === 0n ? 'wallet' : 'cash'
}

/**
 * Holds a checked order that staff place for a customer, who gets a link to pay it, or places it to be paid in cash. What costs
 * nothing is placed at once.
 * Throws `too_many_held_orders`; what others take meanwhile is an error of the database.
 */
export async function holdForCustomer(
  tx: Tx,
  deps: Deps,
  checked: CheckedOrder,
  caller: OrderCaller & { staff: PlacingStaff },
): Promise<OrderDetails> {
  const { contact, inCash } = caller.staff
  const isFree = checked.priced.sale.total_minor === 0n
  if (inCash === true) {
    const user_id = contact === undefined ? caller.user.user_id : null
    await requireCash(tx, checked.priced, checked.request, { user_id, phone: contact?.phone, now: caller.now })
  } else if (!isFree && contact === undefined) await requireHoldsLeft(tx, caller)
  return writeOrder(tx, deps, checked, caller, isFree ? 'wallet' : inCash === true ? 'cash' : 'held')
}

/** Holds a checked order that is to replace a line, also where it costs nothing. Throws as `holdForCustomer`. */
export async function holdSubstitute(
  tx: Tx,
  deps: Deps,
  checked: CheckedOrder,
  caller: OrderCaller & { staff: PlacingStaff },
): Promise<OrderDetails> {
  await requireHoldsLeft(tx, caller)
  return writeOrder(tx, deps, checked, caller, 'held')
}

/**
 * Pays what the customer owes and says whether the wallet holds the total as well. Throws `insufficient_balance` unless the
 * order is to be held then.
 */
async function canPay(tx: Tx, { request, priced }: CheckedOrder, { user, now }: OrderCaller): Promise<boolean> {
  const { total_minor } = priced.sale
  try {
    await settleDebts(tx, user.user_id, { total_minor, currency: priced.branch.currency }, now)
    return true
  } catch (error) {
    if (!request.hold || !(error instanceof AppError) || error.code !== 'insufficient_balance') throw error
    return false
  }
}

/** Locks the account first, so that concurrent holds are counted too. Throws `too_many_held_orders`. */
async function requireHoldsLeft(tx: Tx, { user, now }: OrderCaller): Promise<void> {
  await sql`select from users where id = ${user.user_id} for no key update`.execute(tx)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from orders
    where user_id = ${user.user_id} and status = 'pending' and held_until > ${now}::timestamptz`.execute(tx)
  if (rows[0]!.count >= maxHeldOrders) throw new AppError('too_many_held_orders', { most: maxHeldOrders })
}

/** Writes a checked order: uses, rows, money, mail, and last what others wait for, stock and slots. */
async function writeOrder(
  tx: Tx,
  deps: Deps,
  checked: CheckedOrder,
  caller: OrderCaller,
  payment: NewPayment,
): Promise<OrderDetails> {
  const { user, now, staff } = caller
  const { priced, cart, slot } = checked
  const { contact } = staff ?? {}
  const ordered = toOrderRow(checked, caller, payment)
  const row =
    contact === undefined
      ? ordered
      : { ...ordered, user_id: null, contact_name: contact.name, contact_phone: contact.phone }
  const lines = toLineRows(checked, row.id, now)
  const offers = priced.sale.lines.flatMap(({ offer }) => offer ?? [])
  await countUses(tx, user.user_id, priced.coupon?.terms ?? null, offers)
  const cause = payment === 'held' ? 'held' : 'placed'
  const actor = { actor: staff?.actor ?? ('customer' as const), actor_id: staff?.actor_id ?? user.user_id }
  const emptied = staff === undefined ? cart.id : null
  const stored = await insertOrder(tx, checked, { ...row, ...sumLines(row, lines) }, emptied)
  const entry = { order_id: row.id, from: null, to: 'pending', cause, ...actor, at: now } as const
  const sold = await tx
    .with('entry', (db) => db.insertInto('order_history').values(toHistoryRow(entry)))
    .insertInto('order_lines')
    .values(lines.map(({ cart_line_id: _line, ...line }) => line))
    .returningAll()
    .execute()
  if (payment === 'wallet') await postPayment(tx, stored, toOrderParts(stored, sold, []), now)
  if (staff?.isQuiet !== true) await notifyOfStep(tx, deps, stored, { from: null, cause, ...actor, at: now })
  const isPaid = payment === 'wallet' && stored.total_minor > 0n
  const details = await getNewOrderDetails(
    tx,
    { order: stored, branch: priced.branch },
    {
      lines: sold,
      history: [{ at: now, from_status: null, to_status: 'pending', cause, detail: null }],
      payments: isPaid ? [{ method: 'wallet', amount_minor: stored.total_minor, at: now }] : [],
    },
    caller,
  )
  // A line is told by its id in the cart, which is the one that the customer knows.
  const taken = lines.map(({ cart_line_id: id, stock_level_id, quantity }) => ({
    id,
    stock_level_id: stock_level_id ?? null,
    quantity,
  }))
  await reserveStock(tx, { id: row.id, actor_id: actor.actor_id }, taken, now)
  await reserveSlots(tx, { id: row.id, branch_id: priced.branch.id }, slot.takes)
  return details
}

/** Writes the row of an order with its number of the day, and deletes the cart that it was placed from, in one statement. */
async function insertOrder(
  tx: Tx,
  checked: Pick<CheckedOrder, 'priced' | 'slot'>,
  order: Omit<NewOrder, 'token'>,
  cart_id: string | null,
): Promise<OrderRow> {
  const row = await tx
    .with('given', (db) =>
      db
        .insertInto('branch_tokens')
        .values({ branch_id: checked.priced.branch.id, day: dayOfOrder(checked), last: 1 })
        .onConflict((conflict) =>
          conflict.columns(['branch_id', 'day']).doUpdateSet({ last: sql<number>`branch_tokens.last % 999 + 1` }),
        )
        .returning('last'),
    )
    .with('emptied', (db) => db.deleteFrom('carts').where(sql<boolean>`id = ${cart_id}::uuid`))
    .insertInto('orders')
    .values({ ...order, token: sql<number>`(select last from given)` })
    .returningAll()
    .executeTakeFirstOrThrow()
  return row as OrderRow
}

/** The local day on which an order is handed over. */
const dayOfOrder = ({ priced: { branch }, slot }: Pick<CheckedOrder, 'priced' | 'slot'>): string =>
  Temporal.Instant.fromEpochMilliseconds(slot.starts_at.getTime())
    .toZonedDateTimeISO(branch.timezone)
    .toPlainDate()
    .toString()

/** The next number of the day on which the order is handed over, from 1 to 999 at its branch. */
export async function takeToken(tx: Tx, checked: Pick<CheckedOrder, 'priced' | 'slot'>): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    insert into branch_tokens as t (branch_id, day, last) values (${checked.priced.branch.id}, ${dayOfOrder(checked)}, 1)
    on conflict (branch_id, day) do update set last = t.last % 999 + 1 returning last`.execute(tx)
  return rows[0]!.last
}
