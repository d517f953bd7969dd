import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Suspense, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import {
  analyticsFunnelNames,
  analyticsFunnels,
  analyticsList,
  countedDevices,
  type Analytics as AnalyticsData,
  type AnalyticsFunnel,
} from '#contract/desk/analytics.ts'
import { countryCodes } from '#contract/geography.ts'
import { minute_ms } from '#contract/time.ts'
import { call } from '#web/api/call.ts'
import { useProfile } from '#web/api/useProfile.ts'
import { Failure } from '#web/features/lists/Failure.tsx'
import { ListPanel } from '#web/features/lists/list/ListPanel.tsx'
import { useDeskTitle } from '#web/features/lists/useDeskTitle.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { lazyPanel } from '#web/page/lazyPart.tsx'
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

type StepCounts = AnalyticsData['steps']

/** The steps of a funnel that the person may see. */
const stepsOf = (funnel: AnalyticsFunnel, steps: StepCounts): StepCounts => {
  const names: readonly string[] = analyticsFunnels[funnel]
  return steps.filter(({ step }) => names.includes(step))
}

/** What visitors do, by funnel and step and by day, with the counts of each day, country and device. */
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
  const funnels = analyticsFunnelNames.filter((funnel) => stepsOf(funnel, data?.steps ?? []).length > 0)
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
          <div className="grid gap-4 xl:grid-cols-2">
            {funnels.map((funnel) => (
              <Funnel
                key={funnel}
                title={t(`desk.analytics.funnels.${funnel}.title`)}
                steps={stepsOf(funnel, data.steps)}
              />
            ))}
          </div>
          <Suspense fallback={<Skeleton className="h-80 rounded-xl" />}>
            <AnalyticsCharts data={data} funnels={funnels} />
          </Suspense>
          <section className="min-w-0">
            <h2 className="mb-3 text-md font-bold">{t('desk.analytics.rows')}</h2>
            <ListPanel list={analyticsList} fixed={fixed} />
          </section>
          <section>
            <h2 className="mb-1 text-md font-bold">{t('desk.analytics.how')}</h2>
            <div className="grid max-w-prose gap-2 text-sm text-ink-2">
              <p>{t('desk.analytics.how_text')}</p>
              {funnels.map((funnel) => (
                <p key={funnel}>{t(`desk.analytics.funnels.${funnel}.how`)}</p>
              ))}
            </div>
          </section>
        </div>
      )}
    </>
  )
}

/** The steps of a funnel, each with its share of the one before, and its devices. */
function Funnel({ title, steps }: { title: string; steps: StepCounts }) {
  const { t, translateKey, locale } = useDeskWords()
  const devices = countedDevices.filter(
    (device) => device !== 'unknown' || steps.some((step) => step.devices.unknown > 0),
  )
  return (
    <Card as="section" className="min-w-0">
      <h2 className="mb-2 text-md font-bold">{title}</h2>
      <table aria-label={title} className="w-full text-sm">
        <thead>
          <tr className="border-b border-line">
            <th scope="col" className="py-2 text-left">
              {t('desk.analytics.step')}
            </th>
            <th scope="col" className="py-2 pl-3 text-right">
              {t('desk.analytics.count')}
            </th>
            <th scope="col" className="py-2 pl-3 text-right">
              {t('desk.analytics.percent')}
            </th>
          </tr>
        </thead>
        {steps.map(({ step, count, percent: share, devices: counts }) => (
          <tbody key={step} className="border-b border-line last:border-0">
            <tr>
              <th scope="row" className="pt-2 text-left font-semibold">
                {translateKey(`desk.words.analytics_steps.${step}`)}
              </th>
              <td className="pt-2 pl-3 text-right font-bold tabular-nums">{formatNumber(count, locale)}</td>
              <td className="pt-2 pl-3 text-right tabular-nums">
                {share === null ? '–' : formatPercent(share, locale, 1)}
              </td>
            </tr>
            <tr>
              <td colSpan={3} className="pb-2 text-ink-2">
                {devices
                  .map(
                    (device) =>
                      `${translateKey(`desk.words.devices.${device}`)}\u00a0${formatNumber(counts[device], locale)}`,
                  )
                  .join(' · ')}
              </td>
            </tr>
          </tbody>
        ))}
      </table>
    </Card>
  )
}
