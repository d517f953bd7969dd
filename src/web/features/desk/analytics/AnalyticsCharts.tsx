import { formatDayOfYear } from '#contract/days.ts'
import { analyticsFunnels, type Analytics, type AnalyticsFunnel, type AnalyticsStep } from '#contract/desk/analytics.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { Chart, type Series } from '../dashboard/Chart.tsx'

/** By colour and by dashes, so that the lines differ for everybody. */
const looks: Record<AnalyticsStep, Omit<Series, 'name' | 'values'>> = {
  search: { look: 'line', color: 'var(--color-ink-3)', dashes: '2 3' },
  park_page: { look: 'line', color: 'var(--color-few)', dashes: '6 4' },
  quote: { look: 'line', color: 'var(--color-free)' },
  booking: { look: 'bar', color: 'var(--color-act)' },
  item_page: { look: 'line', color: 'var(--color-ink-3)', dashes: '2 3' },
  cart: { look: 'line', color: 'var(--color-few)', dashes: '6 4' },
  checkout: { look: 'line', color: 'var(--color-free)' },
  order: { look: 'bar', color: 'var(--color-act)' },
  top_up_started: { look: 'line', color: 'var(--color-ink-3)', dashes: '5 4' },
  top_up_completed: { look: 'bar', color: 'var(--color-act)' },
}

/** The steps of each funnel that the person may see, by day. */
export default function AnalyticsCharts({
  data: { steps, days },
  funnels,
}: {
  data: Analytics
  funnels: readonly AnalyticsFunnel[]
}) {
  const { t, translateKey, locale } = useDeskWords()
  const names = days.map(({ day }) => formatDayOfYear(day, locale))
  return (
    <div className="grid gap-4 xl:grid-cols-2">
      {funnels.map((funnel) => (
        <Chart
          key={funnel}
          title={t(`desk.analytics.funnels.${funnel}.by_day`)}
          axis={{ heading: t('desk.dashboard.day'), names }}
          series={analyticsFunnels[funnel]
            .filter((step) => steps.some((candidate) => candidate.step === step))
            .map((step) => ({
              ...looks[step],
              name: translateKey(`desk.words.analytics_steps.${step}`),
              values: days.map(({ counts }) => counts[step] ?? 0),
            }))}
        />
      ))}
    </div>
  )
}
