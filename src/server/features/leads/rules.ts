import { Temporal } from 'temporal-polyfill'
import { demoMinutes } from '#contract/leads/leads.ts'
import { team } from '#contract/settings/company.ts'
import { day_ms, hour_ms } from '#contract/time.ts'
import { isOpenAt } from '#server/features/parks/opening-hours.ts'

const { zone, country_code, weekdays, from_hour, to_hour } = team
/** Demonstrations can be booked from `demoNotice_hours` to `demoAhead_days` ahead. */
export const demoAhead_days = 28
export const demoNotice_hours = 12

const slotsPerDay = ((to_hour - from_hour) * 60) / demoMinutes

const holidayHours = { opening_hours: 'PH 00:00-24:00', timezone: zone, country_code, state_name: null }
const noon = Temporal.PlainTime.from('12:00')
const isHoliday = (day: Temporal.PlainDate): boolean =>
  isOpenAt(holidayHours, new Date(day.toZonedDateTime({ timeZone: zone, plainTime: noon }).epochMilliseconds)) === true

/** Lists the possible start times in order: the team's working hours on the working days of the next four weeks. */
export function listDemoTimes(now: Date): Date[] {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone).toPlainDate()
  const [earliest, latest] = [now.getTime() + demoNotice_hours * hour_ms, now.getTime() + demoAhead_days * day_ms]
  return Array.from({ length: demoAhead_days + 1 }, (_, days) => today.add({ days }))
    .filter((day) => (weekdays as readonly number[]).includes(day.dayOfWeek) && !isHoliday(day))
    .flatMap((day) =>
      Array.from({ length: slotsPerDay }, (_, n) => {
        const time = Temporal.PlainTime.from({ hour: from_hour }).add({ minutes: n * demoMinutes })
        return new Date(day.toZonedDateTime({ timeZone: zone, plainTime: time }).epochMilliseconds)
      }),
    )
    .filter((time) => time.getTime() >= earliest && time.getTime() <= latest)
}

/** Returns the quartiles of the amounts, each one of the amounts themselves; undefined for an empty list. */
export function findQuartiles(amounts: readonly bigint[]): { low: bigint; median: bigint; high: bigint } | undefined {
  if (amounts.length === 0) return undefined
  const sorted = amounts.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const at = (share: number) => sorted[Math.round((sorted.length - 1) * share)]!
  return { low: at(0.25), median: at(0.5), high: at(0.75) }
}
