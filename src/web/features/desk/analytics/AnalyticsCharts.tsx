import { formatDayOfYear } from '#contract/days.ts'
import { analyticsFunnels, type Analytics, type AnalyticsStep } from '#contract/desk/analytics.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { Chart, type Series } from '../dashboard/Chart.tsx'

/** By colour and by dashes, so that the lines differ for everybody. */
const looks: Record<AnalyticsStep, Omit<Series, 'name' | 'values'>> = {
  search: { look: 'line', color: 'var(--color-ink-3)', dashes: '2 3' },
  park_page: { look: 'line', color: 'var(--color-few)', dashes: '6 4' },
  quote: { look: 'line', color: 'var(--color-free)' },
  booking: { look: 'bar', color: 'var(--color-act)' },
  order: { look: 'bar', color: 'var(--color-act)' },
  top_up_started: { look: 'line', color: 'var(--color-ink-3)', dashes: '5 4' },
  top_up_completed: { look: 'bar', color: 'var(--color-act)' },
}

/** The steps of each funnel by day; a funnel none of whose steps the person may see has no chart. */
export default function AnalyticsCharts({ data: { steps, days } }: { data: Analytics }) {
  const { t, translateKey, locale } = useDeskWords()
  const names = days.map(({ day }) => formatDayOfYear(day, locale))
  const titles = [t('desk.analytics.by_day'), t('desk.analytics.orders_by_day'), t('desk.analytics.top_ups_by_day')]
  return (
    <div className="grid gap-4 xl:grid-cols-2">
      {analyticsFunnels.map((funnel, at) => {
        const shown = funnel.filter((step) => steps.some((candidate) => candidate.step === step))
        if (shown.length === 0) return null
        const series = shown.map((step) => ({
          ...looks[step],
          name: translateKey(`desk.words.analytics_steps.${step}`),
          values: days.map(({ counts }) => counts[step] ?? 0),
        }))
        return (
          <Chart
            key={titles[at]}
            title={titles[at]!}
            axis={{ heading: t('desk.dashboard.day'), names }}
            series={series}
          />
        )
      })}
    </div>
  )
}
