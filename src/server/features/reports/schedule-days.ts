import type { ScheduleFrequency } from '#contract/reports/desk/schedules.ts'
import { day_ms } from '#contract/time.ts'

/* The days of schedules, as `2026-11-21`. A report is sent in the morning, for the whole days before. */

const add = (day: string, days: number): string => new Date(Date.parse(day) + days * day_ms).toISOString().slice(0, 10)
const addMonth = (day: string, months: number): string => {
  const [year, month] = day.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10)
}

/** Monday is 0. */
const weekdayOf = (day: string): number => (new Date(day).getUTCDay() + 6) % 7

/** The first day after `day` on which a schedule sends. */
export function nextSendingDay(every: ScheduleFrequency, day: string): string {
  if (every === 'daily') return add(day, 1)
  return every === 'weekly' ? add(day, 7 - weekdayOf(day)) : addMonth(day, 1)
}

/** The last day up to `day` on which a schedule sends. */
export function lastSendingDay(every: ScheduleFrequency, day: string): string {
  if (every === 'daily') return day
  return every === 'weekly' ? add(day, -weekdayOf(day)) : addMonth(day, 0)
}

/** The days that a report covers that is sent on `day`, which is one on which its schedule sends. */
export function coveredDays(every: ScheduleFrequency, day: string): { from: string; to: string } {
  const to = add(day, -1)
  if (every === 'daily') return { from: to, to }
  return every === 'weekly' ? { from: add(day, -7), to } : { from: addMonth(day, -1), to }
}
