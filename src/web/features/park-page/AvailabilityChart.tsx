import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { windowRules } from '#contract/bookings/booking-rules.ts'
import type { Chart } from '#contract/parks/availability.ts'
import type { Park } from '#contract/parks/parks.ts'
import type { ParkSearch } from '#web/features/booking-window/parkSearch.ts'
import { moveStart } from '#web/features/booking-window/windowMoves.ts'
import { isWaiting } from '#web/features/parks/api.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatDay, formatMoment, formatRelativeDay } from '#web/time/format.ts'
import { addMinutes, instantOf, wallDay } from '#web/time/quarterHours.ts'
import { useRunningQuarter } from '#web/time/useRunningQuarter.ts'
import { Button } from '#web/ui/Button.tsx'
import { Segmented } from '#web/ui/form/Segmented.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Section } from '#web/ui/Page.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { DataTable } from '#web/ui/Table.tsx'
import { useChart } from './api.ts'
import {
  addDays,
  cheapestHours,
  hasFreeSpace,
  chartWindow,
  type Day,
  daysOf,
  daysShown,
  firstDay,
  priceRange,
  type TimeBlock,
} from './availabilityChart.ts'
import { DayBars } from './DayBars.tsx'
import { useChartText } from './useChartText.ts'
import { WeekGrid } from './WeekGrid.tsx'

interface SpaceChartProps {
  park: Park
  search: ParkSearch
  onChange: (change: Partial<ParkSearch>) => void
}

type View = 'day' | 'week'

/** Availability and prices by hour or week. Choosing an hour sets the start of the booking. */
export function SpaceChart({ park, search, onChange }: SpaceChartProps) {
  const { t, locale } = useTranslation()
  const now = useRunningQuarter()
  const zone = park.timezone
  const [view, setView] = useState<View>('day')
  const [pickedDay, setTurned] = useState<string>()
  const [announcement, setAnnouncement] = useState('')
  const today = wallDay(now, zone)
  const first = pickedDay ?? firstDay(search.start, now, zone)
  const chart = useChart(park.id, { ...chartWindow(first, zone), vehicle_type_id: search.vehicle })
  const turn = (days: number) => {
    const next = addDays(first, days)
    setTurned(next < today ? today : next)
  }
  const take = ({ start: hour }: TimeBlock) => {
    const start = hour < now ? now : hour
    // The shown days stay when a different start is chosen.
    setTurned(first)
    onChange(moveStart(search, start))
    setAnnouncement(t('park_page.chart.arrival_set', { moment: formatMoment(start, zone, locale) }))
  }
  const farthest = wallDay(addMinutes(now, (windowRules.ahead_days - daysShown) * 24 * 60), zone)
  const at = (date: string) => instantOf(`${date}T12:00`, zone)

  return (
    <Section
      title={t('park_page.chart.title')}
      action={
        <Segmented
          label={t('park_page.chart.view')}
          segments={(['day', 'week'] as const).map((value) => ({ value, label: t(`park_page.chart.${value}`) }))}
          value={view}
          onChange={setView}
        />
      }
    >
      <div className="mb-3 flex items-center justify-between gap-2">
        <IconButton
          label={t('park_page.chart.earlier')}
          icon={<ChevronLeft aria-hidden="true" />}
          disabled={first <= today}
          onClick={() => turn(-daysShown)}
        />
        <p className="text-sm font-semibold text-ink-2">
          {formatDay(at(first), zone, locale)} – {formatDay(at(addDays(first, daysShown - 1)), zone, locale)}
        </p>
        <IconButton
          label={t('park_page.chart.later')}
          icon={<ChevronRight aria-hidden="true" />}
          disabled={first > farthest}
          onClick={() => turn(daysShown)}
        />
      </div>
      <ChartView key={first} {...{ view, chart, search, now, first, zone }} onTake={take} />
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </Section>
  )
}

interface ChartViewProps {
  view: View
  chart: ReturnType<typeof useChart>
  search: ParkSearch
  now: Date
  first: string
  zone: string
  onTake: (stretch: TimeBlock) => void
}

