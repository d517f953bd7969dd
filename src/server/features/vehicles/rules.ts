import { day_ms } from '#contract/time.ts'
import { wallTime } from '#contract/wall-clock.ts'

/** Local hours between which reminders are mailed. */
const mailHours = { from: 8, until: 20 }

/** Returns the date (`2026-11-21`) in a time zone, and whether reminders may be mailed there now. */
export function getLocalDay(zone: string, now: Date): { day: string; is_mailing_time: boolean } {
  const wall = wallTime(now, zone)
  const hour = Number(wall.slice(11, 13))
  return { day: wall.slice(0, 10), is_mailing_time: hour >= mailHours.from && hour < mailHours.until }
}

/** Returns the days from one date to another; negative if `to` is earlier. */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / day_ms
