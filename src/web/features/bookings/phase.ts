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

/** Whether the driver needs the pass still. */
export const isOpen = (phase: Phase): boolean => phase === 'coming' || phase === 'running' || phase === 'late'

/** The next instant at which the phase changes by itself; undefined when it does not. */
export function nextChange({ start_time, end_time }: Timed, now: Date): Date | undefined {
  return [new Date(start_time), new Date(end_time)].find((at) => at > now)
}
