import { day_ms } from '#contract/time.ts'

/** Local hours between which reminders are mailed. */
const mailHours = { from: 8, until: 20 }

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Returns the date (`2026-11-21`) in a time zone, and whether reminders may be mailed there now. */
export function getLocalDay(zone: string, now: Date): { day: string; is_mailing_time: boolean } {
  const formatter =
    formatters.get(zone) ??
    new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      hourCycle: 'h23',
    })
  formatters.set(zone, formatter)
  const parts = Object.fromEntries(formatter.formatToParts(now).map(({ type, value }) => [type, value]))
  const hour = Number(parts['hour'])
  return {
    day: `${parts['year']}-${parts['month']}-${parts['day']}`,
    is_mailing_time: hour >= mailHours.from && hour < mailHours.until,
  }
}

/** Returns the days from one date to another; negative if `to` is earlier. */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / day_ms
