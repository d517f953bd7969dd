import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { formatShortDay } from '#contract/days.ts'
import type { Dashboard as DashboardData, DashboardFigure } from '#contract/desk/dashboard.ts'
import { waitingFigures } from '#contract/desk/waiting.ts'
import type { Money } from '#contract/fields.ts'
import { currencies } from '#contract/money.ts'
import { minute_ms } from '#contract/time.ts'
import { call } from '#web/api/call.ts'
import { useProfile } from '#web/api/useProfile.ts'
import { useBranchChoice } from '#web/features/lists/branchChoice.ts'
import { Failure } from '#web/features/lists/Failure.tsx'
import { useDeskTitle } from '#web/features/lists/useDeskTitle.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { lazyPanel } from '#web/page/lazyPart.tsx'
import { paths } from '#web/paths.ts'
import { formatMoney, formatNumber, formatPercent } from '#web/time/format.ts'
import { deviceZone } from '#web/time/quarterHours.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card, CardLink } from '#web/ui/Card.tsx'
import { cx } from '#web/ui/cx.ts'
import { Field } from '#web/ui/form/Field.tsx'
import { NativeSelect } from '#web/ui/form/NativeSelect.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { OwnPayouts } from './OwnPayouts.tsx'
import { PeriodChoice, PeriodDays } from './PeriodChoice.tsx'
import { Today } from './Today.tsx'
import { usePeriod } from './usePeriod.ts'

const Charts = lazyPanel(async () => (await import('./Charts.tsx')).default)
const ShopFigures = lazyPanel(async () => (await import('./ShopFigures.tsx')).default)
const refresh_ms = minute_ms

