import { sql } from 'kysely'
import { normalizeCode } from '#contract/codes.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { Currency } from '#contract/money.ts'
import type { CounterSale } from '#contract/orders/counter-sale.ts'
import type { createSale as saleEndpoint } from '#contract/orders/desk/pos.ts'
import { pagePath } from '#contract/pages.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { isUuid } from '#server/database/ids.ts'
import type { Deps } from '#server/deps.ts'
import type { Audited } from '#server/features/access/change.ts'
import { settleDebts } from '#server/features/bookings/lifecycle/outstanding-debts.ts'
import { toMoney } from '#server/features/branches/records.ts'
import { lockShift } from '#server/features/cash/entries.ts'
import { AppError } from '#server/http/errors.ts'
import { createQrPath } from '#server/output/qr-code.ts'
import { advanceOrder } from '../lifecycle/advance-orders.ts'
import { changeOrderStatus, isHeld, lockOrder, type OrderRow } from '../lifecycle/change-status.ts'
import { endOrder } from '../lifecycle/end-order.ts'
import { loadOrderParts, releaseMoney } from '../lifecycle/refund-order.ts'
import type { OrderCall } from '../order-call.ts'
import type { Staff } from '../staff/staff-order.ts'
import { sellStock } from '../stock.ts'
import { methodOf, postCounterPayment, readTaken, toSale, type CounterPayment } from './payment.ts'

type Sale = AnswerOf<typeof saleEndpoint>

const toJson = (payment: CounterPayment): string =>
  JSON.stringify(payment, (_key, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value))

const fromJson = (stored: unknown): CounterPayment =>
  JSON.parse(JSON.stringify(stored), (_key, value: unknown) =>
    typeof value === 'string' && /^-?\d+n$/.test(value) ? BigInt(value.slice(0, -1)) : value,
  ) as CounterPayment

/** Stores what a counter takes of a sale once its customer has paid the rest from their wallet. */
export async function storeWaitingPayment(
  tx: Tx,
  { order_id, shift_id, payment }: { order_id: string; shift_id: string; payment: CounterPayment },
): Promise<void> {
  await tx
    .insertInto('counter_payments')
    .values({ order_id, shift_id, wallet_minor: payment.wallet_minor, parts: toJson(payment) })
    .execute()
}

const findWaiting = (db: Db | Tx, order_id: string) =>
  db.selectFrom('counter_payments').selectAll().where('order_id', '=', order_id).executeTakeFirst()

/** What the owner of a wallet scans to pay an order. */
export const walletCodeOf = (deps: Pick<Deps, 'publicUrl'>, { order_number }: Pick<OrderRow, 'order_number'>) =>
  createQrPath(deps.publicUrl() + pagePath('orderPay', { order: order_number }))

/** A sale as its seller sees it, whether it waits or not. */
export async function showSale(db: Db | Tx, deps: Deps, order: OrderRow): Promise<Sale> {
  const waiting = order.payment_status === 'paid' ? undefined : await findWaiting(db, order.id)
  const payment = waiting === undefined ? await readTaken(db, { order_id: order.id }) : fromJson(waiting.parts)
  return toSale(order, payment, isHeld(order) ? walletCodeOf(deps, order) : undefined)
}

/** A sale of the caller. Throws `not_found`. */
async function findOwnSale(db: Db | Tx, user_id: string, id: string): Promise<OrderRow> {
  const row = await db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', id)
    .where('source', '=', 'pos')
    .where('placed_by', '=', user_id)
    .executeTakeFirst()
  if (row === undefined) throw new AppError('not_found')
  return row as OrderRow
}

/** Returns a sale of the caller. Throws `not_found`. */
export const getSale = async (deps: Deps, user_id: string, id: string): Promise<Sale> =>
  showSale(deps.db, deps, await findOwnSale(deps.db, user_id, id))

/** Gives up a sale of the caller that waits for a wallet. Throws `not_found`, and `order_state` once it is paid. */
export async function cancelSale(tx: Tx, deps: Deps, staff: Staff, id: string): Promise<Audited<Sale>> {
  await findOwnSale(tx, staff.user_id, id)
  const order = await advanceOrder(tx, deps, await lockOrder(tx, id), staff.now)
  if (order.status === 'canceled') return { answer: await showSale(tx, deps, order), changes: [] }
  if (!isHeld(order)) throw new AppError('order_state')
  const author = { actor: 'seller', actor_id: staff.user_id, at: staff.now } as const
  const ended = await endOrder(tx, deps, order, { to: 'canceled', cause: 'hold_over' }, author)
  const { branch_id, status } = ended
  const change = { kind: 'order', id, branch_id, before: { status: order.status }, after: { status } }
  return { answer: await showSale(tx, deps, ended), changes: [change] }
}

/**
 * Finds a sale that waits at a counter for a wallet by its number, for whoever has it in front of them: nobody else has heard
 * of it. Once it is paid it is its customer's alone. Throws `order_not_found`.
 */
