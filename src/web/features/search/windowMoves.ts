import { windowRules } from '#contract/bookings.ts'
import { addMinutes, doesExist, instantOf, minutesBetween, runningQuarter, wallTime } from '#web/lib/quarter.ts'
import { lastStart, type StayWindow } from './stay.ts'

/*
 * What happens to a window when one of its ends is moved. The length stays when the arrival moves;
 * the arrival stays when the departure moves. What comes out can always be booked.
 */

export function moveStart({ start, end }: StayWindow, to: Date): StayWindow {
  return { start: to, end: addMinutes(to, minutesBetween(start, end)) }
}

/** To the same hour of another day (`2026-11-21`) of the zone; today not before now. A text that is no day changes nothing. */
export function moveStartDay(window: StayWindow, day: string, zone: string, now: Date): StayWindow {
  const wanted = atSameHour(window.start, day, zone)
  if (wanted === undefined) return window
  const earliest = runningQuarter(now)
  const latest = lastStart(now)
  return moveStart(window, wanted < earliest ? earliest : wanted > latest ? latest : wanted)
}

export function moveEnd({ start }: StayWindow, to: Date): StayWindow {
  const least = addMinutes(start, windowRules.least_min)
  const most = addMinutes(start, windowRules.most_min)
  return { start, end: to < least ? least : to > most ? most : to }
}

export function moveEndDay(window: StayWindow, day: string, zone: string): StayWindow {
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
