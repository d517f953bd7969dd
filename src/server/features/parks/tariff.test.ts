import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { priceOfHour, priceOfStay, type TariffTerms } from './tariff.ts'
import { noMoreTerms } from './tariff-terms.ts'

const quarter = 15 * 60_000
const at = (text: string) => new Date(text)
const shift = (from: Date, quarters: number) => new Date(from.getTime() + quarters * quarter)

const terms = (want: Partial<TariffTerms> = {}): TariffTerms => ({
  ...noMoreTerms,
  free_minutes: 0,
  increment_minutes: 60,
  increment_minor: 200n,
  day_cap_minor: 1_000n,
  day_cap_reset_hour: 0,
  ...want,
})

const anyTerms = fc.record({
  free_minutes: fc.constantFrom(0, 10, 15, 30, 60, 120),
  increment_minutes: fc.constantFrom(1, 15, 20, 30, 60, 90, 120, 1_440, 4_320),
  increment_minor: fc.bigInt(0n, 50_000n),
  day_cap_minor: fc.option(fc.bigInt(1n, 200_000n)),
  day_cap_reset_hour: fc.integer({ min: 0, max: 23 }),
  tiers: fc.constant([]),
  windows: fc.constant([]),
  early_bird: fc.constant(null),
  month_minor: fc.constant(null),
  events: fc.constant([]),
})
const zones = fc.constantFrom(
  'America/Toronto',
  'America/New_York',
  'Africa/Lagos',
  'Africa/Dakar',
  'America/Phoenix',
  'Pacific/Honolulu',
  'America/St_Johns',
)
/** Around both clock changes of Toronto, and anywhere else in a year. */
const starts = fc.oneof(
  fc.integer({ min: -200, max: 200 }).map((n) => shift(at('2026-11-01T05:00:00Z'), n)),
  fc.integer({ min: -200, max: 200 }).map((n) => shift(at('2027-03-14T06:00:00Z'), n)),
  fc.integer({ min: 0, max: 4 * 24 * 365 }).map((n) => shift(at('2026-01-01T00:00:00Z'), n)),
)
const lengths = fc.integer({ min: 1, max: 4 * 24 * 30 })
const price = (tariff: TariffTerms, start: Date, end: Date, zone: string) =>
  priceOfStay(tariff, start, end, zone).amount_minor

describe('examples', () => {
  const toronto = (tariff: TariffTerms, start: string, end: string) =>
    price(tariff, at(start), at(end), 'America/Toronto')

  test.each([
    ['one quarter is a begun hour', terms(), '2026-12-01T15:00:00Z', '2026-12-01T15:15:00Z', 200n],
    ['an hour', terms(), '2026-12-01T15:00:00Z', '2026-12-01T16:00:00Z', 200n],
    ['an hour and a quarter', terms(), '2026-12-01T15:00:00Z', '2026-12-01T16:15:00Z', 400n],
    ['eight hours meet the cap', terms(), '2026-12-01T14:00:00Z', '2026-12-01T22:00:00Z', 1_000n],
    ['the cap begins anew at midnight: 4 h and a day', terms(), '2026-12-02T01:00:00Z', '2026-12-02T20:00:00Z', 1_800n],
    ['an hour across midnight is one hour', terms(), '2026-12-02T04:30:00Z', '2026-12-02T05:30:00Z', 200n],
    [
      'reset at 6: the night belongs to the day before',
      terms({ day_cap_reset_hour: 6 }),
      '2026-12-02T01:00:00Z',
      '2026-12-02T11:00:00Z',
      1_000n,
    ],
    ['thirty days', terms(), '2026-12-01T05:00:00Z', '2026-12-31T05:00:00Z', 30_000n],
    ['no cap', terms({ day_cap_minor: null }), '2026-12-01T05:00:00Z', '2026-12-03T05:00:00Z', 9_600n],
    ['free minutes once', terms({ free_minutes: 30 }), '2026-12-01T15:00:00Z', '2026-12-01T16:30:00Z', 200n],
    ['all of it free', terms({ free_minutes: 30 }), '2026-12-01T15:00:00Z', '2026-12-01T15:30:00Z', 0n],
    ['costs nothing', terms({ increment_minor: 0n }), '2026-12-01T15:00:00Z', '2026-12-09T15:30:00Z', 0n],
    ['a cap below one increment', terms({ day_cap_minor: 150n }), '2026-12-01T15:00:00Z', '2026-12-01T15:15:00Z', 150n],
    ['nothing', terms(), '2026-12-01T15:00:00Z', '2026-12-01T15:00:00Z', 0n],
  ] as const)('%s', (_name, tariff, start, end, expected) => {
    expect(toronto(tariff, start, end)).toBe(expected)
  })

  test('the day of 25 hours has one cap, and so has that of 23', () => {
    const dear = terms({ increment_minor: 100n, day_cap_minor: 2_000n })
    // Midnight to midnight in Toronto.
    expect(toronto(dear, '2026-11-01T04:00:00Z', '2026-11-02T05:00:00Z')).toBe(2_000n)
    expect(toronto(dear, '2027-03-14T05:00:00Z', '2027-03-15T04:00:00Z')).toBe(2_000n)
    // Where the cap does not bite, hours that pass are charged, not hours of the clock: 23:00 to 03:00 is 5 h and 3 h.
    expect(toronto(dear, '2026-11-01T03:00:00Z', '2026-11-01T08:00:00Z')).toBe(500n)
    expect(toronto(dear, '2027-03-14T04:00:00Z', '2027-03-14T07:00:00Z')).toBe(300n)
  })

  test('a reset in the hour that the clocks skip begins after it', () => {
    const tariff = terms({ day_cap_reset_hour: 2, day_cap_minor: 300n })
    // 01:00 to 04:00 on the clock, two hours: one before the reset (07:00 UTC), one after.
    expect(toronto(tariff, '2027-03-14T06:00:00Z', '2027-03-14T08:00:00Z')).toBe(400n)
    expect(toronto(tariff, '2027-03-14T05:00:00Z', '2027-03-14T07:00:00Z')).toBe(300n)
  })

  test('zones without summer time change nothing in those nights', () => {
    for (const zone of ['Africa/Lagos', 'Africa/Dakar'])
      for (const day of ['2026-11-01', '2027-03-14'])
        expect(price(terms(), at(`${day}T00:00:00Z`), shift(at(`${day}T00:00:00Z`), 96 * 2), zone)).toBe(
          zone === 'Africa/Lagos' ? 2_200n : 2_000n,
        )
  })
})

