import { pricedFrom, runningQuarter, windowRules } from '#contract/bookings/booking-rules.ts'
import { quarter_ms } from '#contract/time.ts'
import { readNow } from '#web/time/clock.ts'
import { addMinutes, minutesBetween } from '#web/time/quarterHours.ts'

/** Start and end of a booking, both on the quarter hour. */
export interface BookingWindow {
  start: Date
  end: Date
}

/** The query of an address in this app; undefined values are left out. */
export type AddressQuery = Record<string, string | number | undefined>

/** Length of a window before anyone has chosen one. */
export const defaultMinutes = 120

/** The length that a window is charged for, in minutes: the quarter hour that is running at `now` is free. */
export const pricedMinutes = ({ start, end }: BookingWindow, now = readNow()): number =>
  minutesBetween(pricedFrom(start, now), end)

/** What prices of a window are for: minutes, and from when (ms) if the charge starts later than the window. */
export function chargeOf(
  window: BookingWindow,
  now = readNow(),
): { minutes: number; charged_from: number | undefined } {
  const priced_from = pricedFrom(window.start, now)
  return {
    minutes: minutesBetween(priced_from, window.end),
    charged_from: priced_from > window.start ? priced_from.getTime() : undefined,
  }
}

/** The end of a window that is charged for `minutes`. */
export const endAfter = (start: Date, minutes: number, now = readNow()): Date =>
  addMinutes(pricedFrom(start, now), minutes)

/** From the start of the current quarter hour, for two hours. */
export const defaultWindow = (now: Date): BookingWindow => {
  const start = runningQuarter(now)
  return { start, end: endAfter(start, defaultMinutes, now) }
}

/** The latest instant at which a window may start. */
export const latestStart = (now: Date): Date => addMinutes(runningQuarter(now), windowRules.ahead_days * 24 * 60)

/**
 * The nearest window that can be booked: rounded outwards to quarter hours, starting no earlier than now and no longer
 * than the longest booking. Returns the default window if the request has no start or cannot be fitted.
 */
export function fitWindow(start: Date | undefined, end: Date | undefined, now: Date): BookingWindow {
  if (start === undefined) return defaultWindow(now)
  const from = new Date(Math.max(runningQuarter(start).getTime(), runningQuarter(now).getTime()))
  if (from > latestStart(now)) return defaultWindow(now)
  if (end === undefined) return { start: from, end: endAfter(from, defaultMinutes, now) }
  const to = new Date(Math.ceil(end.getTime() / quarter_ms) * quarter_ms)
  const length_min = pricedMinutes({ start: from, end: to }, now)
  if (length_min < windowRules.least_min) return defaultWindow(now)
  return { start: from, end: endAfter(from, Math.min(length_min, windowRules.most_min), now) }
}

/** Window and vehicle type for the address of a park page or a checkout. */
export function writeWindow({ start, end, vehicle }: BookingWindow & { vehicle: number }): AddressQuery {
  return { start: formatInstant(start), end: formatInstant(end), vehicle: vehicle === 1 ? undefined : vehicle }
}

/** Window and vehicle type as API query parameters. */
export const windowQuery = ({ start, end, vehicle }: BookingWindow & { vehicle: number }) => ({
  start_time: formatInstant(start),
  end_time: formatInstant(end),
  vehicle_type_id: vehicle,
})

/** RFC 3339 in UTC, to the second. */
export const formatInstant = (at: Date): string => at.toISOString().replace('.000Z', 'Z')

/** Undefined where the text is missing or not an RFC 3339 instant. */
export function readInstant(text: string | null): Date | undefined {
  if (text === null || !/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text)) return undefined
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? undefined : at
}
