import type { Chart } from '#contract/parks/availability.ts'
import { day_ms } from '#contract/time.ts'
import { spacesOf, type Spaces } from '#web/features/parks/spaces.ts'
import { instantOf, wallDay, wallTime } from '#web/time/quarterHours.ts'

/** `none` means that spaces are not counted. */
export type Tone = Spaces['tone'] | 'closed' | 'over' | 'none'

/** An hour or a block of hours of the chart. */
export interface TimeBlock {
  start: Date
  end: Date
  tone: Tone
  /** Spaces free throughout; 0 if it cannot be booked. */
  free: number
  /** Price of the hour, or of the cheapest hour of a block; undefined without a tariff. */
  price: number | undefined
}

export interface Day {
  /** Local date of the park: `2026-11-21`. */
  date: string
  hours: TimeBlock[]
}

export const daysShown = 7
export const hoursOfBlock = 4

export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00Z`) + days * day_ms).toISOString().slice(0, 10)

/** The period of the chart: whole local days of the park. */
export const chartWindow = (first: string, zone: string) => ({
  from: instantOf(`${first}T00:00`, zone).toISOString(),
  to: instantOf(`${addDays(first, daysShown)}T00:00`, zone).toISOString(),
})

/** Today if the booking is within the next days, otherwise the day of its start. */
export function firstDay(start: Date, now: Date, zone: string): string {
  const [today, day] = [wallDay(now, zone), wallDay(start, zone)]
  return day < addDays(today, daysShown) ? today : day
}

/** The days of a chart with their hours: 24, or 23 and 25 when clocks change. */
export function daysOf(chart: Chart, now: Date): Day[] {
  const days = new Map<string, Day>()
  for (const { start, end, open, available, price } of chart.steps) {
    const hour = { start: new Date(start), end: new Date(end) }
    const date = wallDay(hour.start, chart.timezone)
    const day = days.get(date) ?? { date, hours: [] }
    const spaces = spacesOf({ bookable: true, available })
    const tone = hour.end <= now ? 'over' : open === false ? 'closed' : (spaces?.tone ?? 'none')
    day.hours.push({ ...hour, tone, free: spaces?.count ?? 0, price: price ?? undefined })
    days.set(date, day)
  }
  return [...days.values()]
}

export const hasFreeSpace = ({ free }: TimeBlock): boolean => free > 0

/** The hours of a day in blocks of four, by local time. */
export function blocksOf({ hours }: Day, zone: string): TimeBlock[] {
  const blocks = new Map<number, TimeBlock[]>()
  for (const hour of hours) {
    const n = Math.floor(Number(wallTime(hour.start, zone).slice(11, 13)) / hoursOfBlock)
    blocks.set(n, [...(blocks.get(n) ?? []), hour])
  }
  return [...blocks.values()].map(mergeHours)
}

/** A block has the status of its fullest bookable hour, and lasts from its first to its last bookable hour. */
function mergeHours(hours: readonly TimeBlock[]): TimeBlock {
  const upcoming = hours.filter(({ tone }) => tone !== 'over')
  const open = upcoming.filter(({ tone }) => tone !== 'closed')
  const main = open[0] ?? upcoming[0] ?? hours[0]!
  const fullest = open.toSorted((a, b) => a.free - b.free)[0] ?? main
  const prices = open.flatMap(({ price }) => (price === undefined ? [] : [price]))
  return {
    start: main.start,
    end: (open.at(-1) ?? hours.at(-1)!).end,
    tone: fullest.tone,
    free: fullest.free,
    price: prices.length === 0 ? undefined : Math.min(...prices),
  }
}

/** The lowest and highest hourly price of bookable hours. */
export function priceRange(hours: readonly TimeBlock[]): [least: number, most: number] | undefined {
  const prices = hours.filter(hasFreeSpace).flatMap(({ price }) => (price === undefined ? [] : [price]))
  return prices.length === 0 ? undefined : [Math.min(...prices), Math.max(...prices)]
}

/** Steps of colour for prices, from the lowest. */
export const priceLevels = [0, 1, 2, 3] as const
export type PriceLevel = (typeof priceLevels)[number]

/** The step of a price within the range of a period; the first where all prices are the same. */
export function priceLevel(price: number, [least, most]: readonly [number, number]): PriceLevel {
  if (most <= least) return 0
  const share = (price - least) / (most - least)
  return Math.max(0, Math.min(priceLevels.length - 1, Math.round(share * (priceLevels.length - 1)))) as PriceLevel
}

/** The longest row of hours with a space at the lowest price of a day, the first of several; none if all cost the same. */
export function cheapestHours(hours: readonly TimeBlock[]): { start: Date; end: Date; price: number } | undefined {
  const range = priceRange(hours)
  if (range === undefined || range[0] === range[1]) return undefined
  const [price] = range
  const rows: { start: Date; end: Date; price: number }[] = []
  for (const hour of hours) {
    if (!hasFreeSpace(hour) || hour.price !== price) continue
    const last = rows.at(-1)
    if (last?.end.getTime() === hour.start.getTime()) last.end = hour.end
    else rows.push({ start: hour.start, end: hour.end, price })
  }
  const length = ({ start, end }: { start: Date; end: Date }) => end.getTime() - start.getTime()
  return rows.toSorted((a, b) => length(b) - length(a))[0]
}

/** Whether the hour overlaps the booking. */
export const overlapsWindow = (
  stretch: Pick<TimeBlock, 'start' | 'end'>,
  window: { start: Date; end: Date },
): boolean => stretch.start < window.end && stretch.end > window.start
