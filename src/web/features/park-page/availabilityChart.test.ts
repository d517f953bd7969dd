import { expect, test } from 'vitest'
import type { Chart } from '#contract/parks/availability.ts'
import {
  blocksOf,
  chartWindow,
  cheapestHours,
  type Day,
  daysOf,
  firstDay,
  overlapsWindow,
  priceLevel,
  priceRange,
} from './availabilityChart.ts'

const zone = 'America/Toronto'
const now = new Date('2026-11-21T14:20:00Z')

/** A chart of hours from an instant on, all open with `available` spaces unless changed. */
const chartOf = (from: string, hours: number, change: (n: number) => object = () => ({})): Chart => ({
  timezone: zone,
  currency: 'CAD',
  capacity: 20,
  steps: Array.from({ length: hours }, (_, n) => {
    const at = Date.parse(from) + n * 3_600_000
    const step = { start: new Date(at).toISOString(), end: new Date(at + 3_600_000).toISOString() }
    return { ...step, open: true, available: 20, price: 4, ...change(n) }
  }),
})

test('covers seven local days, also across clock changes', () => {
  expect(chartWindow('2026-11-21', zone)).toEqual({ from: '2026-11-21T05:00:00.000Z', to: '2026-11-28T05:00:00.000Z' })
  expect(chartWindow('2026-10-31', zone)).toEqual({ from: '2026-10-31T04:00:00.000Z', to: '2026-11-07T05:00:00.000Z' })
  const days = daysOf(chartOf('2026-10-31T04:00:00Z', 49), new Date('2026-10-01T00:00:00Z'))
  expect(days.map(({ date, hours }) => [date, hours.length])).toEqual([
    ['2026-10-31', 24],
    ['2026-11-01', 25],
  ])
})

test.each([
  ['2026-11-21T20:00:00Z', '2026-11-21'],
  ['2026-11-28T04:45:00Z', '2026-11-21'],
  ['2026-11-28T05:00:00Z', '2026-11-28'],
])('shows a booking from %s among the days from %s', (start, first) => {
  expect(firstDay(new Date(start), now, zone)).toBe(first)
})

test('classifies an hour as over, closed, full, nearly full, free or not counted', () => {
  const states = [{}, { open: false, available: null }, { available: 0 }, { available: 5 }, {}, { available: null }]
  const [day] = daysOf(
    chartOf('2026-11-21T13:00:00Z', 6, (n) => states[n]!),
    now,
  )
  expect(day!.hours.map(({ tone }) => tone)).toEqual(['over', 'closed', 'full', 'few', 'free', 'none'])
})

test('shows the fullest bookable hour of a block, which starts with its first bookable hour', () => {
  const shop = (n: number) =>
    n < 10 || n > 20 ? { open: false, available: null } : n === 13 ? { available: 2, price: 3 } : {}
  const [day] = daysOf(chartOf('2026-11-21T05:00:00Z', 24, shop), now) as [Day]
  const blocks = blocksOf(day, zone)
  expect(blocks.map(({ tone }) => tone)).toEqual(['over', 'over', 'free', 'few', 'free', 'free'])
  // 08:00 and 09:00 are over or closed, so the block from 08:00 starts at 10:00.
  expect(blocks[2]!.start.toISOString()).toBe('2026-11-21T15:00:00.000Z')
  // The last block ends when the park closes, at 21:00.
  expect(blocks[5]!.end.toISOString()).toBe('2026-11-22T02:00:00.000Z')
  expect(blocks[3]).toMatchObject({ free: 2, price: 3 })
})

test('takes the price range from bookable hours only', () => {
  const [day] = daysOf(
    chartOf('2026-11-21T15:00:00Z', 4, (n) => ({ price: [1, 3, 9, null][n], available: n === 0 ? 0 : 8 })),
    now,
  )
  expect(priceRange(day!.hours)).toEqual([3, 9])
  expect(priceRange([])).toBeUndefined()
})

test('excludes an hour that only touches the booking', () => {
  const window = { start: new Date('2026-11-21T15:00:00Z'), end: new Date('2026-11-21T17:00:00Z') }
  const hours = daysOf(chartOf('2026-11-21T14:00:00Z', 4), now)[0]!.hours
  expect(hours.map((hour) => overlapsWindow(hour, window))).toEqual([false, true, true, false])
})

test('names the longest row of the cheapest hours with a space, and none where all cost the same', () => {
  const change = (n: number) => ({ price: [6, 18, 19].includes(n) ? 2 : 4, available: n === 6 ? 0 : 20 })
  const [day] = daysOf(chartOf('2026-11-22T05:00:00Z', 24, change), now)
  expect(cheapestHours(day!.hours)).toEqual({
    start: new Date('2026-11-22T23:00:00Z'),
    end: new Date('2026-11-23T01:00:00Z'),
    price: 2,
  })
  const [same] = daysOf(chartOf('2026-11-22T05:00:00Z', 24), now)
  expect(cheapestHours(same!.hours)).toBeUndefined()
})

test('colours prices from the lowest to the highest', () => {
  expect([2, 3, 4, 5, 8].map((price) => priceLevel(price, [2, 8]))).toEqual([0, 1, 1, 2, 3])
  expect(priceLevel(4, [4, 4])).toBe(0)
})
