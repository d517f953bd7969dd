import type { Booking } from '#contract/bookings.ts'

/**
 * What a booking is to its driver at an instant. `due`: its time runs, and where every car is scanned it has not come yet;
 * `late`: the car is still there; `ended`: its time is over; `missed`: nobody came.
 */
export type Phase = 'held' | 'coming' | 'due' | 'running' | 'late' | 'ended' | 'cancelled' | 'expired' | 'missed'

export type Timed = Pick<Booking, 'status' | 'start_time' | 'end_time' | 'check_in' | 'held_until'>

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

/** After its end a car may stand in the queue at the exit, or stay too long. */
const leaving_ms = 24 * 60 * 60_000

/** Whether the driver may have to show the pass still. */
export const needsPass = ({ status, end_time }: Pick<Timed, 'status' | 'end_time'>, now: Date): boolean =>
  (status === 'active' || status === 'checked_in' || status === 'overstayed') &&
  now.getTime() < Date.parse(end_time) + leaving_ms

/** The next instant at which the phase changes by itself; undefined when it does not. */
export function nextChange({ status, start_time, end_time, held_until }: Timed, now: Date): Date | undefined {
  const turns = status === 'pending' ? [held_until] : [start_time, end_time]
  return turns.flatMap((at) => (at === null ? [] : [new Date(at)])).find((at) => at > now)
}
