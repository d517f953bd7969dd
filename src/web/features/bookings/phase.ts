import { cannotParkUntil, grace } from '#contract/bookings/booking-rules.ts'
import type { Booking } from '#contract/bookings/bookings.ts'
import { day_ms, minute_ms } from '#contract/time.ts'

/**
 * Phase of a booking at an instant. `due`: started, but not checked in where check-in is required; `late`: past its
 * end with the car still there; `ended`: over; `missed`: over without check-in.
 */
export type Phase = 'held' | 'coming' | 'due' | 'running' | 'late' | 'ended' | 'cancelled' | 'expired' | 'missed'

export type Timed = Pick<Booking, 'status' | 'start_time' | 'end_time' | 'check_in' | 'held_until' | 'checked_in_at'>

export function phaseOf({ status, start_time, end_time, check_in, held_until }: Timed, now: Date): Phase {
  const scanned = check_in === 'scan'
  switch (status) {
    case 'pending':
      return held_until !== null && now >= new Date(held_until) ? 'expired' : 'held'
    case 'active':
      if (now < new Date(start_time)) return 'coming'
      if (now >= new Date(end_time)) return 'ended'
      return scanned ? 'due' : 'running'
    case 'checked_in':
      if (now < new Date(end_time)) return 'running'
      return scanned ? 'late' : 'ended'
    case 'overstayed':
      return 'late'
    case 'completed':
      return 'ended'
    case 'no_show':
      return 'missed'
    default:
      return status
  }
}

/** How long after its end the pass may still be needed, for the queue at the exit or an overstay. */
const leaving_ms = day_ms

/** Whether the driver may still have to show the pass. */
export const needsPass = ({ status, end_time }: Pick<Timed, 'status' | 'end_time'>, now: Date): boolean =>
  (status === 'active' || status === 'checked_in' || status === 'overstayed') &&
  now.getTime() < Date.parse(end_time) + leaving_ms

const leaving_min = 15

/** From when on, in ms, a driver is about to leave. */
export const leavingFrom = (end_time: string): number => Date.parse(end_time) - leaving_min * minute_ms

/** The next instant at which the phase or the actions change with time; undefined if there is none. */
export function nextChange(booking: Timed, now: Date): Date | undefined {
  const { status, held_until, checked_in_at, end_time } = booking
  const [start, end] = [new Date(booking.start_time), new Date(end_time)]
  if (status === 'pending') return held_until !== null && new Date(held_until) > now ? new Date(held_until) : undefined
  const arrival = new Date(start.getTime() - grace.arrival_min * minute_ms)
  const reported = checked_in_at === null ? [] : [cannotParkUntil(new Date(checked_in_at))]
  return [arrival, start, ...reported, new Date(leavingFrom(end_time)), end]
    .toSorted((a, b) => a.getTime() - b.getTime())
    .find((at) => at > now)
}
