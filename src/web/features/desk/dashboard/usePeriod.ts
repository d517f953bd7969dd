import { useSearchParams } from 'react-router'
import { dashboardPeriods, type DashboardPeriod } from '#contract/desk/dashboard.ts'

export interface Period {
  period: DashboardPeriod
  /** The days of one's own, empty until they are chosen. */
  from: string
  to: string
  /** False while a day of one's own is missing. */
  isComplete: boolean
  /** What the server is asked for. */
  query: { period: DashboardPeriod; from?: string; to?: string }
  /** Changes the address; an empty text removes a name. */
  show: (change: Record<string, string>) => void
}

/** The period in the address. */
export function usePeriod(): Period {
  const [search, setSearch] = useSearchParams()
  const period = dashboardPeriods.find((period) => period === search.get('period')) ?? '7_days'
  const [from, to] = [search.get('from') ?? '', search.get('to') ?? '']
  return {
    period,
    from,
    to,
    isComplete: period !== 'custom' || (from !== '' && to !== ''),
    query: { period, ...(period === 'custom' && { from, to }) },
    show: (change) =>
      setSearch((before) => {
        const next = new URLSearchParams(before)
        for (const [name, value] of Object.entries(change)) {
          if (value === '') next.delete(name)
          else next.set(name, value)
        }
        return next
      }),
  }
}