function ChartView({ view, chart, search, now, first, zone, onTake }: ChartViewProps) {
  const { t, locale } = useTranslation()
  const chartText = useChartText({ timezone: zone, currency: chart.data?.currency ?? 'USD' })
  const name = (at: Date) => formatRelativeDay(at, zone, locale)
  const [pickedDay, setTurned] = useState<string>()
  const days = chart.data === undefined ? [] : daysOf(chart.data, now)
  const shownDay = pickedDay ?? wallDay(search.start, zone)
  const day = days.find(({ date }) => date === shownDay) ?? days[0]
  if (chart.isError || isWaiting(chart)) {
    return (
      <Notice
        tone="error"
        action={
          <Button size="sm" variant="outline" onClick={() => chart.refetch()}>
            {t('common.try_again')}
          </Button>
        }
      >
        {t('park_page.chart.failed')}
      </Notice>
    )
  }
  if (chart.data === undefined || day === undefined || days[0]!.date !== first) {
    return (
      <>
        <Loading label={t('park_page.chart.loading')} className="grid gap-3 noscript:hidden">
          <Skeleton className="h-11 rounded-md" />
          <Skeleton className="h-32 rounded-md" />
          <Skeleton className="h-6 w-2/3 rounded-sm" />
        </Loading>
        <p className="hidden text-ink-2 noscript:block">{t('park_page.chart.without_scripts')}</p>
      </>
    )
  }
  const take = (stretch: TimeBlock) => {
    setTurned(undefined)
    onTake(stretch)
  }
  if (view === 'week') {
    return (
      <>
        <WeekGrid chart={chart.data} days={days} window={search} onTake={take} />
        <Legend chart={chart.data} hours={days.flatMap(({ hours }) => hours)} />
      </>
    )
  }
  return (
    <>
      <Segmented
        label={t('park_page.chart.which_day')}
        segments={days.map(({ date, hours }) => ({
          value: date,
          label: date === wallDay(now, zone) ? name(hours[0]!.start) : chartText.day(hours[0]!.start),
        }))}
        value={day.date}
        onChange={setTurned}
        className="mb-2"
      />
      <Cheapest chart={chart.data} hours={day.hours} />
      <DayBars
        key={day.date}
        chart={chart.data}
        hours={day.hours}
        window={search}
        label={t('park_page.chart.bars', { day: name(day.hours[0]!.start) })}
        onTake={take}
      />
      <Legend chart={chart.data} hours={day.hours} />
      <HoursTable chart={chart.data} day={day} name={name(day.hours[0]!.start)} />
    </>
  )
}

/** When a day's price is lowest, in words. */
function Cheapest({ chart, hours }: { chart: Chart; hours: readonly TimeBlock[] }) {
  const { t } = useTranslation()
  const { hour, money } = useChartText(chart)
  const cheapest = cheapestHours(hours)
  if (cheapest === undefined) return null
  const { start, end, price } = cheapest
  return (
    <p className="mb-1 font-semibold">
      {t('park_page.chart.cheapest', { from: hour(start), to: hour(end), price: money(price) })}
    </p>
  )
}

const priceMarks = ['bg-act/20', 'bg-act/40', 'bg-act/65', 'bg-act']
const hatched = 'bg-[repeating-linear-gradient(45deg,var(--color-full-bar)_0_2px,transparent_2px_5px)]'

/** Legend of the colours, with the hourly price. */
function Legend({ chart, hours }: { chart: Chart; hours: readonly TimeBlock[] }) {
  const { t } = useTranslation()
  const chartText = useChartText(chart)
  const prices = priceRange(hours)
  const marks = [
    ['free', 'bg-free'],
    ['few', 'bg-few'],
    ['full', 'bg-full'],
    ['closed', hatched],
    ['over', 'border border-dotted border-edge'],
  ] as const
  const used = marks.filter(([tone]) => hours.some((hour) => hour.tone === tone))
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-ink-2">
      {used.map(([tone, colour]) => (
        <span key={tone} className="inline-flex items-center gap-1.5">
          <span aria-hidden="true" className={`size-2.5 rounded-xs ${colour}`} />
          {t(`park_page.chart.legend.${tone}`)}
        </span>
      ))}
      {prices && (
        <span className="inline-flex items-center gap-1.5">
          {prices[0] !== prices[1] && (
            <span aria-hidden="true" className="flex overflow-hidden rounded-xs">
              {priceMarks.map((colour) => (
                <span key={colour} className={`h-2.5 w-3.5 ${colour}`} />
              ))}
            </span>
          )}
          {prices[0] === prices[1]
            ? t('park_page.chart.one_price', { price: chartText.money(prices[0]) })
            : t('park_page.chart.prices', { least: chartText.money(prices[0]), most: chartText.money(prices[1]) })}
        </span>
      )}
      {!hours.some(hasFreeSpace) && <span>{t('park_page.chart.nothing')}</span>}
    </div>
  )
}

/** The same day as a table, for screen readers and for reading exact numbers. */
function HoursTable({ chart, day, name }: { chart: Chart; day: Day; name: string }) {
  const { t } = useTranslation()
  const chartText = useChartText(chart)
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <>
      <Button variant="link" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)} repeatable>
        {t(open ? 'park_page.chart.table_hide' : 'park_page.chart.table_show')}
      </Button>
      <div id={id} hidden={!open}>
        {open && (
          <DataTable
            caption={t('park_page.chart.table_caption', { day: name })}
            rows={day.hours}
            rowKey={({ start }) => start.getTime()}
            columns={[
              { key: 'hour', head: t('park_page.chart.column_hour'), rowHead: true, cell: chartText.hours },
              { key: 'spaces', head: t('park_page.chart.column_spaces'), cell: chartText.spaces },
              {
                key: 'price',
                head: t('park_page.chart.column_price'),
                align: 'end',
                cell: (hour) => (hour.price !== undefined && hasFreeSpace(hour) ? chartText.money(hour.price) : '–'),
              },
            ]}
          />
        )}
      </div>
    </>
  )
}
