import type { Booking } from '#contract/bookings.ts'

/** What a booking is to its driver at an instant. `ended`: its time is over; `missed`: nobody came. */
export type Phase = 'held' | 'coming' | 'running' | 'late' | 'ended' | 'cancelled' | 'expired' | 'missed'

type Timed = Pick<Booking, 'status' | 'start_time' | 'end_time'>

export function phaseOf({ status, start_time, end_time }: Timed, now: Date): Phase {
  switch (status) {
    case 'pending':
      return 'held'
    case 'active':
    case 'checked_in':
      if (now < new Date(start_time)) return 'coming'
      return now < new Date(end_time) ? 'running' : 'ended'
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

/** After its end a car may stand in the queue at the exit, or stay too long. */
const leaving_ms = 24 * 60 * 60_000

/** Whether the driver may have to show the pass still. */
export const needsPass = ({ status, end_time }: Timed, now: Date): boolean =>
  (status === 'active' || status === 'checked_in' || status === 'overstayed') &&
  now.getTime() < Date.parse(end_time) + leaving_ms

/** The next instant at which the phase changes by itself; undefined when it does not. */
export function nextChange({ start_time, end_time }: Timed, now: Date): Date | undefined {
  return [new Date(start_time), new Date(end_time)].find((at) => at > now)
}
