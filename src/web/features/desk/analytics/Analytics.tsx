import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Suspense, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { analyticsList, countedDevices, type AnalyticsStepCount } from '#contract/desk/analytics.ts'
import { countryCodes } from '#contract/geography.ts'
import { minute_ms } from '#contract/time.ts'
import { call } from '#web/api/call.ts'
import { useProfile } from '#web/api/useProfile.ts'
import { Failure } from '#web/features/lists/Failure.tsx'
import { narrowScreen } from '#web/features/lists/list/cardLayout.ts'
import { ListPanel } from '#web/features/lists/list/ListPanel.tsx'
import { useDeskTitle } from '#web/features/lists/useDeskTitle.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { lazyPanel } from '#web/page/lazyPart.tsx'
import { useMediaQuery } from '#web/page/media.ts'
import { formatNumber, formatPercent } from '#web/time/format.ts'
import { Card } from '#web/ui/Card.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { NativeSelect } from '#web/ui/form/NativeSelect.tsx'
import { Segmented } from '#web/ui/form/Segmented.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { PeriodChoice, PeriodDays } from '../dashboard/PeriodChoice.tsx'
import { usePeriod } from '../dashboard/usePeriod.ts'

const AnalyticsCharts = lazyPanel(async () => (await import('./AnalyticsCharts.tsx')).default)
const refresh_ms = minute_ms

/** From a search to a booking, by step and by day, with the counts of each day, country and device. */
export function Analytics() {
  const { t, translateKey } = useDeskWords()
  useDeskTitle(t('desk.lists.analytics.title'))
  const period = usePeriod()
  const [search] = useSearchParams()
  const country = countryCodes.find((code) => code === search.get('country'))
  // Operators have no examples: what the demo makes up is ours alone.
  const { data: profile } = useProfile()
  const isOperator = (profile?.operator ?? null) !== null
  const example = !isOperator && search.get('example') === 'true' ? 'true' : 'false'
  const query = { ...period.query, example, ...(country && { country }) } as const
  const { data, error, refetch } = useQuery({
    queryKey: ['desk', 'analytics', query],
    queryFn: ({ signal }) => call('GET /api/v1/admin/analytics', { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: refresh_ms,
    enabled: period.isComplete,
  })
  const [from, to] = [data?.from, data?.to]
  const fixed = useMemo(
    () => ({ day_from: from ?? '', day_to: to ?? '', example, ...(country && { country }) }),
    [from, to, example, country],
  )
  return (
    <>
      <h1 className="text-xl">{t('desk.lists.analytics.title')}</h1>
      <p className="mb-3 max-w-prose text-sm text-ink-2">{t('desk.lists.analytics.description')}</p>
      <div className="mb-4 flex flex-wrap items-end gap-3">
        <PeriodChoice period={period} />
        {!isOperator && (
          <Segmented
            label={t('desk.analytics.data')}
            segments={[
              { value: 'false', label: t('desk.analytics.real') },
              { value: 'true', label: t('desk.analytics.examples') },
            ]}
            value={example}
            onChange={(value) => period.show({ example: value === 'true' ? 'true' : '', page: '' })}
          />
        )}
        <Field label={t('desk.analytics.country')}>
          <NativeSelect
            value={country ?? ''}
            placeholder={t('desk.analytics.all_countries')}
            options={countryCodes.map((code) => ({ value: code, label: translateKey(`desk.words.countries.${code}`) }))}
            onChange={({ target }) => period.show({ country: target.value, page: '' })}
          />
        </Field>
      </div>
      <PeriodDays period={period} />
      {example === 'true' && <p className="mb-4 max-w-prose text-sm text-ink-2">{t('desk.analytics.examples_text')}</p>}
      {error !== null && <Failure error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && period.isComplete && <Skeleton className="h-96 rounded-xl" />}
      {data !== undefined && error === null && (
        <div className="grid gap-5">
          <Steps steps={data.steps} />
          <Suspense fallback={<Skeleton className="h-80 rounded-xl" />}>
            <AnalyticsCharts data={data} />
          </Suspense>
          <section className="min-w-0">
            <h2 className="mb-3 text-md font-bold">{t('desk.analytics.rows')}</h2>
            <ListPanel list={analyticsList} fixed={fixed} />
          </section>
          <section>
            <h2 className="mb-1 text-md font-bold">{t('desk.analytics.how')}</h2>
            <p className="max-w-prose text-sm text-ink-2">{t('desk.analytics.how_text')}</p>
          </section>
        </div>
      )}
    </>
  )
}

/** Each step with its share of the one before, and its devices. */
function Steps({ steps }: { steps: readonly AnalyticsStepCount[] }) {
  const { t, translateKey, locale } = useDeskWords()
  const devices = countedDevices.filter(
    (device) => device !== 'unknown' || steps.some((step) => step.devices.unknown > 0),
  )
  const isNarrow = useMediaQuery(narrowScreen)
  const nameOf = (device: (typeof devices)[number]) => translateKey(`desk.words.devices.${device}`)
  // On a phone, the devices stand below the step.
  const columns = isNarrow ? [] : devices
  const headings = [t('desk.analytics.count'), t('desk.analytics.percent'), ...columns.map(nameOf)]
  return (
    <Card as="section" className="min-w-0">
      <h2 className="mb-2 text-md font-bold">{t('desk.analytics.steps')}</h2>
      <div className="overflow-x-auto" role="region" aria-label={t('desk.analytics.steps')} tabIndex={0}>
        <table className="w-full text-sm">
          <thead>
            <tr className="border-b border-line">
              <th scope="col" className="py-2 text-left sm:pr-3">
                {t('desk.analytics.step')}
              </th>
              {headings.map((heading) => (
                <th key={heading} scope="col" className="py-2 pl-2 text-right sm:pl-3">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {steps.map(({ step, count, percent: share, devices: counts }) => (
              <tr key={step} className="border-b border-line last:border-0">
                <th scope="row" className="py-2 text-left font-semibold sm:pr-3">
                  {translateKey(`desk.words.analytics_steps.${step}`)}
                  {isNarrow && (
                    <span className="block font-normal text-ink-2">
                      {devices
                        .map((device) => `${nameOf(device)}\u00a0${formatNumber(counts[device], locale)}`)
                        .join(' · ')}
                    </span>
                  )}
                </th>
                <td className="py-2 pl-2 text-right font-bold tabular-nums sm:pl-3">{formatNumber(count, locale)}</td>
                <td className="py-2 pl-2 text-right tabular-nums sm:pl-3">
                  {share === null ? '–' : formatPercent(share, locale, 1)}
                </td>
                {columns.map((device) => (
                  <td key={device} className="py-2 pl-2 text-right tabular-nums sm:pl-3">
                    {formatNumber(counts[device], locale)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  )
}
