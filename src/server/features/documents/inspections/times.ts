import { documentDays } from '#contract/documents/document-rules.ts'
import { toNigerianDay } from '#contract/documents/nigerian-day.ts'
import { countryZones } from '#contract/geography.ts'
import { day_ms, hour_ms } from '#contract/time.ts'
import { listOpenPeriods } from '#server/features/parks/opening-hours.ts'
import { getZoneDays } from '#server/features/pricing/tariff-days.ts'

/** Whole days of Nigeria, `2026-11-23`, the last one included. */
interface Closure {
  starts_on: string
  ends_on: string
}

/** When a centre inspects. Its hours are in the syntax of OpenStreetMap. */
export interface CentreHours {
  opening_hours: string
  state_name: string
  closures: readonly Closure[]
}

const days = getZoneDays(countryZones.NG)

/** The instant at which a date of Nigeria begins. */
export const startOfDay = (day: string): Date => new Date(days.instantOf(Date.parse(`${day}T00:00:00Z`) / day_ms, 0))

/** The end of the last day on which an appointment can be booked: the 60th after today. */
export const endOfBooking = (now: Date): Date =>
  new Date(days.instantOf(days.dayOf(now.getTime()) + documentDays.appointment + 1, 0))

/**
 * Returns the starts of the appointments of a centre within a window: every whole hour during which it is open, outside its
 * closures. The clocks of Nigeria are never changed.
 */
export function listTimes({ opening_hours, state_name, closures }: CentreHours, from: Date, until: Date): Date[] {
  const hours = { opening_hours, state_name, timezone: countryZones.NG, country_code: 'NG' }
  return (listOpenPeriods(hours, from, until) ?? [])
    .flatMap(({ start, end }) => {
      const first = Math.ceil(start.getTime() / hour_ms) * hour_ms
      const count = Math.max(0, Math.floor((end.getTime() - first) / hour_ms))
      return Array.from({ length: count }, (_, index) => new Date(first + index * hour_ms))
    })
    .filter((start) => {
      const day = toNigerianDay(start)
      return !closures.some(({ starts_on, ends_on }) => starts_on <= day && day <= ends_on)
    })
}