/** Figures of a period next to those of the period before; each leads to its list. */
export function Dashboard() {
  const { t } = useDeskWords()
  useDeskTitle(t('desk.dashboard.title'))
  const period = usePeriod()
  const { isComplete } = period
  const [search] = useSearchParams()
  const { branch = '', choose } = useBranchChoice()
  const currency = currencies.find((currency) => currency === search.get('currency'))
  const query = {
    ...period.query,
    ...(branch !== '' && { branch }),
    ...(currency !== undefined && { currency }),
    timezone: deviceZone(),
  }
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
          {(currency !== undefined || hasSeveralCurrencies(data?.figures ?? [])) && (
            <Field label={t('desk.dashboard.total_in')}>
              <NativeSelect
                value={currency ?? ''}
                options={[
                  { value: '', label: t('desk.dashboard.own_currencies') },
                  ...currencies.map((value) => ({ value, label: value })),
                ]}
                onChange={({ target }) => period.show({ currency: target.value })}
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
          <Button variant="outline" size="md" onClick={() => choose('')}>
            {t('desk.branches.all')}
          </Button>
        </p>
      )}
      {data === undefined && error === null && isComplete && <Skeleton className="h-96 rounded-xl" />}
      {data !== undefined && error === null && (
        <>
          <Attention figures={data.figures} />
          {data.owed !== null && data.owed.length > 0 && <OwnPayouts owed={data.owed} />}
          <Today branch={branch} />
          <ul className="mb-5 grid grid-cols-2 gap-3 xl:grid-cols-4">
            {data.figures.filter(isOfPeriod).map((figure) => (
              <Figure key={figure.name} figure={figure} totals={data.totals} />
            ))}
          </ul>
          {data.totals !== null && <Rates totals={data.totals} />}
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

const isWaiting = ({ name }: DashboardFigure) => (waitingFigures as readonly string[]).includes(name)
const isNothing = (value: DashboardFigure['previous']) =>
  value === null || value === 0 || (Array.isArray(value) && value.length === 0)

/** What belongs to the period and says something: a figure that was and is nothing is left out. */
const isOfPeriod = (figure: DashboardFigure): boolean =>
  !isWaiting(figure) && !(isNothing(figure.value) && isNothing(figure.previous))

/** What waits for somebody, the most urgent first. */
function Attention({ figures }: { figures: readonly DashboardFigure[] }) {
  const { t, locale } = useDeskWords()
  const waiting = waitingFigures.flatMap((name) =>
    figures.flatMap((figure) =>
      figure.name === name && typeof figure.value === 'number' && figure.value > 0
        ? [{ ...figure, value: figure.value }]
        : [],
    ),
  )
  if (!figures.some(isWaiting)) return null
  return (
    <section aria-labelledby="attention" className="mb-5">
      <h2 id="attention" className="mb-2 text-md font-bold">
        {t('desk.dashboard.attention')}
      </h2>
      {waiting.length === 0 ? (
        <p className="text-ink-2">{t('desk.dashboard.nothing_waits')}</p>
      ) : (
        <ul className="flex flex-wrap gap-2">
          {waiting.map(({ name, value, list }) => (
            <li key={name}>
              <PageLink
                to={paths.desk(list)}
                className={cx(
                  'flex min-h-10 items-center gap-2 rounded-lg border border-line bg-card px-3 hover:border-act',
                  name === 'late_orders' && 'border-bad text-bad',
                )}
              >
                <span className="font-bold tabular-nums">{formatNumber(value, locale)}</span>
                {t(`desk.dashboard.figures.${name}`)}
              </PageLink>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Whether an amount has parts in several currencies, which may be converted. */
const hasSeveralCurrencies = (figures: readonly DashboardFigure[]): boolean =>
  figures.some(({ value }) => typeof value !== 'number' && value.length > 1)

type Totals = NonNullable<DashboardData['totals']>

/** What the converted totals were converted with. */
function Rates({ totals: { currency, rates, missing } }: { totals: Totals }) {
  const { t, locale } = useDeskWords()
  const { data: profile } = useProfile()
  return (
    <div className="mb-5 grid gap-2 text-sm text-ink-2">
      {rates.length > 0 && (
        <p>
          {t('desk.dashboard.rates')}{' '}
          {rates
            .map((rate) =>
              t('desk.dashboard.rate', {
                from: rate.currency,
                rate: formatNumber(rate.rate, locale, { maximumSignificantDigits: 6 }),
                to: currency,
                day: formatShortDay(rate.day, locale),
                source: rate.source,
              }),
            )
            .join(' · ')}
        </p>
      )}
      {missing.map((from) => (
        <p key={from}>
          {t('desk.dashboard.no_rate', { from, to: currency })}{' '}
          {profile?.permissions.includes('currencies.view') === true && (
            <PageLink to={paths.desk(`currencies/${from}`)} className="font-semibold text-act underline">
              {t('desk.dashboard.open_currency', { currency: from })}
            </PageLink>
          )}
        </p>
      ))}
    </div>
  )
}

/** Characters of a figure that fit beside another one on a phone: a longer amount would break in the middle. */
const mostBesideAnother = 11

function Figure({
  figure: { name, value, previous, list },
  totals,
}: {
  figure: DashboardFigure
  totals: Totals | null
}) {
  const { t, locale } = useDeskWords()
  const isConverted = typeof value !== 'number' && value.some(({ currency }) => currency !== totals?.currency)
  const total = isConverted && totals !== null && (name === 'revenue' || name === 'sales') ? totals[name] : null
  const write = (value: number | Money[]): string[] => {
    if (typeof value === 'number')
      return [name === 'occupancy' ? formatPercent(value, locale, 1) : formatNumber(value, locale)]
    return value.length === 0 ? ['–'] : value.map(({ amount, currency }) => formatMoney(amount, currency, locale))
  }
  const lines = write(value)
  return (
    <Card as="li" className={cx(lines.some((line) => line.length > mostBesideAnother) && 'max-sm:col-span-2')}>
      <p className="text-sm text-ink-2">
        <CardLink to={paths.desk(list)}>{t(`desk.dashboard.figures.${name}`)}</CardLink>
      </p>
      {lines.map((line, at) => (
        <p key={line} className={at === 0 ? 'text-lg font-bold tabular-nums sm:text-xl' : 'font-semibold tabular-nums'}>
          {line}
        </p>
      ))}
      {total !== null && (
        <p className="mt-1 border-t border-line pt-1 font-semibold tabular-nums">
          {t('desk.dashboard.converted', { amount: formatMoney(total.amount, total.currency, locale) })}
        </p>
      )}
      {previous !== null && (
        <p className="mt-1 text-sm text-ink-2 tabular-nums">
          {t('desk.dashboard.before', { value: write(previous).join(' · ') })}
        </p>
      )}
    </Card>
  )
}
