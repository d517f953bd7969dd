import { Temporal } from 'temporal-polyfill'

const minute_ms = 60_000
const day_min = 24 * 60
const day_ms = day_min * minute_ms

/** Days of a zone's calendar as instants, in milliseconds. A day is its number from 1970-01-01. */
export type ZoneDays = {
  /** The day on which the zone's clocks are at an instant. */
  dayOf(at: number): number
  /**
   * The instant at which the clocks show this minute of a day (0 to 1440). Of a time that comes twice it is the first;
   * one that a clock change skips comes as much later as was skipped.
   */
  instantOf(day: number, minute: number): number
}

const known = new Map<string, ZoneDays>()

/** The calendar of a zone; what was worked out is kept, because all parks of a list share it. Throws RangeError for an unknown zone. */
export function daysOf(timezone: string): ZoneDays {
  const before = known.get(timezone)
  if (before !== undefined) return before
  const days = newDays(timezone)
  days.dayOf(0)
  known.set(timezone, days)
  return days
}

/** Monday is 1, Sunday 7. */
export const weekdayOf = (day: number): number => ((((day + 3) % 7) + 7) % 7) + 1

const epoch = new Temporal.PlainDate(1970, 1, 1)
/** Windows lie within half a year; whoever asks for centuries does not fill the memory. */
const most_known = 2_000

function newDays(timezone: string): ZoneDays {
  const midnightOf = remembering((day) => epoch.add({ days: day }).toZonedDateTime(timezone).epochMilliseconds)
  // On a day of a clock change, which has not 24 hours.
  const instantOnOddDay = remembering((minutes) => {
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
      return instantOnOddDay(day * day_min + minute)
    },
  }
}

function remembering(find: (key: number) => number): (key: number) => number {
  const known = new Map<number, number>()
  return (key) => {
    const before = known.get(key)
    if (before !== undefined) return before
    const found = find(key)
    if (known.size >= most_known) known.clear()
    known.set(key, found)
    return found
  }
}
