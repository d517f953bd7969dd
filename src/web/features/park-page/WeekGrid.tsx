import { type KeyboardEvent, useRef, useState } from 'react'
import type { Chart } from '#contract/parks/availability.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatClockHour, formatNumber, formatRelativeDay } from '#web/time/format.ts'
import { cx } from '#web/ui/cx.ts'
import {
  blocksOf,
  hasFreeSpace,
  type Day,
  hoursOfBlock,
  overlapsWindow,
  priceLevel,
  priceRange,
  type TimeBlock,
  type Tone,
} from './availabilityChart.ts'
import { useChartText } from './useChartText.ts'

interface WeekGridProps {
  chart: Pick<Chart, 'timezone' | 'currency'>
  days: readonly Day[]
  window: { start: Date; end: Date }
  onTake: (block: TimeBlock) => void
}

const toneStyles: Record<Tone, string> = {
  free: 'text-free',
  few: 'text-few',
  full: 'bg-full-soft text-full',
  closed: 'bg-[repeating-linear-gradient(45deg,var(--color-full-soft)_0_3px,transparent_3px_7px)] text-full',
  over: 'text-full',
  none: 'text-full',
}
/** What has no price is coloured by its spaces; the others from the lowest price to the highest. */
const plainStyles: Partial<Record<Tone, string>> = { free: 'bg-free-soft', few: 'bg-few-soft' }
const priceStyles = ['bg-act/6', 'bg-act/12', 'bg-act/18', 'bg-act/24']
/** Longer prices are written without their currency, which the legend names. */
const longestPrice = 7

/** The days of a week in blocks of four hours, each with its lowest price and its free spaces. Arrow keys move between blocks. */
export function WeekGrid({ chart, days, window, onTake }: WeekGridProps) {
  const { t, locale } = useTranslation()
  const chartText = useChartText(chart)
  const cells = useRef(new Map<string, HTMLButtonElement>())
  const rows = days.map((day) => ({ day, blocks: blocksOf(day, chart.timezone) }))
  const prices = priceRange(rows.flatMap(({ blocks }) => blocks))
  const colourOf = ({ tone, price, free }: TimeBlock) =>
    free > 0 && price !== undefined && prices !== undefined ? priceStyles[priceLevel(price, prices)] : plainStyles[tone]
  const shortPrice = (price: number) => {
    const text = chartText.money(price)
    return text.length > longestPrice ? formatNumber(price, locale) : text
  }
  const [at, setAt] = useState<[row: number, column: number]>()
  const startedBlocks = rows.flatMap(({ blocks }, row) =>
    blocks.flatMap((block, column): [number, number][] => (overlapsWindow(block, window) ? [[row, column]] : [])),
  )[0]
  const [row, column] = at ?? startedBlocks ?? [0, 0]
  const shown = rows[row]?.blocks[column]

  const press = (event: KeyboardEvent) => {
    const [down, right] = { ArrowDown: [1, 0], ArrowUp: [-1, 0], ArrowRight: [0, 1], ArrowLeft: [0, -1] }[
      event.key
    ] ?? [0, 0]
    const next: [number, number] = [row + down!, column + right!]
    if ((down === 0 && right === 0) || rows[next[0]]?.blocks[next[1]] === undefined) return
    event.preventDefault()
    setAt(next)
    cells.current.get(next.join())?.focus()
  }
  const dayName = (day: Day) => formatRelativeDay(day.hours[0]!.start, chart.timezone, locale)
  const describeBlock = (block: TimeBlock) =>
    [
      chartText.spaces(block),
      block.price !== undefined &&
        hasFreeSpace(block) &&
        t('park_page.chart.from_hour', { price: chartText.money(block.price) }),
    ]
      .filter(Boolean)
      .join(' · ')

  return (
    <>
      <table className="w-full table-fixed border-separate border-spacing-0.5" onKeyDown={press}>
        <caption className="sr-only">{t('park_page.chart.week_caption')}</caption>
        <thead>
          <tr className="text-xs text-ink-2">
            <th scope="col" className="w-14 sm:w-20">
              <span className="sr-only">{t('park_page.chart.column_day')}</span>
            </th>
            {Array.from({ length: 24 / hoursOfBlock }, (_, n) => (
              <th key={n} scope="col" className="pb-1 text-left font-normal tabular-nums">
                {formatClockHour(n * hoursOfBlock, locale)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ day, blocks }, r) => (
            <tr key={day.date}>
              <th scope="row" className="pr-1 text-left text-xs font-semibold">
                {chartText.day(day.hours[0]!.start)}
              </th>
              {blocks.map((block, c) => (
                <td key={block.end.getTime()} className="p-0">
                  <button
                    ref={(cell) => {
                      if (cell) cells.current.set(`${r},${c}`, cell)
                      else cells.current.delete(`${r},${c}`)
                    }}
                    type="button"
                    tabIndex={r === row && c === column ? 0 : -1}
                    aria-label={t('common.labelled', {
                      name: `${dayName(day)} ${chartText.hours(block)}`,
                      value: describeBlock(block),
                    })}
                    aria-pressed={overlapsWindow(block, window)}
                    onFocus={() => setAt([r, c])}
                    onPointerEnter={() => setAt([r, c])}
                    onClick={() => hasFreeSpace(block) && onTake(block)}
                    className={cx(
                      'block min-h-11 w-full rounded-sm text-sm leading-tight font-semibold tabular-nums',
                      toneStyles[block.tone],
                      colourOf(block),
                      hasFreeSpace(block) ? 'hover:shadow-[inset_0_0_0_1px_currentColor]' : 'cursor-default',
                      overlapsWindow(block, window) && 'shadow-[inset_0_-3px_0_var(--color-kerb)]',
                    )}
                  >
                    {hasFreeSpace(block) ? (
                      <>
                        {block.price !== undefined && (
                          <span className="block text-xs text-ink">{shortPrice(block.price)}</span>
                        )}
                        <span className={cx('block', block.price !== undefined && 'text-2xs text-ink-2')}>
                          {block.price !== undefined && block.tone === 'few' && (
                            <span aria-hidden="true" className="mr-1 inline-block size-1.5 rounded-full bg-few" />
                          )}
                          {formatNumber(block.free, locale)}
                        </span>
                      </>
                    ) : block.tone === 'full' ? (
                      t('park.full')
                    ) : block.tone === 'over' ? (
                      ''
                    ) : (
                      '–'
                    )}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {shown && rows[row] && (
        <p className="mt-2 flex min-h-6 flex-wrap items-baseline gap-x-2">
          <strong className="tabular-nums">
            {dayName(rows[row].day)} {chartText.hours(shown)}
          </strong>
          <span className="text-ink-2">{describeBlock(shown)}</span>
        </p>
      )}
    </>
  )
}
