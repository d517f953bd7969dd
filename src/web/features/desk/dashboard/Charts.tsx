import { formatDayOfYear } from '#contract/days.ts'
import type { Dashboard } from '#contract/desk/dashboard.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { formatHour, formatMoney, formatPercent } from '#web/time/format.ts'
import { Chart, type Series } from './Chart.tsx'

/**
 * Bookings by day and by hour next to the period before; for an operator also revenue, in their one currency, and occupancy by
 * day.
 */
export default function Charts({ data: { days, hours } }: { data: Dashboard }) {
  const { t, locale } = useDeskWords()
  const nameHour = (hour: number) => formatHour(new Date(Date.UTC(2026, 0, 5, hour)), 'UTC', locale)
  const toSeries = (rows: readonly { bookings: number; previous: number }[]): Series[] => [
    {
      name: t('desk.dashboard.bookings'),
      values: rows.map(({ bookings }) => bookings),
      look: 'bar',
      color: 'var(--color-act)',
    },
    {
      name: t('desk.dashboard.previous'),
      values: rows.map(({ previous }) => previous),
      look: 'line',
      color: 'var(--color-ink-3)',
      dashes: '5 4',
    },
  ]
  const dayNames = days.map(({ day }) => formatDayOfYear(day, locale))
  const ofOperator = days.filter(({ occupancy }) => occupancy !== null)
  const [currency, ...others] = new Set(days.flatMap(({ revenue }) => revenue.map((money) => money.currency)))
  const bars = (name: string, values: readonly number[]): Series[] => [
    { name, values, look: 'bar', color: 'var(--color-act)' },
  ]
  return (
    <div className="grid gap-4 xl:grid-cols-2">
      <Chart
        title={t('desk.dashboard.by_day')}
        axis={{ heading: t('desk.dashboard.day'), names: dayNames }}
        series={toSeries(days)}
        extra={{
          heading: t('desk.dashboard.revenue'),
          cells: days.map(({ revenue }) =>
            revenue.map(({ amount, currency }) => formatMoney(amount, currency, locale)).join(', '),
          ),
        }}
      />
      <Chart
        title={t('desk.dashboard.by_hour')}
        axis={{ heading: t('desk.dashboard.hour'), names: hours.map(({ hour }) => nameHour(hour)) }}
        series={toSeries(hours)}
      />
      {ofOperator.length > 0 && currency !== undefined && others.length === 0 && (
        <Chart
          title={t('desk.dashboard.revenue_by_day')}
          axis={{ heading: t('desk.dashboard.day'), names: dayNames }}
          series={bars(
            t('desk.dashboard.revenue'),
            days.map(({ revenue }) => revenue[0]?.amount ?? 0),
          )}
          format={(amount) => formatMoney(amount, currency, locale)}
        />
      )}
      {ofOperator.length > 0 && (
        <Chart
          title={t('desk.dashboard.occupancy_by_day')}
          axis={{ heading: t('desk.dashboard.day'), names: dayNames }}
          series={bars(
            t('desk.dashboard.occupancy'),
            days.map(({ occupancy }) => occupancy ?? 0),
          )}
          format={(percent) => formatPercent(percent, locale, 1)}
        />
      )}
    </div>
  )
}
