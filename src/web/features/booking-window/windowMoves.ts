import { runningQuarter, windowRules } from '#contract/bookings/booking-rules.ts'
import { readNow } from '#web/time/clock.ts'
import { addMinutes, isExistingWallTime, instantOf, wallTime } from '#web/time/quarterHours.ts'
import { defaultMinutes, endAfter, latestStart, pricedMinutes, type BookingWindow } from './window.ts'

/*
 * Changes to one end of a window: moving the start keeps the charged duration, moving the end keeps the start.
 * Every result can be booked.
 */

export const windowKinds = ['now', 'later', 'month', 'event'] as const
export type WindowKind = (typeof windowKinds)[number]

/** A month is the longest booking. */
const month_min = windowRules.most_min
/** Time to walk to an event and back to the car. */
export const beforeEvent_min = 60
export const afterEvent_min = 30

/** The kind of a window; never `event`, which cannot be derived from the times. */
export function kindOf(window: BookingWindow, now: Date): WindowKind {
  if (pricedMinutes(window, now) === month_min) return 'month'
  return window.start.getTime() === runningQuarter(now).getTime() ? 'now' : 'later'
}

/** Changes a window to a kind: `now` starts now, `month` lasts a month, a former month gets the default duration. */
export function changeKind(window: BookingWindow, kind: WindowKind, now: Date): BookingWindow {
  const from = kind === 'now' ? runningQuarter(now) : window.start
  const length = pricedMinutes(window, now)
  return {
    start: from,
    end: endAfter(from, kind === 'month' ? month_min : length === month_min ? defaultMinutes : length, now),
  }
}

/** The window to park for an event, with time before and after it as far as that can be booked. */
export function aroundEvent({ start, end }: BookingWindow, now: Date): BookingWindow {
  const from = new Date(Math.max(addMinutes(start, -beforeEvent_min).getTime(), runningQuarter(now).getTime()))
  return moveEnd({ start: from, end }, addMinutes(end, afterEvent_min), now)
}

export function moveStart(window: BookingWindow, to: Date, now = readNow()): BookingWindow {
  return { start: to, end: endAfter(to, pricedMinutes(window, now), now) }
}

/** Moves the start to the same hour of another day (`2026-11-21`) in `zone`, not before now. An invalid day changes nothing. */
export function moveStartDay(window: BookingWindow, day: string, zone: string, now: Date): BookingWindow {
  const start = atSameHour(window.start, day, zone)
  if (start === undefined) return window
  const earliest = runningQuarter(now)
  const latest = latestStart(now)
  return moveStart(window, start < earliest ? earliest : start > latest ? latest : start, now)
}

export function moveEnd({ start }: BookingWindow, to: Date, now = readNow()): BookingWindow {
  const min = endAfter(start, windowRules.least_min, now)
  const max = endAfter(start, windowRules.most_min, now)
  return { start, end: to < min ? min : to > max ? max : to }
}

export function moveEndDay(window: BookingWindow, day: string, zone: string, now = readNow()): BookingWindow {
  const end = atSameHour(window.end, day, zone)
  return end === undefined ? window : moveEnd(window, end, now)
}

/** The hour of `at` (`02:30`) if that day skips it when clocks go forward; moves then use the next hour. */
export function skippedHour(at: Date, day: string, zone: string): string | undefined {
  const wall = sameHour(at, day, zone)
  return wall === undefined || isExistingWallTime(wall, zone) ? undefined : wall.slice(11)
}

function atSameHour(at: Date, day: string, zone: string): Date | undefined {
  const wall = sameHour(at, day, zone)
  return wall === undefined ? undefined : instantOf(wall, zone)
}

const sameHour = (at: Date, day: string, zone: string): string | undefined =>
  /^\d{4}-\d\d-\d\d$/.test(day) ? `${day}T${wallTime(at, zone).slice(11)}` : undefined
