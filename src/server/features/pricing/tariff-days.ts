import { Temporal } from 'temporal-polyfill'
import { day_ms, minute_ms } from '#contract/time.ts'

const day_min = 24 * 60

/** Calendar days of a time zone. Instants are in milliseconds; a day is its number since 1970-01-01. */
export interface ZoneDays {
  /** Returns the local day of an instant. */
  dayOf(at: number): number
  /**
   * Returns the instant of a local minute of a day (0 to 1440): the first of a repeated time; a skipped time is moved
   * forward by the length of the gap.
   */
  instantOf(day: number, minute: number): number
}

const calendars = new Map<string, ZoneDays>()

/**
 * Returns the calendar of a zone, cached because all parks of a list share it. Throws RangeError for an unknown zone.
 */
export function getZoneDays(timezone: string): ZoneDays {
  const before = calendars.get(timezone)
  if (before !== undefined) return before
  const days = newDays(timezone)
  days.dayOf(0)
  calendars.set(timezone, days)
  return days
}

/** Returns the weekday of a day number: Monday is 1, Sunday 7. */
export const weekdayOf = (day: number): number => ((((day + 3) % 7) + 7) % 7) + 1

const epoch = new Temporal.PlainDate(1970, 1, 1)
/** Bounds memory: normal windows are within half a year, but requests may name any date. */
const maxCached = 2_000

function newDays(timezone: string): ZoneDays {
  const midnightOf = memoize((day) => epoch.add({ days: day }).toZonedDateTime(timezone).epochMilliseconds)
  // For days with a clock change, which don't have 24 hours.
  const instantOnChangeDay = memoize((minutes) => {
    const minute = ((minutes % day_min) + day_min) % day_min
    const plainTime = { hour: Math.floor(minute / 60), minute: minute % 60 }
    const date = epoch.add({ days: Math.floor(minutes / day_min) })
    return date.toZonedDateTime({ timeZone: timezone, plainTime }).epochMilliseconds
  })
  return {
    dayOf(at) {
      let day = Math.floor(at / day_ms)
      while (midnightOf(day) > at) day -= 1
      while (midnightOf(day + 1) <= at) day += 1
      return day
    },
    instantOf(day, minute) {
      if (minute === day_min) return midnightOf(day + 1)
      const midnight = midnightOf(day)
      if (midnightOf(day + 1) - midnight === day_ms) return midnight + minute * minute_ms
      return instantOnChangeDay(day * day_min + minute)
    },
  }
}

function memoize(find: (key: number) => number): (key: number) => number {
  const cache = new Map<number, number>()
  return (key) => {
    const before = cache.get(key)
    if (before !== undefined) return before
    const found = find(key)
    if (cache.size >= maxCached) cache.clear()
    cache.set(key, found)
    return found
  }
}
