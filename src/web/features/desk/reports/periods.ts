/** Periods that reports offer, beside days of one's own. */
export const reportPeriods = ['this_month', 'last_month', 'this_year', 'last_year'] as const
export type ReportPeriod = (typeof reportPeriods)[number]

export interface Days {
  from: string
  to: string
}

const iso = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)

/** The days of a period, today being `2026-11-21`. What has not ended yet ends today. */
export function daysOf(period: ReportPeriod, today: string): Days {
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7)) - 1]
  if (period === 'this_month') return { from: iso(year, month, 1), to: today }
  if (period === 'last_month') return { from: iso(year, month - 1, 1), to: iso(year, month, 0) }
  if (period === 'this_year') return { from: iso(year, 0, 1), to: today }
  return { from: iso(year - 1, 0, 1), to: iso(year, 0, 0) }
}

/** The period that has these days; undefined for others. */
export const findPeriod = ({ from, to }: Days, today: string): ReportPeriod | undefined =>
  reportPeriods.find((period) => {
    const days = daysOf(period, today)
    return days.from === from && days.to === to
  })
