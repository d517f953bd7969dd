import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import type { DashboardFigure } from '#contract/desk/dashboard.ts'
import type { Money } from '#contract/fields.ts'
import { Failure } from '#web/features/desk/Failure.tsx'
import { useDeskTitle } from '#web/features/desk/useDeskTitle.ts'
import { useDeskWords } from '#web/features/desk/words.ts'
import { call } from '#web/lib/call.ts'
import { formatMoney, formatNumber } from '#web/lib/format.ts'
import { deviceZone } from '#web/lib/quarterHours.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card, CardLink } from '#web/ui/Card.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { NativeSelect } from '#web/ui/form/NativeSelect.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { PeriodChoice, PeriodDays } from './PeriodChoice.tsx'
import { usePeriod } from './usePeriod.ts'

const Charts = lazy(() => import('./Charts.tsx'))
const ShopFigures = lazy(() => import('./ShopFigures.tsx'))
const refresh_ms = 60_000

/** Figures of a period next to those of the period before; each leads to its list. */
export function Dashboard() {
  const { t } = useDeskWords()
  useDeskTitle(t('desk.dashboard.title'))
  const period = usePeriod()
  const { isComplete } = period
  const [search] = useSearchParams()
  const branch = search.get('branch') ?? ''
  const query = { ...period.query, ...(branch !== '' && { branch }), timezone: deviceZone() }
  const { data, error, refetch } = useQuery({
    queryKey: ['desk', 'dashboard', query],
    queryFn: ({ signal }) => call('GET /api/v1/admin/dashboard', { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: refresh_ms,
    enabled: isComplete,
  })
  return (
    <>
      <div className="mb-4 flex flex-wrap items-end justify-between gap-3">
        <h1 className="text-xl">{t('desk.dashboard.title')}</h1>
        <div className="flex flex-wrap items-end gap-3">
          {data !== undefined && data.branches.length > 1 && (
            <Field label={t('desk.dashboard.branch')}>
              <NativeSelect
                value={branch}
                options={[
                  { value: '', label: t('desk.dashboard.all_branches') },
                  ...data.branches.map(({ id, name, city }) => ({ value: id, label: `${city} · ${name}` })),
                ]}
                onChange={({ target }) => period.show({ branch: target.value })}
              />
            </Field>
          )}
          <PeriodChoice period={period} />
        </div>
      </div>
      <PeriodDays period={period} />
      {error !== null && <Failure error={error} onRetry={() => void refetch()} />}
      {error !== null && branch !== '' && (
        <p className="text-center">
          <Button variant="outline" size="md" onClick={() => period.show({ branch: '' })}>
            {t('desk.dashboard.all_branches')}
          </Button>
        </p>
      )}
      {data === undefined && error === null && isComplete && <Skeleton className="h-96 rounded-xl" />}
      {data !== undefined && error === null && (
        <>
          <ul className="mb-5 grid grid-cols-2 gap-3 xl:grid-cols-4">
            {data.figures.map((figure) => (
              <Figure key={figure.name} figure={figure} />
            ))}
          </ul>
          {data.shop !== null && (
            <Suspense fallback={<Skeleton className="h-80 rounded-xl" />}>
              <ShopFigures shop={data.shop} />
            </Suspense>
          )}
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
