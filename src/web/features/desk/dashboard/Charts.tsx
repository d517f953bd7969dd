import { Bar, CartesianGrid, ComposedChart, Legend, Line, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import type { Dashboard } from '#contract/desk/dashboard.ts'
import { useDeskWords } from '#web/features/desk/words.ts'
import { dateFormat, formatHour, formatMoney, formatNumber } from '#web/lib/format.ts'
import { Card } from '#web/ui/Card.tsx'

/** Bookings by day and by hour next to the period before, each with a table of the same figures. */
export default function Charts({ data: { days, hours } }: { data: Dashboard }) {
  const { t, locale } = useDeskWords()
  const dayName = dateFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' })
  const nameDay = (day: string) => dayName.format(new Date(`${day}T12:00:00Z`))
  const nameHour = (hour: number) => formatHour(new Date(Date.UTC(2026, 0, 5, hour)), 'UTC', locale)
  const headings = [t('desk.dashboard.bookings'), t('desk.dashboard.previous')]
  return (
    <div className="grid gap-4 xl:grid-cols-2">
      <Chart
        title={t('desk.dashboard.by_day')}
        rows={days.map(({ day, bookings, previous }) => ({ name: nameDay(day), bookings, previous }))}
        headings={[t('desk.dashboard.day'), ...headings, t('desk.dashboard.revenue')]}
        cells={days.map(({ revenue }) =>
          revenue.map(({ amount, currency }) => formatMoney(amount, currency, locale)).join(', '),
        )}
      />
      <Chart
        title={t('desk.dashboard.by_hour')}
        rows={hours.map(({ hour, bookings, previous }) => ({ name: nameHour(hour), bookings, previous }))}
        headings={[t('desk.dashboard.hour'), ...headings]}
      />
    </div>
  )
}

interface ChartProps {
  title: string
  rows: { name: string; bookings: number; previous: number }[]
  headings: string[]
  /** One more cell for each row of the table. */
  cells?: string[]
}

function Chart({ title, rows, headings, cells }: ChartProps) {
  const { t, locale } = useDeskWords()
  return (
    <Card as="section" className="min-w-0">
      <h2 className="mb-3 text-md font-bold">{title}</h2>
      <div aria-hidden="true" className="h-64 text-xs">
        <ResponsiveContainer width="100%" height="100%">
          <ComposedChart data={rows} margin={{ left: -20, right: 4, top: 4 }} accessibilityLayer={false}>
            <CartesianGrid vertical={false} stroke="var(--color-line)" />
            <XAxis dataKey="name" stroke="var(--color-ink-2)" tickLine={false} minTickGap={16} />
            <YAxis allowDecimals={false} stroke="var(--color-ink-2)" tickLine={false} axisLine={false} />
            <Tooltip
              isAnimationActive={false}
              cursor={{ fill: 'var(--color-sunk)' }}
              contentStyle={{ background: 'var(--color-card)', border: '1px solid var(--color-line)', borderRadius: 8 }}
            />
            <Legend />
            <Bar dataKey="bookings" name={headings[1]!} fill="var(--color-act)" isAnimationActive={false} />
            <Line
              dataKey="previous"
              name={headings[2]!}
              stroke="var(--color-ink-3)"
              strokeDasharray="5 4"
              dot={false}
              isAnimationActive={false}
            />
          </ComposedChart>
        </ResponsiveContainer>
      </div>
      <details className="mt-3">
        <summary className="min-h-9 cursor-pointer py-1.5 font-semibold text-act">
          {t('desk.dashboard.as_table')}
        </summary>
        <div className="max-h-80 overflow-auto" role="region" aria-label={title} tabIndex={0}>
          <table className="w-full text-sm">
            <thead>
              <tr className="border-b border-line text-left">
                {headings.map((heading, at) => (
                  <th key={heading} scope="col" className={at === 0 ? 'py-1.5 pr-3' : 'py-1.5 pl-3 text-right'}>
                    {heading}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ name, bookings, previous }, at) => (
                <tr key={name} className="border-b border-line last:border-0">
                  <th scope="row" className="py-1.5 pr-3 text-left font-normal">
                    {name}
                  </th>
                  {[formatNumber(bookings, locale), formatNumber(previous, locale)].map((cell, column) => (
                    <td key={column} className="py-1.5 pl-3 text-right tabular-nums">
                      {cell}
                    </td>
                  ))}
                  {cells !== undefined && <td className="py-1.5 pl-3 text-right tabular-nums">{cells[at] || '–'}</td>}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </Card>
  )
}
