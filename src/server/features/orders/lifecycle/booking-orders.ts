import { toMajor, type Currency } from '#contract/money.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { Hooks } from '#server/deps.ts'
import type { BookingOrder } from '#server/features/bookings/hooks.ts'
import { translate } from '#server/output/translate.ts'
import { canCancel, type CustomerTerms } from '../allowed-actions.ts'
import { isOrderTransitionAllowed } from '../transitions.ts'
import { advanceOrder } from './advance-orders.ts'
import { lockOrder, type OrderRow } from './change-status.ts'
import { endOrder } from './end-order.ts'

const openOrders = (db: Db | Tx, booking_id: string) =>
  db
    .selectFrom('orders as o')
    .innerJoin('branch_setup as s', 's.branch_id', 'o.branch_id')
    .select(['o.id', 'o.order_number', 'o.status', 'o.slot_starts_at', 'o.total_minor', 'o.currency'])
    .select(['s.cancel_cutoff_minutes', 's.goods_return_days', 's.food_return_days', 's.service_return_days'])
    .where('o.booking_id', '=', booking_id)
    .where('o.status', 'not in', ['completed', 'canceled', 'rejected', 'returned'])
    .orderBy('o.created_at')
    .orderBy('o.id')
    .$castTo<
      Pick<OrderRow, 'id' | 'order_number' | 'status' | 'slot_starts_at' | 'total_minor'> &
        CustomerTerms & { currency: Currency }
    >()

/** The open orders of a parking booking, and whether each is cancelled with it: its branch may have begun. */
export const findOrdersOfBooking: Hooks['findOrdersOfBooking'] = async (db, booking_id, now) =>
  (await openOrders(db, booking_id).execute()).map((order): BookingOrder => ({
    order_number: order.order_number,
    total: { amount: toMajor(order.total_minor, order.currency), currency: order.currency },
    is_cancelled: canCancel(order, order, now),
  }))

/**
 * Cancels the orders of a booking that has just been cancelled, as far as that is still possible, with everything paid back.
 * Where the driver did not cancel it, orders end that their branch has begun; one on its way is still brought.
 */
export const cancelOrdersOfBooking: Hooks['cancelOrdersOfBooking'] = async (
  tx,
  deps,
  { booking_id, user_id, booking_code, staff_id },
  now,
) => {
  for (const found of await openOrders(tx, booking_id).execute()) {
    const order = await advanceOrder(tx, deps, await lockOrder(tx, found.id), now)
    const author = { actor: 'customer', actor_id: user_id, at: now } as const
    if (canCancel(order, found, now)) await endOrder(tx, deps, order, { to: 'canceled', cause: 'customer' }, author)
    else if (staff_id !== null && canEndForBranch(order)) {
      const reasonIn = (language: 'en' | 'fr') =>
        translate(language, 'order_mails.reasons.parking_canceled', { code: booking_code })
      const detail = { code: 'parking_canceled', reason: reasonIn('en'), reason_fr: reasonIn('fr') }
      const by = { actor: 'manager', actor_id: staff_id, at: now } as const
      await endOrder(tx, deps, order, { to: 'canceled', cause: 'branch', detail }, by)
    }
  }
}

const canEndForBranch = ({ status: from, order_type: type }: OrderRow): boolean =>
  isOrderTransitionAllowed({ from, to: 'canceled', type }, 'branch', 'manager')