async function findCounterSale(db: Db | Tx, user_id: string, handle: string): Promise<string> {
  const row = await db
    .selectFrom('orders as o')
    .innerJoin('counter_payments as c', 'c.order_id', 'o.id')
    .select('o.id')
    .where(
      isUuid(handle) ? sql<boolean>`o.id = ${handle}::uuid` : sql<boolean>`o.order_number = ${normalizeCode(handle)}`,
    )
    .where(
      sql<boolean>`case when o.user_id is null then o.payment_status = 'unpaid' else o.user_id = ${user_id}::uuid end`,
    )
    .executeTakeFirst()
  if (row === undefined) throw new AppError('order_not_found')
  return row.id
}

/** Returns a sale that waits for a wallet. Throws `order_not_found`. */
export async function getCounterSale(db: Db, { user, locale, now }: OrderCall, handle: string): Promise<CounterSale> {
  const id = await findCounterSale(db, user.user_id, handle)
  const order = (await db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()) as OrderRow
  const { wallet_minor } = (await findWaiting(db, id))!
  const branch = await db
    .selectFrom('branches as b')
    .innerJoin('countries as c', 'c.id', 'b.country_id')
    .select(['b.name', 'c.code as country_code'])
    .where('b.id', '=', order.branch_id)
    .executeTakeFirstOrThrow()
  const lines = await db
    .selectFrom('order_lines')
    .select(['name', 'name_fr', 'quantity', 'total_minor'])
    .where('order_id', '=', id)
    .orderBy('position')
    .execute()
  const currency = order.currency as Currency
  const isFrench = locale.startsWith('fr')
  const isOpen = isHeld(order) && order.held_until !== null && order.held_until > now
  return {
    order_number: order.order_number,
    branch: branch.name,
    country_code: branch.country_code as CounterSale['country_code'],
    lines: lines.map(({ name, name_fr, quantity, total_minor }) => ({
      name: isFrench ? name_fr : name,
      quantity,
      total: toMoney(total_minor, currency),
    })),
    total: toMoney(order.total_minor, currency),
    due: toMoney(wallet_minor, currency),
    until: isOpen ? order.held_until!.toISOString() : null,
    state: isOpen ? 'open' : order.payment_status === 'paid' ? 'paid' : 'over',
  }
}

/** The answer to a paid sale. Throws `order_hold_over` where it was too late. */
export function requirePaidSale(paid: { order_number: string } | null): { order_number: string } {
  if (paid === null) throw new AppError('order_hold_over')
  return paid
}

/**
 * Pays the part of a sale that its counter asks a wallet for: its owner alone does that, on a device of their own. The rest is
 * what the shift took, and the sale is as if it had been paid at once. Answers null where it is too late, which the
 * transaction must store. Throws `order_not_found`, `order_state` for one that is paid, `insufficient_balance`.
 */
export async function payCounterSale(
  tx: Tx,
  deps: Deps,
  { user: { user_id }, now }: OrderCall,
  handle: string,
): Promise<{ order_number: string } | null> {
  const id = await findCounterSale(tx, user_id, handle)
  const { shift_id, parts } = (await findWaiting(tx, id))!
  // The shift first, as whoever closes it does.
  const shift = await lockShift(tx, shift_id)
  const held = await advanceOrder(tx, deps, await lockOrder(tx, id), now)
  if (held.status === 'canceled' || shift === undefined) return null
  if (!isHeld(held) || (held.user_id !== null && held.user_id !== user_id)) throw new AppError('order_state')
  const payment = fromJson(parts)
  await settleDebts(tx, user_id, { total_minor: payment.wallet_minor, currency: shift.currency }, now)
  const placed_by = held.placed_by!
  const order: OrderRow = { ...held, user_id }
  const sold = await loadOrderParts(tx, order)
  await postCounterPayment(tx, shift, order, { parts: sold, payment }, { user_id: placed_by, now })
  const paid = {
    user_id,
    payment_status: 'paid',
    payment_method: methodOf(payment),
    held_until: null,
    next_step_at: null,
  }
  await tx.updateTable('orders').set(paid).where('id', '=', id).execute()
  const { rows } = await sql`select from order_lines where order_id = ${id}::uuid and kind = 'service'`.execute(tx)
  const hasWork = rows.length > 0
  const author = { actor: 'customer', actor_id: user_id, at: now } as const
  const changed = await changeOrderStatus(tx, {
    order_id: id,
    to: hasWork ? 'accepted' : 'completed',
    cause: hasWork ? 'sold' : 'sold_and_handed_over',
    ...author,
  })
  if (!hasWork) {
    await releaseMoney(tx, { ...changed, ...paid }, now)
    const taken = sold.lines.map(({ id: line, stock_level_id, quantity }) => ({ id: line, stock_level_id, quantity }))
    await sellStock(tx, { id, actor_id: placed_by }, taken, now)
  }
  return { order_number: held.order_number }
}