describe('properties', () => {
  test('never negative, parts sum to the whole, and a free part costs nothing', () => {
    fc.assert(
      fc.property(anyTerms, starts, lengths, zones, (tariff, start, length, zone) => {
        const { amount_minor, parts } = priceOfStay(tariff, start, shift(start, length), zone)
        expect(amount_minor).toBeGreaterThanOrEqual(0n)
        expect(parts.reduce((sum, part) => sum + part.amount_minor, 0n)).toBe(amount_minor)
        expect(parts.every((part) => part.kind !== 'free' || part.amount_minor === 0n)).toBe(true)
      }),
    )
  })

  test('never falls when the window grows, at either end', () => {
    fc.assert(
      fc.property(
        anyTerms,
        starts,
        lengths,
        fc.nat(200),
        fc.nat(200),
        zones,
        (tariff, start, length, before, after, zone) => {
          const smaller = price(tariff, start, shift(start, length), zone)
          const larger = price(tariff, shift(start, -before), shift(start, length + after), zone)
          expect(larger).toBeGreaterThanOrEqual(smaller)
        },
      ),
      { numRuns: 500 },
    )
  })

  test('parting a stay, at a reset or anywhere, never costs less (the free minutes being used once)', () => {
    fc.assert(
      fc.property(
        anyTerms,
        starts,
        lengths,
        fc.double({ min: 0, max: 1, noNaN: true }),
        zones,
        (tariff, start, length, where, zone) => {
          const cut = Math.round(length * where)
          const first = price(tariff, start, shift(start, cut), zone)
          const used = Math.min(tariff.free_minutes, cut * 15)
          const second = price(
            { ...tariff, free_minutes: tariff.free_minutes - used },
            shift(start, cut),
            shift(start, length),
            zone,
          )
          expect(first + second).toBeGreaterThanOrEqual(price(tariff, start, shift(start, length), zone))
        },
      ),
      { numRuns: 500 },
    )
  })

  test('more free minutes, a lower cap or a cheaper increment never cost more', () => {
    fc.assert(
      fc.property(anyTerms, starts, lengths, zones, (tariff, start, length, zone) => {
        const end = shift(start, length)
        const whole = price(tariff, start, end, zone)
        expect(price({ ...tariff, free_minutes: tariff.free_minutes + 15 }, start, end, zone)).toBeLessThanOrEqual(
          whole,
        )
        expect(
          price({ ...tariff, increment_minor: tariff.increment_minor / 2n }, start, end, zone),
        ).toBeLessThanOrEqual(whole)
        const lower = tariff.day_cap_minor === null ? 10n : (tariff.day_cap_minor + 1n) / 2n
        expect(price({ ...tariff, day_cap_minor: lower }, start, end, zone)).toBeLessThanOrEqual(whole)
      }),
    )
  })

  test('the hour costs what any hour within a tariff day costs', () => {
    fc.assert(
      fc.property(anyTerms, fc.integer({ min: 0, max: 23 * 4 }), (tariff, quarters) => {
        const reset = new Date(Date.UTC(2026, 5, 1, tariff.day_cap_reset_hour))
        const start = shift(reset, quarters)
        expect(priceOfHour(tariff).amount_minor).toBe(price(tariff, start, shift(start, 4), 'Africa/Dakar'))
      }),
    )
  })
})
