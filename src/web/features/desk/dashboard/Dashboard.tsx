import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { dashboardPeriods, type DashboardFigure } from '#contract/desk/dashboard.ts'
import type { Money } from '#contract/fields.ts'
import { Failure } from '#web/features/desk/Failure.tsx'
import { useDeskTitle } from '#web/features/desk/useDeskTitle.ts'
import { useDeskWords } from '#web/features/desk/words.ts'
import { call } from '#web/lib/call.ts'
import { formatMoney, formatNumber } from '#web/lib/format.ts'
import { deviceZone } from '#web/lib/quarterHours.ts'
import { paths } from '#web/paths.ts'
import { Card, CardLink } from '#web/ui/Card.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { Segmented } from '#web/ui/form/Segmented.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

const Charts = lazy(() => import('./Charts.tsx'))
const refresh_ms = 60_000

/** Figures of a period next to those of the period before; each leads to its list. */
export function Dashboard() {
  const { t } = useDeskWords()
  const [search, setSearch] = useSearchParams()
  useDeskTitle(t('desk.dashboard.title'))
  const period = dashboardPeriods.find((one) => one === search.get('period')) ?? '7_days'
  const [from, to] = [search.get('from') ?? '', search.get('to') ?? '']
  const isComplete = period !== 'custom' || (from !== '' && to !== '')
  const query = { period, timezone: deviceZone(), ...(period === 'custom' && { from, to }) }
  const { data, error, refetch } = useQuery({
    queryKey: ['desk', 'dashboard', query],
    queryFn: ({ signal }) => call('GET /api/v1/admin/dashboard', { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: refresh_ms,
    enabled: isComplete,
  })
  const show = (change: Record<string, string>) =>
    setSearch((before) => {
      const next = new URLSearchParams(before)
      for (const [name, value] of Object.entries(change)) next.set(name, value)
      return next
    })
  return (
    <>
      <div className="mb-4 flex flex-wrap items-end justify-between gap-3">
        <h1 className="text-xl">{t('desk.dashboard.title')}</h1>
        <Segmented
          label={t('desk.dashboard.period')}
          segments={dashboardPeriods.map((value) => ({ value, label: t(`desk.dashboard.periods.${value}`) }))}
          value={period}
          onChange={(value) => show({ period: value })}
        />
      </div>
      {period === 'custom' && (
        <div className="mb-4 grid max-w-md grid-cols-2 gap-3">
          {(['from', 'to'] as const).map((name) => (
            <Field key={name} label={t(`desk.dashboard.${name}`)}>
              <TextInput
                type="date"
                value={search.get(name) ?? ''}
                onChange={({ target }) => show({ [name]: target.value })}
              />
            </Field>
          ))}
        </div>
      )}
      {error !== null && <Failure error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && isComplete && <Skeleton className="h-96 rounded-xl" />}
      {data !== undefined && error === null && (
        <>
          <ul className="mb-5 grid grid-cols-2 gap-3 xl:grid-cols-4">
            {data.figures.map((figure) => (
              <Figure key={figure.name} figure={figure} />
            ))}
          </ul>
          {data.days.length > 0 && (
            <Suspense fallback={<Skeleton className="h-80 rounded-xl" />}>
              <Charts data={data} />
            </Suspense>
          )}
        </>
      )}
    </>
  )
}

function Figure({ figure: { name, value, previous, list } }: { figure: DashboardFigure }) {
  const { t, locale } = useDeskWords()
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })
  const write = (one: number | Money[]): string[] => {
    if (typeof one === 'number') return [name === 'occupancy' ? percent.format(one / 100) : formatNumber(one, locale)]
    return one.length === 0 ? ['–'] : one.map(({ amount, currency }) => formatMoney(amount, currency, locale))
  }
  return (
    <Card as="li">
      <p className="text-sm text-ink-2">
        <CardLink to={paths.desk(list)}>{t(`desk.dashboard.figures.${name}`)}</CardLink>
      </p>
      {write(value).map((line, at) => (
        <p key={line} className={at === 0 ? 'text-xl font-bold tabular-nums' : 'font-semibold tabular-nums'}>
          {line}
        </p>
      ))}
      {previous !== null && (
        <p className="mt-1 text-sm text-ink-2 tabular-nums">
          {t('desk.dashboard.before', { value: write(previous).join(' · ') })}
        </p>
      )}
    </Card>
  )
}
