import { sql } from 'kysely'
import type { AnswerOf, ParsedBody } from '#contract/endpoint.ts'
import type { Currency } from '#contract/money.ts'
import type { listPayableOrders as listEndpoint, takeOrderPayment } from '#contract/orders/desk/pos.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import type { Audited } from '#server/features/access/change.ts'
import { customerName } from '#server/features/access/contacts.ts'
import { toMoney } from '#server/features/branches/records.ts'
import { getOpenShift, requireOpenShift } from '#server/features/cash/entries.ts'
import { AppError } from '#server/http/errors.ts'
import { recordOrderChange, type OrderRow } from '../lifecycle/change-status.ts'
import { completeOrder, withdrawSubstitutes, type OrderAuthor } from '../lifecycle/end-order.ts'
import { loadOrderParts } from '../lifecycle/refund-order.ts'
import { promisedAt } from '../order-mails.ts'
import { isPayable, openStates } from '../staff/staff-actions.ts'
import { lockStaffOrder, type Staff } from '../staff/staff-order.ts'
import { methodOf, postCounterPayment, readPayment, toSale } from './payment.ts'

/** More orders than wait at a counter. */
const mostPayable = 100

/** Returns the orders that can be paid at the branch of the caller's open shift. Throws `shift_needed`. */
export async function listPayableOrders(
  db: Db,
  { user_id, shift_id, access, language, now }: Staff,
): Promise<AnswerOf<typeof listEndpoint>> {
  const shift = await getOpenShift(db, { user_id, shift_id })
  const name = language === 'fr' ? sql`l.name_fr` : sql`l.name`
  const { rows } = await sql<OrderRow & { timezone: string; customer: string | null; items: string }>`
    select o.*, b.timezone, coalesce(${customerName('u', access, now)}, o.contact_name) as customer,
      (select string_agg(l.quantity - l.refunded_quantity || ' × ' || ${name}, ', ' order by l.position) from order_lines l
        where l.order_id = o.id and l.quantity > l.refunded_quantity) as items
    from orders o join branches b on b.id = o.branch_id
      left join users u on u.id = o.user_id and u.erased_at is null
    where o.branch_id = ${shift.branch_id}::uuid and o.payment_method = 'cash' and o.payment_status = 'unpaid'
      and o.status = any(${[...openStates]}::text[])
    order by (o.status <> 'ready'), o.slot_starts_at, o.id limit ${mostPayable}`.execute(db)
  return {
    items: rows.map((row) => ({
      id: row.id,
      order_number: row.order_number,
      token: row.token,
      order_type: row.order_type,
      status: row.status,
      customer: row.customer,
      items: row.items,
      total: toMoney(row.total_minor, row.currency as Currency),
      promised_at: promisedAt(row).toISOString(),
      timezone: row.timezone,
    })),
  }
}

/**
 * Takes the payment of an order in the caller's open shift, and hands it over where it waits to be collected. Throws
 * `not_found`, `shift_needed` without a shift at its branch, `order_state` for an order that is not to be paid now, and as
 * `readPayment`.
 */
export async function takePayment(
  tx: Tx,
  deps: Deps,
  staff: Staff,
  handle: string,
  request: ParsedBody<typeof takeOrderPayment>,
): Promise<Audited<AnswerOf<typeof takeOrderPayment>>> {
  const { user_id, shift_id, now } = staff
  const order = await lockStaffOrder(tx, deps, staff, handle)
  const { id, branch_id, version } = order
  const shift = await requireOpenShift(tx, { user_id, shift_id, branch_id })
  if (!isPayable(order)) throw new AppError('order_state')
  const payment = await readPayment(tx, shift, request, order.total_minor)
  await postCounterPayment(tx, shift, order, { parts: await loadOrderParts(tx, order), payment }, staff)
  const paid = { payment_status: 'paid', payment_method: methodOf(payment), version: version + 1 }
  await tx.updateTable('orders').set(paid).where('id', '=', id).execute()
  const author: OrderAuthor = { actor: 'seller', actor_id: user_id, at: now }
  await recordOrderChange(tx, order, { order_id: id, cause: 'paid', ...author })
  let stored: OrderRow = { ...order, ...paid }
  if (order.order_type === 'takeaway' && order.status === 'ready') {
    stored = await completeOrder(tx, stored, 'collected', author)
    await withdrawSubstitutes(tx, deps, id, now)
  }
  const answer = toSale(stored, payment)
  const { status, cash, terminal, mobile } = answer
  const after = { status, ...(cash && { cash: cash.due }), ...(terminal && { terminal }), ...(mobile && { mobile }) }
  return { answer, changes: [{ kind: 'order', id, branch_id, before: { status: order.status }, after }] }
}
