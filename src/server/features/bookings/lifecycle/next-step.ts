import { autoExtend } from '#contract/booking-changes.ts'
import { grace, windowRules, type BookingStatus } from '#contract/bookings.ts'

const minute_ms = 60_000
const quarter_ms = windowRules.step_min * minute_ms
/** An overstay that nobody ends is ended by the clock so long after the booked end. */
export const longestOverstay_ms = 24 * 60 * minute_ms

/** What the clock goes by. */
export type LifecycleState = {
  status: BookingStatus
  start: Date
  end: Date
  held_until: Date | null
  check_in: string
  auto_extend_until: Date | null
  /** The counters hold a space until then. */
  space_until?: Date | null
}

/**
 * What the clock does next with a booking. `came_and_left`: where nobody looks, who booked counts as come at the start
 * and gone at the end; `occupy`: a car that stays on takes the next quarter hour where it is free.
 */
export type LifecycleStep = {
  at: Date
  what: 'hold_over' | 'auto_extend' | 'came_and_left' | 'never_came' | 'left' | 'stayed_over' | 'occupy'
}

const addMs = (at: Date, ms: number) => new Date(at.getTime() + ms)

/** The next thing that time alone brings about; undefined when there is none. */
export function findNextStep(booking: LifecycleState): LifecycleStep | undefined {
  const { status, end, held_until, check_in, auto_extend_until } = booking
  const scanned = check_in === 'scan'
  const goesOn = auto_extend_until !== null && auto_extend_until > end
  const extension: LifecycleStep = { at: addMs(end, -autoExtend.lead_min * minute_ms), what: 'auto_extend' }
  switch (status) {
    case 'pending':
      return held_until === null ? undefined : { at: held_until, what: 'hold_over' }
    case 'active':
      if (scanned) return { at: end, what: 'never_came' }
      return goesOn ? extension : { at: end, what: 'came_and_left' }
    case 'checked_in':
      if (goesOn) return extension
      return scanned ? { at: addMs(end, grace.end_min * minute_ms), what: 'stayed_over' } : { at: end, what: 'left' }
    case 'overstayed': {
      const last = addMs(end, longestOverstay_ms)
      const { space_until = null } = booking
      return space_until !== null && space_until < last
        ? { at: space_until, what: 'occupy' }
        : { at: last, what: 'left' }
    }
    default:
      return undefined
  }
}

/** When the clock must look at a booking next. */
export const findNextStepTime = (booking: LifecycleState): Date | null => findNextStep(booking)?.at ?? null

/** The quarter hour that ends at or after an instant. */
export const ceilQuarter = (at: Date): Date => new Date(Math.ceil(at.getTime() / quarter_ms) * quarter_ms)

/** The end that one step of the automatic extension asks for: a quarter hour on, not past what the driver set. */
export const findAutoExtendEnd = (end: Date, until: Date): Date =>
  new Date(Math.min(end.getTime() + autoExtend.step_min * minute_ms, until.getTime()))
