import { useState } from 'react'
import { formatDayOfYear } from '#contract/days.ts'
import type { Dashboard } from '#contract/desk/dashboard.ts'
import type { Money } from '#contract/fields.ts'
import type { Currency } from '#contract/money.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { paths } from '#web/paths.ts'
import { formatHour, formatNumber } from '#web/time/format.ts'
import { Card } from '#web/ui/Card.tsx'
import { Segmented } from '#web/ui/form/Segmented.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { Chart, type Series } from './Chart.tsx'

type Shop = NonNullable<Dashboard['shop']>

/** Orders by state, what was sold most often, and sales by day and hour in one currency next to the period before. */
export default function ShopFigures({ shop: { states, top_items, days, hours } }: { shop: Shop }) {
  const { t, translateKey, locale } = useDeskWords()
  const currencies = [
    ...new Set(days.flatMap(({ sales, previous }) => [...sales, ...previous]).map(({ currency }) => currency)),
  ].toSorted()
  const [chosen, choose] = useState<Currency>()
  const currency = currencies.find((currency) => currency === chosen) ?? currencies[0]
  return (
    <div className="mb-4 grid gap-4">
      <div className="grid gap-4 xl:grid-cols-2">
        <Counts
          title={t('desk.dashboard.by_state')}
          rows={states.map(({ status, count, list }) => ({
            name: translateKey(`desk.words.order_states.${status}`),
            value: formatNumber(count, locale),
            list,
          }))}
        />
        <Counts
          title={t('desk.dashboard.top_items')}
          rows={top_items.map(({ name, quantity, list }) => ({
            name,
            value: t('desk.dashboard.sold', { count: quantity }),
            list,
          }))}
        />
      </div>
      {currency !== undefined && (
        <>
          {currencies.length > 1 && (
            <Segmented
              label={t('desk.dashboard.currency')}
              segments={currencies.map((value) => ({ value, label: value }))}
              value={currency}
              onChange={choose}
            />
          )}
          <div className="grid gap-4 xl:grid-cols-2">
            <Chart
              title={t('desk.dashboard.sales_by_day')}
              axis={{
                heading: t('desk.dashboard.day'),
                names: days.map(({ day }) => formatDayOfYear(day, locale)),
              }}
              series={toSeries(days, currency)}
              extra={{
                heading: t('desk.dashboard.orders'),
                cells: days.map(({ orders }) => formatNumber(orders, locale)),
              }}
            />
            <Chart
              title={t('desk.dashboard.sales_by_hour')}
              axis={{
                heading: t('desk.dashboard.hour'),
                names: hours.map(({ hour }) => formatHour(new Date(Date.UTC(2026, 0, 5, hour)), 'UTC', locale)),
              }}
              series={toSeries(hours, currency)}
            />
          </div>
        </>
      )}
    </div>
  )

  function toSeries(rows: readonly { sales: Money[]; previous: Money[] }[], of: Currency): Series[] {
    const amountOf = (amounts: Money[]) => amounts.find((amount) => amount.currency === of)?.amount ?? 0
    return [
      {
        name: t('desk.dashboard.sales', { currency: of }),
        values: rows.map(({ sales }) => amountOf(sales)),
        look: 'bar',
        color: 'var(--color-act)',
      },
      {
        name: t('desk.dashboard.previous'),
        values: rows.map(({ previous }) => amountOf(previous)),
        look: 'line',
        color: 'var(--color-ink-3)',
        dashes: '5 4',
      },
    ]
  }
}

interface CountsProps {
  title: string
  rows: readonly { name: string; value: string; list: string }[]
}

/** Names with a number each, which lead to their lists. */
function Counts({ title, rows }: CountsProps) {
  const { t } = useDeskWords()
  return (
    <Card as="section">
      <h2 className="mb-2 text-md font-bold">{title}</h2>
      {rows.length === 0 ? (
        <p className="text-ink-2">{t('desk.dashboard.nothing')}</p>
      ) : (
        <ul className={rows.length > 6 ? 'sm:columns-2 sm:gap-8' : undefined}>
          {rows.map(({ name, value, list }) => (
            <li
              key={name}
              className="flex break-inside-avoid items-baseline justify-between gap-3 border-b border-line py-1.5 last:border-0"
            >
              <PageLink
                to={paths.desk(list)}
                className="inline-flex min-h-8 items-center font-semibold wrap-anywhere text-act underline-offset-4 hover:underline"
              >
                {name}
              </PageLink>
              <span className="whitespace-nowrap tabular-nums">{value}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
