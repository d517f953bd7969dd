import { pricedFrom, runningQuarter, windowRules } from '#contract/bookings/booking-rules.ts'
import { aroundEvent_min } from '#contract/events/event-rules.ts'
import { minute_ms, quarter_ms } from '#contract/time.ts'
import { isLongEnough, type Window } from '#server/features/availability/window.ts'

const ahead_ms = windowRules.ahead_days * 24 * 60 * minute_ms

export interface EventTimes {
  doors_at: Date
  ends_at: Date
  state: string
}

/**
 * Returns the parking window of an event: `aroundEvent_min` before the doors until as long after the end, rounded out
 * to quarter hours.
 */
export function findParkingWindow({ doors_at, ends_at }: Pick<EventTimes, 'doors_at' | 'ends_at'>): Window {
  const start = Math.floor((doors_at.getTime() - aroundEvent_min * minute_ms) / quarter_ms) * quarter_ms
  const end = Math.ceil((ends_at.getTime() + aroundEvent_min * minute_ms) / quarter_ms) * quarter_ms
  return { start: new Date(start), end: new Date(Math.min(end, start + windowRules.most_min * minute_ms)) }
}

/**
 * Returns the part of the parking window that can be booked now; null if the event is over, cancelled or too far ahead.
 */
export function findBookableWindow(event: EventTimes, now: Date): Window | null {
  if (event.state !== 'published') return null
  const { start, end } = findParkingWindow(event)
  const first = runningQuarter(now)
  const from = start > first ? start : first
  if (from.getTime() > now.getTime() + ahead_ms || !isLongEnough({ priced_from: pricedFrom(from, now), end }))
    return null
  return { start: from, end }
}

/** Returns when an event becomes bookable; null if it already is or never will be. */
export function findBookableFrom(event: EventTimes, now: Date): Date | null {
  if (event.state !== 'published') return null
  const from = new Date(findParkingWindow(event).start.getTime() - ahead_ms)
  return from > now ? from : null
}
