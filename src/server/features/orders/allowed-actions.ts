import type { ItemKind } from '#contract/catalogue/shop-rules.ts'
import { reportProblem_hours } from '#contract/orders/order-problems.ts'
import type { OrderAction } from '#contract/orders/orders.ts'
import { day_ms, hour_ms, minute_ms } from '#contract/time.ts'
import type { OrderRow } from './lifecycle/change-status.ts'

/** What of a branch decides what its customers may still do. */
export interface CustomerTerms {
  cancel_cutoff_minutes: number
  goods_return_days: number
  food_return_days: number
  service_return_days: number
}

/** Until when a confirmed order can be cancelled by its customer, with everything paid back; null in any other state. */
export const cancelUntil = (
  { status, slot_starts_at }: Pick<OrderRow, 'status' | 'slot_starts_at'>,
  { cancel_cutoff_minutes }: CustomerTerms,
): Date | null =>
  status === 'accepted' ? new Date(slot_starts_at.getTime() - cancel_cutoff_minutes * minute_ms) : null

/** Whether the customer can cancel an order now: at any time before it is confirmed, then until the branch's cut-off. */
export function canCancel(
  order: Pick<OrderRow, 'status' | 'slot_starts_at'>,
  terms: CustomerTerms,
  now: Date,
): boolean {
  if (order.status === 'pending') return true
  const until = cancelUntil(order, terms)
  return until !== null && now <= until
}

/** Until when something that was handed over can be sent back; null where the branch takes nothing of its kind back. */
export function returnableUntil(kind: ItemKind, handed_over_at: Date | null, terms: CustomerTerms): Date | null {
  const days = { good: terms.goods_return_days, food: terms.food_return_days, service: terms.service_return_days }[kind]
  return handed_over_at === null || days === 0 ? null : new Date(handed_over_at.getTime() + days * day_ms)
}

/** Until when a service can be reported as not done as sold; null before it was handed over. */
export const reportableUntil = (handed_over_at: Date | null): Date | null =>
  handed_over_at === null ? null : new Date(handed_over_at.getTime() + reportProblem_hours * hour_ms)

export function isReportable(handed_over_at: Date | null, now: Date): boolean {
  const until = reportableUntil(handed_over_at)
  return until !== null && now <= until
}

/** Whether an order was handed over, so that it can be rated. */
export const canRate = ({ status }: Pick<OrderRow, 'status'>): boolean =>
  status === 'delivered' || status === 'completed' || status === 'returned'

/** What a customer may do with an order now. */
export function findCustomerActions(
  order: Pick<OrderRow, 'status' | 'slot_starts_at' | 'payment_status' | 'held_until'>,
  terms: CustomerTerms,
  found: { isReturnable: boolean; isRated: boolean; isReportable: boolean },
  now: Date,
): Record<OrderAction, boolean> {
  const { status, payment_status, held_until } = order
  return {
    pay: status === 'pending' && payment_status === 'unpaid' && held_until !== null && held_until > now,
    cancel: canCancel(order, terms, now),
    confirm: status === 'delivered',
    return: found.isReturnable,
    rate: !found.isRated && canRate(order),
    report: found.isReportable,
    reorder: true,
  }
}
