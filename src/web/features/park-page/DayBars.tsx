import { type KeyboardEvent, type PointerEvent, useId, useRef, useState } from 'react'
import type { Chart } from '#contract/parks/availability.ts'
import { useTranslation } from '#web/page/translation.ts'
import { Button } from '#web/ui/Button.tsx'
import { hasFreeSpace, overlapsWindow, priceLevel, priceRange, type TimeBlock, type Tone } from './availabilityChart.ts'
import { useChartText } from './useChartText.ts'

interface DayBarsProps {
  chart: Pick<Chart, 'timezone' | 'currency' | 'capacity'>
  hours: readonly TimeBlock[]
  window: { start: Date; end: Date }
  /** Accessible name. */
  label: string
  onTake: (hour: TimeBlock) => void
}

const height = 128
/** Space for the price line above the bars, and for the hours below. */
const top = 26
const bottom = 22
const tallest = height - top - bottom
/** Of a closed hour, which has no spaces to show. */
const closedHeight = 18

/** What has no price is coloured by its spaces. */
const fills: Record<Tone, string> = {
  free: 'fill-free-bar',
  few: 'fill-few-bar',
  full: 'fill-full-bar',
  closed: 'fill-none',
  over: 'fill-transparent',
  none: 'fill-full-soft',
}
/** From the lowest price to the highest. */
const priceFills = ['fill-act/20', 'fill-act/40', 'fill-act/65', 'fill-act']
const caps: Partial<Record<Tone, string>> = { free: 'fill-free', few: 'fill-few', full: 'fill-full' }

/**
 * The hours of a day as bars: the height is the number of free spaces, the colour the price, the upper edge whether few are
 * left. A single control: the pointer or the arrow keys move
 * along the hours, a press chooses one.
 */
export function DayBars({ chart, hours, window, label, onTake }: DayBarsProps) {
  const { t } = useTranslation()
  const chartText = useChartText(chart)
  const slider = useRef<HTMLDivElement>(null)
  const chosen = hours.findIndex((hour) => overlapsWindow(hour, window))
  // A hover ends when the mouse leaves; a selection by touch or keyboard stays.
  const [pointed, setPointed] = useState<{ at: number; stays: boolean }>()
  const at = pointed?.at ?? (chosen >= 0 ? chosen : Math.max(0, hours.findIndex(hasFreeSpace)))
  const hour = hours[at]
  if (hour === undefined) return null

  const describeHour = (block: TimeBlock) =>
    [
      chartText.hours(block),
      chartText.spaces(block),
      block.price !== undefined &&
        hasFreeSpace(block) &&
        t('park_page.chart.for_hour', { price: chartText.money(block.price) }),
    ]
      .filter(Boolean)
      .join(' · ')
  const take = (index: number) => {
    const block = hours[index]
    const taken = block !== undefined && hasFreeSpace(block)
    // A chosen hour becomes part of the booking and is displayed as such.
    setPointed(taken ? undefined : { at: index, stays: true })
    if (taken) onTake(block)
  }
  const indexAt = ({ clientX, currentTarget }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    return Math.min(hours.length - 1, Math.max(0, Math.floor(((clientX - left) / width) * hours.length)))
  }
  const press = (event: KeyboardEvent) => {
    const moves: Record<string, number> = {
      ArrowRight: at + 1,
      ArrowUp: at + 1,
      ArrowLeft: at - 1,
      ArrowDown: at - 1,
      PageUp: at + 6,
      PageDown: at - 6,
      Home: 0,
      End: hours.length - 1,
    }
    const next = moves[event.key]
    if (next !== undefined) setPointed({ at: Math.min(hours.length - 1, Math.max(0, next)), stays: true })
    else if (event.key === 'Enter' || event.key === ' ') take(at)
    else return
    event.preventDefault()
  }

  return (
    <>
      <div
        ref={slider}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={hours.length - 1}
        aria-valuenow={at}
        aria-valuetext={describeHour(hour)}
        className="cursor-pointer touch-pan-y rounded-md select-none"
        onKeyDown={press}
        onPointerMove={(event) => setPointed({ at: indexAt(event), stays: event.pointerType !== 'mouse' })}
        onPointerLeave={() => !pointed?.stays && setPointed(undefined)}
        onClick={(event) => take(indexAt(event as unknown as PointerEvent<HTMLElement>))}
      >
        <Bars chart={chart} hours={hours} window={window} at={at} time={chartText.hour} />
      </div>
      <div className="mt-2 flex min-h-12 items-center justify-between gap-x-3">
        <p className="flex min-w-0 flex-wrap items-baseline gap-x-2">
          <strong className="tabular-nums">{chartText.hours(hour)}</strong>
          <span className="text-ink-2">{chartText.spaces(hour)}</span>
          {hour.price !== undefined && hasFreeSpace(hour) && (
            <span className="text-ink-2">{t('park_page.chart.for_hour', { price: chartText.money(hour.price) })}</span>
          )}
        </p>
        {pointed?.stays && hasFreeSpace(hour) && !overlapsWindow(hour, window) && (
          <Button
            variant="alt"
            size="sm"
            className="shrink-0"
            onClick={() => {
              take(at)
              // The button disappears with the selection.
              slider.current?.focus()
            }}
          >
            {t('park_page.chart.arrive_at', { time: chartText.time(hour.start) })}
          </Button>
        )}
      </div>
    </>
  )
}

