import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLocation, useSearchParams } from 'react-router'
import { formatShortDay } from '#contract/days.ts'
import type { EndpointKey } from '#contract/endpoints.ts'
import { areaOf, headingKey } from '#contract/lists/list-facts.ts'
import type { DeskListDescription } from '#contract/lists/lists.ts'
import type { ReportDescription } from '#contract/lists/report-facts.ts'
import type { ReportSum, ReportTotals } from '#contract/lists/reports.ts'
import { currencies, type Currency } from '#contract/money.ts'
import { minute_ms } from '#contract/time.ts'
import { call, type InputOf } from '#web/api/call.ts'
import { useProfile } from '#web/api/useProfile.ts'
import { Failure } from '#web/features/lists/Failure.tsx'
import { useListAddress } from '#web/features/lists/list/useListAddress.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { paths } from '#web/paths.ts'
import { formatMoney, formatNumber } from '#web/time/format.ts'
import { Card } from '#web/ui/Card.tsx'
import { cx } from '#web/ui/cx.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

interface ReportSumsProps {
  list: DeskListDescription
  report: ReportDescription
}

/**
 * The sums of a report, as its address asks for them. Each sum of a group leads to its rows. Columns that lists leave out at
 * first, or for people of an operator, are left out where all of their sums are zero.
 */
export function ReportSums({ list, report }: ReportSumsProps) {
  const { t } = useDeskWords()
  const { params } = useListAddress(list)
  const [search] = useSearchParams()
  const by = Object.keys(report.groups).find((name) => name === search.get('by'))
  const into = currencies.find((code) => code === search.get('into'))
  const { page: _page, size: _size, sort: _sort, ...filters } = params
  const query = { ...filters, ...(by && { by }), ...(into && { into }) }
  const { data, error, refetch } = useQuery({
    queryKey: ['desk', list.name, 'totals', query],
    queryFn: ({ signal }) =>
      call(
        `GET /api/v1/admin/${list.name}/totals` as EndpointKey,
        { query, signal } as unknown as InputOf<EndpointKey>,
      ) as Promise<unknown> as Promise<ReportTotals>,
    placeholderData: keepPreviousData,
    staleTime: minute_ms,
  })
  if (error !== null) return <Failure error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton className="mb-5 h-40 rounded-xl" />
  if (data.totals.length === 0) return null
  return (
    <Card as="section" className="mb-5 min-w-0">
      <h2 className="mb-2 text-md font-bold">{t('desk.report.sums')}</h2>
      <SumsTable list={list} report={report} by={by} data={data} />
      {data.is_cut && (
        <p className="mt-2 text-sm text-ink-2">{t('desk.report.cut', { most: String(data.groups.length) })}</p>
      )}
      {report.period !== undefined && <p className="mt-2 text-sm text-ink-2">{t('desk.report.zone')}</p>}
      {data.converted !== null && <Rates converted={data.converted} />}
    </Card>
  )
}

interface SumsTableProps extends ReportSumsProps {
  by: string | undefined
  data: ReportTotals
}

