import { windowRules } from '#contract/bookings.ts'
import { addMinutes, doesExist, instantOf, minutesBetween, runningQuarter, wallTime } from '#web/lib/quarterHours.ts'
import { latestStart, type BookingWindow, defaultMinutes } from './window.ts'

/*
 * What happens to a window when one of its ends is moved. The length stays when the arrival moves;
 * the arrival stays when the departure moves. What comes out can always be booked.
 */

export const windowKinds = ['now', 'later', 'month', 'event'] as const
export type WindowKind = (typeof windowKinds)[number]

/** A month is the longest stay. */
const month_min = windowRules.most_min
/** Before an event and after it one is on the way between the car and the door. */
export const beforeEvent_min = 60
export const afterEvent_min = 30

/** What a window looks like; for an event is only what somebody says is. */
export function kindOf({ start, end }: BookingWindow, now: Date): WindowKind {
  if (minutesBetween(start, end) === month_min) return 'month'
  return start.getTime() === runningQuarter(now).getTime() ? 'now' : 'later'
}

/** The window made into one of a kind: now begins now, a month is one, and what was a month is the usual length again. */
export function changeKind({ start, end }: BookingWindow, kind: WindowKind, now: Date): BookingWindow {
  const from = kind === 'now' ? runningQuarter(now) : start
  const length = minutesBetween(start, end)
  return {
    start: from,
    end: addMinutes(from, kind === 'month' ? month_min : length === month_min ? defaultMinutes : length),
  }
}

/** When to park for an event: some time before it until some time after it, as far as that can be booked. */
export function aroundEvent({ start, end }: BookingWindow, now: Date): BookingWindow {
  const from = new Date(Math.max(addMinutes(start, -beforeEvent_min).getTime(), runningQuarter(now).getTime()))
  return moveEnd({ start: from, end }, addMinutes(end, afterEvent_min))
}

export function moveStart({ start, end }: BookingWindow, to: Date): BookingWindow {
  return { start: to, end: addMinutes(to, minutesBetween(start, end)) }
}

/** To the same hour of another day (`2026-11-21`) of the zone; today not before now. A text that is no day changes nothing. */
export function moveStartDay(window: BookingWindow, day: string, zone: string, now: Date): BookingWindow {
  const wanted = atSameHour(window.start, day, zone)
  if (wanted === undefined) return window
  const earliest = runningQuarter(now)
  const latest = latestStart(now)
  return moveStart(window, wanted < earliest ? earliest : wanted > latest ? latest : wanted)
}

export function moveEnd({ start }: BookingWindow, to: Date): BookingWindow {
  const least = addMinutes(start, windowRules.least_min)
  const most = addMinutes(start, windowRules.most_min)
  return { start, end: to < least ? least : to > most ? most : to }
}

export function moveEndDay(window: BookingWindow, day: string, zone: string): BookingWindow {
  const wanted = atSameHour(window.end, day, zone)
  return wanted === undefined ? window : moveEnd(window, wanted)
}

/** The hour (`02:30`) that does not exist on that day, where the clocks skip the same hour: a move goes on to the next. */
export function skippedHour(at: Date, day: string, zone: string): string | undefined {
  const wall = sameHour(at, day, zone)
  return wall === undefined || doesExist(wall, zone) ? undefined : wall.slice(11)
}

function atSameHour(at: Date, day: string, zone: string): Date | undefined {
  const wall = sameHour(at, day, zone)
  return wall === undefined ? undefined : instantOf(wall, zone)
}

const sameHour = (at: Date, day: string, zone: string): string | undefined =>
  /^\d{4}-\d\d-\d\d$/.test(day) ? `${day}T${wallTime(at, zone).slice(11)}` : undefined
