import { maxFilterDays } from '#contract/lists/list-facts.ts'
import { day_ms } from '#contract/time.ts'

export interface Days {
  from: string
  to: string
}

/** A number is that of the last days. */
export const quickPeriods = ['today', 7, 30, 'this_month'] as const
export type QuickPeriod = (typeof quickPeriods)[number]

/** The first and the last day of a period, in the time zone of the device. The month has its days to come too. */
export function findPeriod(period: QuickPeriod, now: Date): Days {
  const [year, month, day] = [now.getFullYear(), now.getMonth(), now.getDate()]
  const first = period === 'this_month' ? 1 : period === 'today' ? day : day - period + 1
  const last = period === 'this_month' ? writeDay(year, month + 1, 0) : writeDay(year, month, day)
  return { from: writeDay(year, month, first), to: last }
}

const writeDay = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)

/** What is wrong with a period of which either end may be empty; undefined if nothing is. */
export function checkDays({ from, to }: Days): 'dates_order' | 'days_too_many' | undefined {
  if (from === '' || to === '') return undefined
  if (from > to) return 'dates_order'
  return Date.parse(to) - Date.parse(from) > maxFilterDays * day_ms ? 'days_too_many' : undefined
}