function SumsTable({ list, report, by, data: { groups, totals, converted } }: SumsTableProps) {
  const { t, translateKey, locale } = useDeskWords()
  const area = areaOf(list.name)
  const isOptional = (name: string) => list.columns[name]?.extra === true || list.columns[name]?.internal === true
  const sums = report.sums.filter((name) => !isOptional(name) || totals.some(({ values }) => values[name] !== 0))
  // Where the rows below are sums themselves, this is another number than theirs.
  const countsRows = report.rows === undefined
  const write = (name: string, value: number | undefined, currency: Currency | null) => {
    if (value === undefined) return '–'
    return list.columns[name]?.kind === 'money' && currency !== null
      ? formatMoney(value, currency, locale)
      : formatNumber(value, locale)
  }
  const cells = (values: Record<string, number>, currency: Currency | null, isBold: boolean) =>
    sums.map((name) => (
      <td key={name} className={cx('py-2 pl-4 text-right whitespace-nowrap tabular-nums', isBold && 'font-bold')}>
        {write(name, values[name], currency)}
      </td>
    ))
  const hasSeveral = new Set(totals.map(({ currency }) => currency)).size > 1
  const first = by === undefined ? '' : translateKey(`desk.lists.${area}.groups.${by}`)
  return (
    <div className="overflow-x-auto" role="region" aria-label={t('desk.report.sums')} tabIndex={0}>
      <table className="w-full text-sm">
        <caption className="sr-only">{t('desk.report.sums')}</caption>
        <thead>
          <tr className="border-b border-line text-xs text-ink-2">
            <th scope="col" className="py-2 text-left">
              {first}
            </th>
            {countsRows && (
              <th scope="col" className="py-2 pl-4 text-right">
                {t('desk.report.rows')}
              </th>
            )}
            {sums.map((name) => (
              <th key={name} scope="col" className="py-2 pl-4 text-right whitespace-nowrap">
                {translateKey(headingKey(list.name, name))}
              </th>
            ))}
          </tr>
        </thead>
        {by !== undefined && (
          <tbody>
            {groups.map((sum) => (
              <tr key={`${sum.filter ?? sum.key} ${sum.currency}`} className="border-b border-line">
                <th scope="row" className="py-2 text-left font-semibold whitespace-nowrap">
                  <GroupName report={report} by={by} sum={sum} />
                </th>
                {countsRows && <td className="py-2 pl-4 text-right tabular-nums">{formatNumber(sum.rows, locale)}</td>}
                {cells(sum.values, sum.currency, false)}
              </tr>
            ))}
          </tbody>
        )}
        <tfoot>
          {totals.map(({ currency, rows, values }) => (
            <tr key={currency} className="border-b border-line last:border-0">
              <th scope="row" className="py-2 text-left font-bold whitespace-nowrap">
                {hasSeveral && currency !== null ? `${t('desk.report.total')} ${currency}` : t('desk.report.total')}
              </th>
              {countsRows && (
                <td className="py-2 pl-4 text-right font-bold tabular-nums">{formatNumber(rows, locale)}</td>
              )}
              {cells(values, currency, true)}
            </tr>
          ))}
          {converted?.total && (
            <tr className="bg-act-soft">
              <th scope="row" className="py-2 text-left font-bold whitespace-nowrap">
                {t('desk.report.converted', { currency: converted.currency })}
              </th>
              {countsRows && (
                <td className="py-2 pl-4 text-right font-bold tabular-nums">
                  {formatNumber(
                    totals.reduce((all, { rows }) => all + rows, 0),
                    locale,
                  )}
                </td>
              )}
              {sums.map((name) => (
                <td key={name} className="py-2 pl-4 text-right font-bold whitespace-nowrap tabular-nums">
                  {write(name, converted.total?.[name], converted.currency)}
                </td>
              ))}
            </tr>
          )}
        </tfoot>
      </table>
    </div>
  )
}

/** The name of a group, as a link to its rows. */
function GroupName({ report, by, sum }: { report: ReportDescription; by: string; sum: ReportSum }) {
  const { t, translateKey, locale } = useDeskWords()
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  const { kind, words, filter } = report.groups[by]!
  if (sum.key === null) return <>{t('desk.report.no_value')}</>
  const name =
    kind === 'day'
      ? formatShortDay(sum.key, locale)
      : words === undefined
        ? sum.key
        : translateKey(`desk.words.${words}.${sum.key}`)
  if (sum.filter === null) return <>{name}</>
  const next = new URLSearchParams(search)
  next.delete('page')
  for (const [key, value] of kind === 'day'
    ? [
        [`${filter}_from`, sum.filter],
        [`${filter}_to`, sum.filter],
      ]
    : [[filter, sum.filter]])
    next.set(key!, value!)
  return (
    <PageLink to={`${pathname}?${next}#rows`} className="text-act underline-offset-4 hover:underline">
      {name}
    </PageLink>
  )
}

/** At which rates a total was converted, or why it is missing. */
function Rates({ converted }: { converted: NonNullable<ReportTotals['converted']> }) {
  const { t, locale } = useDeskWords()
  const { data: profile } = useProfile()
  const into = converted.currency
  const mayEnter = profile?.permissions.includes('currencies.create') === true
  return (
    <div className="mt-3 grid gap-1 text-sm text-ink-2">
      {converted.rates.length > 0 && converted.total !== null && (
        <>
          <p>{t('desk.report.rate_newest')}</p>
          <ul>
            {converted.rates.map(({ currency, rate, day, source, carried_days }) => (
              <li key={currency}>
                {t('desk.report.rate', {
                  currency,
                  into,
                  rate: formatNumber(rate, locale, { maximumSignificantDigits: 6 }),
                  day: formatShortDay(day, locale),
                  source,
                })}
                {carried_days > 0 && ` ${t('desk.report.carried', { count: carried_days })}`}
              </li>
            ))}
          </ul>
        </>
      )}
      {converted.missing.map(({ currency, days, first, last }) => (
        <p key={currency} role="status" className="rounded-lg bg-few-soft px-3 py-2 text-ink">
          {t('desk.report.missing', {
            count: days,
            currency,
            into,
            first: formatShortDay(first, locale),
            last: formatShortDay(last, locale),
          })}{' '}
          {mayEnter && (
            <PageLink to={paths.desk(`currencies/${currency}`)} className="text-act underline">
              {t('desk.report.enter_rates')}
            </PageLink>
          )}
        </p>
      ))}
    </div>
  )
}
