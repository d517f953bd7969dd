import { day_ms, hour_ms } from '#contract/time.ts'
import type { Tx } from '#server/database/connect.ts'
import { addOpenMinutes, findNextClosing, type ParkHours } from '#server/features/parks/opening-hours.ts'
import { getZoneDays } from '#server/features/pricing/tariff-days.ts'
import { isHeld, type OrderRow } from './change-status.ts'

/** What time causes, named as in the table of transitions. */
export type OrderStep = 'hold_over' | 'accepted' | 'not_answered' | 'not_collected' | 'confirmed'

/** A branch has at least so long to answer an order for another day. */
const otherDayAnswer_min = 60
/** How long after closing an order waits to be collected, and how long after its delivery it is completed. */
const collected_ms = day_ms
const confirmed_ms = 2 * hour_ms

type Branch = ParkHours & { accepts_automatically: boolean; answer_minutes: number }
type OrderState = Pick<
  OrderRow,
  'status' | 'order_type' | 'payment_status' | 'payment_method' | 'slot_starts_at' | 'held_until'
> & {
  user_id?: string | null
}

/** What the clock does next with an order in this state, and when, counted from `at`, when it came into it. */
export function findOrderStep(order: OrderState, branch: Branch, at: Date): { step: OrderStep; at: Date } | undefined {
  const { status, order_type, slot_starts_at } = order
  if (isHeld(order)) return order.held_until === null ? undefined : { step: 'hold_over', at: order.held_until }
  if (status === 'pending') {
    if (branch.accepts_automatically) return { step: 'accepted', at }
    const { dayOf } = getZoneDays(branch.timezone)
    const isToday = dayOf(slot_starts_at.getTime()) === dayOf(at.getTime())
    const minutes = isToday ? branch.answer_minutes : Math.max(branch.answer_minutes, otherDayAnswer_min)
    const answer = addOpenMinutes(branch, at, minutes)
    return { step: 'not_answered', at: answer < slot_starts_at ? answer : slot_starts_at }
  }
  // What is paid waits to be collected where there is no account to refund.
  const isRefundable = order.user_id !== null || order.payment_status === 'unpaid'
  if (status === 'ready' && order_type === 'takeaway' && isRefundable) {
    const closing = findNextClosing(branch, at > slot_starts_at ? at : slot_starts_at)
    return { step: 'not_collected', at: new Date(closing.getTime() + collected_ms) }
  }
  if (status === 'delivered') return { step: 'confirmed', at: new Date(at.getTime() + confirmed_ms) }
  return undefined
}

/** What of a branch the clock of its orders depends on. */
export async function loadStepBranch(tx: Tx, branch_id: string): Promise<Branch> {
  return tx
    .selectFrom('branches as b')
    .innerJoin('branch_setup as s', 's.branch_id', 'b.id')
    .innerJoin('countries as c', 'c.id', 'b.country_id')
    .leftJoin('states as t', 't.id', 'b.state_id')
    .select(['b.opening_hours', 'b.timezone', 'c.code as country_code', 't.name as state_name'])
    .select(['s.accepts_automatically', 's.answer_minutes'])
    .where('b.id', '=', branch_id)
    .executeTakeFirstOrThrow()
}

/**
 * Notes when the clock does something with an order that has just come into its state: also to be called for a new order
 * and for one that has been paid. Returns the order with it.
 */
export async function scheduleNextStep(tx: Tx, order: OrderRow, at: Date): Promise<OrderRow> {
  const next = findOrderStep(order, await loadStepBranch(tx, order.branch_id), at)
  const next_step_at = next?.at ?? null
  await tx.updateTable('orders').set({ next_step_at }).where('id', '=', order.id).execute()
  return { ...order, next_step_at }
}
