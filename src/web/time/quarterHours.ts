import { day_ms, minute_ms, quarter_ms } from '#contract/time.ts'
import { wallDay, wallTime } from '#contract/wall-clock.ts'

export { wallDay, wallTime }

/*
 * Booking windows start and end on the quarter hour, in UTC and in every time zone, because all offsets are multiples
 * of 15 minutes.
 */

/** The first quarter hour at or after the instant. */
export const roundUpToQuarter = (at: Date): Date => new Date(Math.ceil(at.getTime() / quarter_ms) * quarter_ms)

export const isOnQuarter = (at: Date): boolean => at.getTime() % quarter_ms === 0

export const addMinutes = (at: Date, minutes: number): Date => new Date(at.getTime() + minutes * minute_ms)

export const minutesBetween = (from: Date, to: Date): number => (to.getTime() - from.getTime()) / minute_ms

/** The quarter hours from `from` (rounded up) to `to`, both included. */
export const quartersBetween = (from: Date, to: Date): Date[] => {
  const first = roundUpToQuarter(from).getTime()
  const count = Math.max(0, Math.floor((to.getTime() - first) / quarter_ms) + 1)
  return Array.from({ length: count }, (_, index) => new Date(first + index * quarter_ms))
}

/** Offset of a time zone from UTC at an instant, in minutes. */
export const offsetMinutes = (at: Date, zone: string): number =>
  (Date.parse(`${wallTime(at, zone)}Z`) - Math.floor(at.getTime() / minute_ms) * minute_ms) / minute_ms

/**
 * Converts a local time (`2026-11-21T14:30`) to an instant. A repeated time is its first occurrence; a skipped one
 * moves forward by the gap. Throws RangeError for invalid input.
 */
export const instantOf = (wall: string, zone: string): Date => {
  const asUtc = Date.parse(`${wall}Z`)
  if (Number.isNaN(asUtc)) throw new RangeError(`no wall time: ${wall}`)
  // Only the offsets of the day before and the day after are possible.
  const before = offsetMinutes(new Date(asUtc - day_ms), zone)
  const after = offsetMinutes(new Date(asUtc + day_ms), zone)
  const shows = (offset: number) => offsetMinutes(new Date(asUtc - offset * minute_ms), zone) === offset
  // The larger offset gives the earlier instant.
  const [larger, smaller] = before > after ? [before, after] : [after, before]
  const offset = shows(larger) ? larger : shows(smaller) ? smaller : before
  return new Date(asUtc - offset * minute_ms)
}

/** Whether this local time exists; clocks going forward skip an hour. */
export const isExistingWallTime = (wall: string, zone: string): boolean =>
  wallTime(instantOf(wall, zone), zone) === wall

export interface Quarter {
  at: Date
  /** Local time. */
  wall: string
  /** Which occurrence, if the local time is repeated that day. */
  turn?: 1 | 2
}

/** The quarter hours of a local day: 96, or 92 and 100 on days when clocks change. */
export const quartersOfDay = (day: string, zone: string): Quarter[] => {
  const start = instantOf(`${day}T00:00`, zone)
  const next = new Date(Date.parse(`${day}T00:00Z`) + day_ms).toISOString().slice(0, 10)
  const end = new Date(instantOf(`${next}T00:00`, zone).getTime() - 1)
  const quarters = quartersBetween(start, end).map((at) => ({ at, wall: wallTime(at, zone) }))
  if (quarters.length <= 96) return quarters
  return quarters.map((quarter) => {
    const same = quarters.filter(({ wall }) => wall === quarter.wall)
    return same.length === 1 ? quarter : { ...quarter, turn: same[0] === quarter ? 1 : 2 }
  })
}

/** The device’s time zone. */
export const deviceZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Whether the device's local time differs from that of the zone. */
export const differsFromDevice = (at: Date, zone: string): boolean =>
  offsetMinutes(at, zone) !== -at.getTimezoneOffset()
