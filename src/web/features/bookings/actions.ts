import { cannotParkUntil } from '#contract/bookings/booking-rules.ts'
import type { BookingAction, BookingDetails } from '#contract/bookings/bookings.ts'
import { early_ms } from './api-gate.ts'
import { leavingFrom, type Phase } from './phase.ts'

/** Everything a booking can offer: the server's actions, and those that need no permission. */
export type Action =
  | Exclude<BookingAction, 'pay' | 'pay_due'>
  | 'directions'
  | 'find_car'
  | 'calendar'
  | 'receipt'
  | 'again'
  | 'share'
  | 'weekly'

const free = new Set<Action>(['directions', 'find_car', 'calendar', 'receipt', 'again', 'share', 'weekly'])

/** The actions of each phase, most urgent first. Paying is not among them: it has its own place on the page. */
const actionsByPhase: Record<Phase, readonly Action[]> = {
  held: ['plate', 'directions'],
  coming: [
    'directions',
    'check_in',
    'plate',
    'cancel',
    'extend',
    'share',
    'weekly',
    'calendar',
    'auto_extend',
    'cannot_park',
    'renew',
    'receipt',
  ],
  due: [
    'check_in',
    'directions',
    'cannot_park',
    'plate',
    'extend',
    'find_car',
    'auto_extend',
    'cancel',
    'share',
    'calendar',
    'receipt',
  ],
  running: [
    'extend',
    'check_out',
    'find_car',
    'auto_extend',
    'cannot_park',
    'plate',
    'directions',
    'cancel',
    'share',
    'weekly',
    'calendar',
    'receipt',
  ],
  late: ['check_out', 'extend', 'find_car', 'plate', 'receipt'],
  ended: ['renew', 'weekly', 'review', 'again', 'check_out', 'receipt', 'find_car'],
  cancelled: ['renew', 'again', 'receipt'],
  expired: ['renew', 'again'],
  missed: ['renew', 'again', 'receipt'],
}

/** Shortly before the end, leaving comes first. */
const endingActions = actionsByPhase.running.toSorted((a, b) => Number(b === 'check_out') - Number(a === 'check_out'))

type Offered = Pick<BookingDetails, 'can' | 'payment_status' | 'check_in' | 'checked_in_at' | 'end_time'>

/** The actions that a booking offers at `now`, in that order. */
export function actionsOf(
  { can, payment_status, check_in, checked_in_at, end_time }: Offered,
  phase: Phase,
  now = new Date(),
): Action[] {
  const isLast = phase === 'running' && now.getTime() >= leavingFrom(end_time)
  const order = isLast ? endingActions : actionsByPhase[phase]
  return order.filter((action) => {
    if (action === 'receipt') return payment_status === 'paid'
    // Car parks without check-in count the booked time as attended.
    if (action === 'check_in' && check_in === 'clock') return false
    // The copy on the device may be from before the time was over.
    if (action === 'cannot_park' && checked_in_at !== null && now >= cannotParkUntil(new Date(checked_in_at)))
      return false
    return free.has(action) || can[action as BookingAction]
  })
}

/** Whether the driver may be at the gate, where its code can be scanned: with a paid booking, shortly before its start or later. */
export const offersGateScan = ({ start_time }: Pick<BookingDetails, 'start_time'>, phase: Phase, now = new Date()) =>
  phase === 'due' ||
  phase === 'running' ||
  phase === 'late' ||
  (phase === 'coming' && Date.parse(start_time) - early_ms <= now.getTime())
