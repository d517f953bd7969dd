import { autoExtend } from '#contract/bookings/booking-changes.ts'
import { grace } from '#contract/bookings/booking-rules.ts'
import type { BookingStatus } from '#contract/bookings/bookings.ts'
import { minute_ms, quarter_ms } from '#contract/time.ts'

/** Time from the booked end after which an overstay without check-out ends. */
export const longestOverstay_ms = 24 * 60 * minute_ms

/** What the next step of a booking depends on. */
export interface LifecycleState {
  status: BookingStatus
  start: Date
  end: Date
  held_until: Date | null
  check_in: string
  auto_extend_until: Date | null
  /** Until when the pool's counters include a space for the booking. */
  space_until?: Date | null
}

/**
 * A change that is caused by time. `came_and_left`: without check-in at the park, the driver counts as present
 * from start to end. `occupy`: an overstaying car takes a space for the next quarter hour if one is free.
 */
export interface LifecycleStep {
  at: Date
  step: 'hold_over' | 'auto_extend' | 'came_and_left' | 'never_came' | 'left' | 'stayed_over' | 'occupy'
}

const addMs = (at: Date, ms: number) => new Date(at.getTime() + ms)

/** Returns the next step of a booking; undefined if there is none. */
export function findNextStep(booking: LifecycleState): LifecycleStep | undefined {
  const { status, end, held_until, check_in, auto_extend_until } = booking
  const needsCheckIn = check_in === 'scan'
  const isAutoExtended = auto_extend_until !== null && auto_extend_until > end
  const extension: LifecycleStep = { at: addMs(end, -autoExtend.lead_min * minute_ms), step: 'auto_extend' }
  switch (status) {
    case 'pending':
      return held_until === null ? undefined : { at: held_until, step: 'hold_over' }
    case 'active':
      if (needsCheckIn) return { at: end, step: 'never_came' }
      return isAutoExtended ? extension : { at: end, step: 'came_and_left' }
    case 'checked_in':
      if (isAutoExtended) return extension
      return needsCheckIn
        ? { at: addMs(end, grace.end_min * minute_ms), step: 'stayed_over' }
        : { at: end, step: 'left' }
    case 'overstayed': {
      const last = addMs(end, longestOverstay_ms)
      const { space_until = null } = booking
      return space_until !== null && space_until < last
        ? { at: space_until, step: 'occupy' }
        : { at: last, step: 'left' }
    }
    default:
      return undefined
  }
}

/** Returns when the job must advance a booking next; null for never. */
export const findNextStepTime = (booking: LifecycleState): Date | null => findNextStep(booking)?.at ?? null

/** Returns the first end of a quarter hour at or after an instant. */
export const ceilQuarter = (at: Date): Date => new Date(Math.ceil(at.getTime() / quarter_ms) * quarter_ms)

/** Returns the end after one automatic extension, at most the driver's limit `until`. */
export const findAutoExtendEnd = (end: Date, until: Date): Date =>
  new Date(Math.min(end.getTime() + autoExtend.step_min * minute_ms, until.getTime()))
