import { longestPeriod_days, type DashboardPeriod } from '#contract/desk/dashboard.ts'
import { day_ms } from '#contract/time.ts'
import { fieldError } from '#server/http/errors.ts'

/** Two local days, both included. */
export interface Days {
  from: string
  to: string
}

const plusDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * day_ms).toISOString().slice(0, 10)

/** How many days a period has. */
export const countDays = ({ from, to }: Days): number => Math.round((Date.parse(to) - Date.parse(from)) / day_ms) + 1

/**
 * The days of a period that ends `today`. Throws 422 for a period of one's own without its days, with days in the wrong
 * order, or longer than `longestPeriod_days`.
 */
export function toDays(
  period: DashboardPeriod,
  own: { from?: string | undefined; to?: string | undefined },
  today: string,
): Days {
  if (period === 'today') return { from: today, to: today }
  if (period === '7_days') return { from: plusDays(today, -6), to: today }
  if (period === '30_days') return { from: plusDays(today, -29), to: today }
  const { from, to } = own
  if (from === undefined) throw fieldError('from', 'required')
  if (to === undefined) throw fieldError('to', 'required')
  if (from > to) throw fieldError('to', 'dates_order')
  if (countDays({ from, to }) > longestPeriod_days) throw fieldError('to', 'days_too_many')
  return { from, to }
}

/** As many days, right before. */
export function daysBefore(days: Days): Days {
  const length = countDays(days)
  return { from: plusDays(days.from, -length), to: plusDays(days.from, -1) }
}

/** Each day of a period. */
export const listDays = (days: Days): string[] =>
  Array.from({ length: countDays(days) }, (_day, n) => plusDays(days.from, n))
