import type { TariffPreview } from '#contract/parks/desk/tariffs.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { formatHour, formatMoney } from '#web/time/format.ts'
import { DataTable } from '#web/ui/Table.tsx'

type Length = 'hour' | 'stay'

const [width, height, left, bottom, top] = [380, 170, 70, 22, 8]
const hours = 24

/** Prices by hour of arrival: the new tariff as a line, the present one as a broken line. A table has the same figures. */
export function TariffChart({
  chart,
  length,
  timezone,
  currency,
}: {
  chart: TariffPreview['chart']
  length: Length
  timezone: string
  currency: TariffPreview['currency']
}) {
  const { t, locale } = useDeskWords()
  const money = (amount: number | null) => (amount === null ? '–' : formatMoney(amount, currency, locale))
  const most = Math.max(...chart.flatMap(({ [length]: { before, after } }) => [before ?? 0, after]), 0.01)
  const xOf = (hour: number) => left + (hour / hours) * (width - left)
  const yOf = (amount: number) => top + (1 - amount / most) * (height - top - bottom)
  const lineOf = (side: 'before' | 'after') =>
    chart
      .flatMap(({ [length]: price }, hour) => {
        const amount = price[side]
        return amount === null ? [] : [`${xOf(hour)},${yOf(amount)} ${xOf(hour + 1)},${yOf(amount)}`]
      })
      .join(' ')
  return (
    <figure className="grid gap-3">
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={t('desk.parks.tariff.chart')} className="w-full">
        {[0, 0.5, 1].map((part) => (
          <g key={part}>
            <line x1={left} x2={width} y1={yOf(most * part)} y2={yOf(most * part)} className="stroke-line" />
            <text x={left - 6} y={yOf(most * part) + 4} textAnchor="end" className="fill-ink-2 text-xs">
              {formatMoney(most * part, currency, locale)}
            </text>
          </g>
        ))}
        {[0, 6, 12, 18].map((hour) => (
          <text key={hour} x={xOf(hour)} y={height - 4} className="fill-ink-2 text-xs">
            {chart[hour] !== undefined && formatHour(new Date(chart[hour].start_time), timezone, locale)}
          </text>
        ))}
        <polyline
          points={lineOf('before')}
          fill="none"
          strokeDasharray="5 4"
          strokeWidth="2"
          className="stroke-ink-3"
        />
        <polyline points={lineOf('after')} fill="none" strokeWidth="2.5" className="stroke-act" />
      </svg>
      <figcaption className="flex flex-wrap gap-x-5 text-sm text-ink-2">
        <span className="inline-flex items-center gap-2">
          <span aria-hidden="true" className="w-5 border-t-2 border-dashed border-ink-3" />
          {t('desk.parks.tariff.before')}
        </span>
        <span className="inline-flex items-center gap-2">
          <span aria-hidden="true" className="w-5 border-t-2 border-act" />
          {t('desk.parks.tariff.after')}
        </span>
        <span>{t('desk.parks.tariff.chart_of')}</span>
      </figcaption>
      <details>
        <summary className="cursor-pointer text-sm text-act">{t('desk.parks.tariff.chart_table')}</summary>
        <div className="mt-2">
          <DataTable
            caption={t('desk.parks.tariff.chart')}
            rows={chart}
            rowKey={({ start_time }) => start_time}
            columns={[
              {
                key: 'arrival',
                head: t('desk.parks.tariff.arrival'),
                rowHead: true,
                cell: ({ start_time }) => formatHour(new Date(start_time), timezone, locale),
              },
              {
                key: 'before',
                head: t('desk.parks.tariff.before'),
                align: 'end',
                cell: ({ [length]: price }) => money(price.before),
              },
              {
                key: 'after',
                head: t('desk.parks.tariff.after'),
                align: 'end',
                cell: ({ [length]: price }) => money(price.after),
              },
            ]}
          />
        </div>
      </details>
    </figure>
  )
}