interface BarsProps extends Pick<DayBarsProps, 'chart' | 'hours' | 'window'> {
  at: number
  time: (at: Date) => string
}

function Bars({ chart, hours, window, at, time }: BarsProps) {
  const mostFree = Math.max(1, chart.capacity ?? 1, ...hours.map(({ free }) => free))
  const wide = 100 / hours.length
  const prices = priceRange(hours)
  const low = height - bottom
  const hatch = useId()
  return (
    <svg aria-hidden="true" width="100%" height={height} className="block overflow-visible">
      <defs>
        <pattern id={hatch} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path d="M0 0v6" className="stroke-full-bar" strokeWidth="3" />
        </pattern>
      </defs>
      {hours.map(({ start, end, tone, free, price }, n) => {
        const tall =
          tone === 'over'
            ? 0
            : tone === 'closed'
              ? closedHeight
              : hasFreeSpace({ free } as TimeBlock)
                ? Math.max(8, (free / mostFree) * tallest)
                : 4
        const mine = overlapsWindow({ start, end }, window)
        const isPriced = price !== undefined && prices !== undefined && free > 0
        const x = `${n * wide + wide * 0.08}%`
        const width = `${wide * 0.84}%`
        return (
          <g key={start.getTime()}>
            {n === at && (
              <rect
                x={`${n * wide}%`}
                y={top - 6}
                width={`${wide}%`}
                height={tallest + 6}
                rx="4"
                className="fill-ink/7"
              />
            )}
            <rect
              x={x}
              y={low - tall}
              width={width}
              height={tall}
              rx="3"
              className={isPriced ? priceFills[priceLevel(price, prices)] : fills[tone]}
              {...(tone === 'closed' && { style: { fill: `url(#${hatch})` } })}
            />
            {free > 0 && <rect x={x} y={low - tall} width={width} height="3" rx="1.5" className={caps[tone]} />}
            {tone === 'over' && <circle cx={`${(n + 0.5) * wide}%`} cy={low - 6} r="1.5" className="fill-edge" />}
            {mine && <rect x={`${n * wide}%`} y={low + 3} width={`${wide}%`} height="3" className="fill-kerb" />}
          </g>
        )
      })}
      <line x1="0" x2="100%" y1={low + 0.5} y2={low + 0.5} className="stroke-edge" />
      {prices && prices[0] !== prices[1] && <PriceLine hours={hours} prices={prices} wide={wide} />}
      {[0, 6, 12, 18].map((n) => {
        const hour = hours[n]
        return (
          hour && (
            <text key={n} x={`${n * wide}%`} y={height - 3} className="fill-ink-2 text-xs tabular-nums">
              {time(hour.start)}
            </text>
          )
        )
      })}
      <text x="100%" y={height - 3} textAnchor="end" className="fill-ink-2 text-xs tabular-nums">
        {time(hours.at(-1)!.end)}
      </text>
    </svg>
  )
}

/** The hourly price as a step line, if it changes during the day. */
function PriceLine({
  hours,
  prices: [least, mostFree],
  wide,
}: {
  hours: readonly TimeBlock[]
  prices: [number, number]
  wide: number
}) {
  const y = (price: number) => 16 - ((price - least) / (mostFree - least)) * 12
  return (
    <g className="stroke-act" strokeWidth="2" strokeLinecap="round">
      {hours.map((hour, n) => {
        if (hour.price === undefined || !hasFreeSpace(hour)) return null
        const next = hours[n + 1]
        const to = `${(n + 1) * wide}%`
        return (
          <g key={hour.start.getTime()}>
            <line x1={`${n * wide}%`} x2={to} y1={y(hour.price)} y2={y(hour.price)} />
            {next?.price !== undefined && hasFreeSpace(next) && (
              <line x1={to} x2={to} y1={y(hour.price)} y2={y(next.price)} />
            )}
          </g>
        )
      })}
    </g>
  )
}
