import { Bar, CartesianGrid, ComposedChart, Legend, Line, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { formatCompact, formatNumber } from '#web/time/format.ts'
import { Card } from '#web/ui/Card.tsx'

/** Figures of one colour: bars, or a line with dashes if `dashes` is given. */
export interface Series {
  name: string
  values: readonly number[]
  look: 'bar' | 'line'
  color: string
  dashes?: string
}

interface ChartProps {
  title: string
  /** What stands below the chart and in the first column of its table. */
  axis: { heading: string; names: readonly string[] }
  series: readonly Series[]
  /** How a value is written; as a number without it. */
  format?: (value: number) => string
  /** One more column of the table. */
  extra?: { heading: string; cells: readonly string[] }
}

/** A chart, and a table of the same figures. */
export function Chart({ title, axis, series, format, extra }: ChartProps) {
  const { t, locale } = useDeskWords()
  const write = format ?? ((value: number) => formatNumber(value, locale))
  const rows = axis.names.map((name, at) => ({
    name,
    ...Object.fromEntries(series.map(({ values }, n) => [n, values[at]])),
  }))
  return (
    <Card as="section" className="min-w-0">
      <h2 className="mb-3 text-md font-bold">{title}</h2>
      <div aria-hidden="true" className="h-64 text-xs">
        <ResponsiveContainer width="100%" height="100%">
          <ComposedChart data={rows} margin={{ left: 0, right: 4, top: 4 }} accessibilityLayer={false}>
            <CartesianGrid vertical={false} stroke="var(--color-line)" />
            <XAxis dataKey="name" stroke="var(--color-ink-2)" tickLine={false} minTickGap={16} />
            <YAxis
              allowDecimals={false}
              width={48}
              tickFormatter={(value: number) => formatCompact(value, locale)}
              stroke="var(--color-ink-2)"
              tickLine={false}
              axisLine={false}
            />
            <Tooltip
              formatter={(value) => write(Number(value))}
              isAnimationActive={false}
              cursor={{ fill: 'var(--color-sunk)' }}
              contentStyle={{ background: 'var(--color-card)', border: '1px solid var(--color-line)', borderRadius: 8 }}
            />
            <Legend />
            {series.map(({ name, look, color, dashes }, n) =>
              look === 'bar' ? (
                <Bar key={name} dataKey={String(n)} name={name} fill={color} isAnimationActive={false} />
              ) : (
                <Line
                  key={name}
                  dataKey={String(n)}
                  name={name}
                  stroke={color}
                  strokeWidth={2}
                  {...(dashes !== undefined && { strokeDasharray: dashes })}
                  dot={false}
                  isAnimationActive={false}
                />
              ),
            )}
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
                {[axis.heading, ...series.map(({ name }) => name), ...(extra ? [extra.heading] : [])].map(
                  (heading, at) => (
                    <th key={heading} scope="col" className={at === 0 ? 'py-1.5 pr-3' : 'py-1.5 pl-3 text-right'}>
                      {heading}
                    </th>
                  ),
                )}
              </tr>
            </thead>
            <tbody>
              {axis.names.map((name, at) => (
                <tr key={name} className="border-b border-line last:border-0">
                  <th scope="row" className="py-1.5 pr-3 text-left font-normal">
                    {name}
                  </th>
                  {series.map(({ values }, column) => (
                    <td key={column} className="py-1.5 pl-3 text-right tabular-nums">
                      {write(values[at]!)}
                    </td>
                  ))}
                  {extra && <td className="py-1.5 pl-3 text-right tabular-nums">{extra.cells[at] || '–'}</td>}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </Card>
  )
}
