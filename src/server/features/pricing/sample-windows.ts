import type { sampleCodes } from '#contract/parks/desk/tariffs.ts'
import { getZoneDays, weekdayOf } from './tariff-days.ts'

export interface SampleWindow {
  code: (typeof sampleCodes)[number]
  start: Date
  end: Date
}

/** Days of the week from Monday (1), and minutes of the day. */
const times: Record<SampleWindow['code'], { weekday: number; from: number; days?: number; to: number }> = {
  half_hour: { weekday: 2, from: 10 * 60, to: 10 * 60 + 30 },
  hour: { weekday: 2, from: 10 * 60, to: 11 * 60 },
  two_hours: { weekday: 2, from: 10 * 60, to: 12 * 60 },
  four_hours: { weekday: 2, from: 9 * 60, to: 13 * 60 },
  working_day: { weekday: 2, from: 8 * 60, to: 18 * 60 },
  evening: { weekday: 2, from: 18 * 60, to: 23 * 60 },
  overnight: { weekday: 2, from: 20 * 60, days: 1, to: 8 * 60 },
  weekend: { weekday: 6, from: 10 * 60, days: 1, to: 18 * 60 },
  month: { weekday: 1, from: 8 * 60, days: 30, to: 8 * 60 },
}

/** Returns the sample bookings of a tariff on the first such days after `from`, in the park's time zone. */
export function listSampleWindows(timezone: string, from: Date): SampleWindow[] {
  const zone = getZoneDays(timezone)
  return Object.entries(times).map(([code, sample]) => {
    const day = nextDay(timezone, from, sample.weekday)
    return {
      code: code as SampleWindow['code'],
      start: new Date(zone.instantOf(day, sample.from)),
      end: new Date(zone.instantOf(day + (sample.days ?? 0), sample.to)),
    }
  })
}

/** Returns the hours of the first Tuesday after `from`, on whose prices no weekend bears. */
export function listWorkingHours(timezone: string, from: Date): Date[] {
  const zone = getZoneDays(timezone)
  const day = nextDay(timezone, from, 2)
  return Array.from({ length: 24 }, (_, hour) => new Date(zone.instantOf(day, hour * 60)))
}

/** The number of the first such weekday after the local day of an instant. */
function nextDay(timezone: string, from: Date, weekday: number): number {
  const first = getZoneDays(timezone).dayOf(from.getTime()) + 1
  return first + ((weekday - weekdayOf(first) + 7) % 7)
}
