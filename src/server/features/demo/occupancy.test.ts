import fc from 'fast-check'
import { expect, test } from 'vitest'
import { drawOccupancy } from './occupancy.ts'

const pool = { id: 1, capacity: 100, key: 'osm_sn:node/1', kind: 'garage', uses: [], timezone: 'America/Toronto' }
const weekday = '2026-11-25'
const sunday = '2026-11-29'
const mean = (numbers: readonly number[]) => numbers.reduce((sum, n) => sum + n, 0) / numbers.length
/** The occupancy at local hours of Toronto, five hours behind UTC. */
const atLocal = (taken: readonly number[], hour: number) => taken.slice((hour + 5) * 4, (hour + 6) * 4)

test('is the same for one park and day, and always leaves spaces to book', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 12, max: 3_000 }),
      fc.string(),
      fc.constantFrom('garage', 'surface', 'underground'),
      fc.constantFrom([], ['airport'], ['stadium']),
      fc.constantFrom('America/Vancouver', 'Africa/Lagos', 'Africa/Dakar'),
      (capacity, key, kind, uses, timezone) => {
        const first = { ...pool, capacity, key, kind, uses, timezone }
        const taken = drawOccupancy(first, weekday)
        expect(drawOccupancy({ ...first }, weekday)).toEqual(taken)
        expect(taken).toHaveLength(96)
        expect(Math.min(...taken)).toBeGreaterThanOrEqual(0)
        expect(Math.max(...taken)).toBeLessThanOrEqual(capacity - 4)
      },
    ),
    { numRuns: 40 },
  )
})

test('varies by hour, by day and by park', () => {
  const keys = Array.from({ length: 200 }, (_, n) => `park ${n}`)
  const days = keys.map((key) => drawOccupancy({ ...pool, key }, weekday))
  for (const taken of days) expect(Math.max(...taken) - Math.min(...taken)).toBeGreaterThan(20)
  expect(mean(days.flatMap((taken) => atLocal(taken, 13)))).toBeGreaterThan(50)
  expect(mean(days.flatMap((taken) => atLocal(taken, 3)))).toBeLessThan(15)
  expect(new Set(days.map(String)).size).toBe(200)
  const sundays = keys.map((key) => drawOccupancy({ ...pool, key }, sunday))
  const isOffice = keys.map((_, n) => mean(atLocal(days[n]!, 18)) < 0.6 * mean(atLocal(days[n]!, 10)))
  const office = (of: number[][]) => of.filter((_, n) => isOffice[n]).flatMap((taken) => atLocal(taken, 10))
  expect(mean(office(days)) - mean(office(sundays))).toBeGreaterThan(15)
})

test('of an airport is high at night as well', () => {
  const taken = drawOccupancy({ ...pool, uses: ['airport'] }, weekday)
  expect(Math.min(...taken)).toBeGreaterThan(35)
})
