import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { TariffRequest } from '#contract/parks/desk/tariffs.ts'
import { AppError } from '#server/http/errors.ts'
import { listSampleWindows, listWorkingHours } from './sample-windows.ts'
import { parseTariff, toTariffRequest } from './tariff-request.ts'
import { fromStoredTerms, toStoredTerms } from './tariff-terms.ts'
import { calculateParkingPrice } from './tariff.ts'

const plain: TariffRequest = {
  free_minutes: 0,
  tiers: [],
  increment_minutes: 60,
  increment_amount: 2,
  day_cap_amount: null,
  day_cap_reset_hour: 0,
  windows: [],
  early_bird: null,
  month_amount: null,
  events: [],
}
const night = { code: 'overnight' as const, days: [1, 2, 3, 4, 5], from: '18:00', to: '08:00', amount: 5 }
const bird = { days: [1, 2, 3, 4, 5], enter_from: '06:00', enter_until: '09:00', leave_by: '18:00', amount: 9 }
const event = { starts_at: '2026-12-01T18:00:00Z', ends_at: '2026-12-01T23:00:00Z', amount: 20 }

const fieldsOf = (request: TariffRequest, currency: 'CAD' | 'NGN' = 'CAD') => {
  try {
    parseTariff(request, currency)
    return []
  } catch (error) {
    return (error as AppError).fields.map(({ field, key }) => `${field} ${key}`)
  }
}

describe('parseTariff', () => {
  test.each<[Partial<TariffRequest>, string]>([
    [{ increment_amount: 0 }, 'increment_amount positive'],
    [{ increment_amount: 1.005 }, 'increment_amount fraction'],
    [{ day_cap_amount: 1 }, 'day_cap_amount flat_low'],
    [{ early_bird: { ...bird, amount: 1 } }, 'early_bird.amount flat_low'],
    [{ early_bird: { ...bird, enter_until: '05:00' } }, 'early_bird.enter_until chart_order'],
    [
      {
        tiers: [
          { up_to_min: 60, amount: 3 },
          { up_to_min: 60, amount: 4 },
        ],
      },
      'tiers.1.up_to_min tier_order',
    ],
    [{ windows: [{ ...night, from: '24:00' }] }, 'windows.0.from clock'],
    [{ windows: [night, { ...night, amount: 0.001 }] }, 'windows.1.amount fraction'],
    [{ windows: [{ ...night, days: [1, 1] }] }, 'windows.0.days invalid'],
    [{ month_amount: 100.999 }, 'month_amount fraction'],
    [{ events: [{ ...event, ends_at: event.starts_at }] }, 'events.0.ends_at chart_order'],
    [{ events: [event, event] }, 'events.1.starts_at event_overlap'],
  ])('%o is refused at its field', (change, problem) => {
    expect(fieldsOf({ ...plain, ...change })).toEqual([`tariff.${problem}`])
  })

  test('naira are whole', () => {
    expect(fieldsOf({ ...plain, increment_amount: 200.5 }, 'NGN')).toEqual(['tariff.increment_amount fraction'])
    expect(fieldsOf({ ...plain, increment_amount: 200 }, 'NGN')).toEqual([])
  })

  test('what is accepted can be stored, edited again and priced, and a longer stay never costs less', () => {
    const amount = fc.integer({ min: 0, max: 50_000 }).map((cents) => cents / 100)
    const clock = fc
      .integer({ min: 0, max: 95 })
      .map((n) => `${String(Math.floor(n / 4)).padStart(2, '0')}:${String((n % 4) * 15).padStart(2, '0')}`)
    const days = fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 })
    const drawn: fc.Arbitrary<TariffRequest> = fc.record({
      free_minutes: fc.integer({ min: 0, max: 60 }),
      tiers: fc.array(fc.record({ up_to_min: fc.integer({ min: 1, max: 600 }), amount }), { maxLength: 3 }),
      increment_minutes: fc.integer({ min: 1, max: 240 }),
      increment_amount: amount,
      day_cap_amount: fc.option(amount),
      day_cap_reset_hour: fc.integer({ min: 0, max: 23 }),
      windows: fc.array(
        fc.record({ code: fc.constantFrom('day' as const, 'weekend' as const), days, from: clock, to: clock, amount }),
        { maxLength: 2 },
      ),
      early_bird: fc.option(fc.record({ days, enter_from: clock, enter_until: clock, leave_by: clock, amount })),
      month_amount: fc.option(amount),
      events: fc.constant([]),
    })
    fc.assert(
      fc.property(drawn, fc.integer({ min: 1, max: 200 }), (request, length) => {
        let terms
        try {
          terms = parseTariff(request, 'CAD')
        } catch (error) {
          expect(error).toBeInstanceOf(AppError)
          return
        }
        expect({ ...terms, ...fromStoredTerms(JSON.parse(toStoredTerms(terms))) }).toEqual(terms)
        expect(parseTariff(toTariffRequest(terms, 'CAD'), 'CAD')).toEqual(terms)
        const start = new Date('2026-11-24T13:15:00Z')
        const priceOf = (quarters: number) =>
          calculateParkingPrice(terms, start, new Date(start.getTime() + quarters * 900_000), 'America/Toronto')
            .amount_minor
        expect(priceOf(length + 1)).toBeGreaterThanOrEqual(priceOf(length))
      }),
      { numRuns: 300 },
    )
  })
})

describe('sample bookings', () => {
  const localOf = (at: Date, timeZone: string) =>
    new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'short', hour: '2-digit', minute: '2-digit' }).format(at)

  test('are nine, on their weekdays and hours in the zone of the car park, after the day', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('America/Toronto', 'Africa/Lagos', 'America/Los_Angeles'),
        fc.integer({ min: 0, max: 400 }),
        (timezone, day) => {
          const from = new Date(Date.parse('2026-01-01T12:00:00Z') + day * 86_400_000)
          const samples = listSampleWindows(timezone, from)
          expect(samples).toHaveLength(9)
          for (const { start, end } of samples) {
            expect(start > from).toBe(true)
            expect(end > start).toBe(true)
            expect(start.getTime() - from.getTime()).toBeLessThan(9 * 86_400_000)
          }
          expect(localOf(samples[4]!.start, timezone)).toBe('Tue 08:00')
          expect(localOf(samples[7]!.start, timezone)).toBe('Sat 10:00')
          expect(listWorkingHours(timezone, from).map((at) => localOf(at, timezone))).toContain('Tue 17:00')
        },
      ),
    )
  })
})

test('23:59 as the end of a price is midnight, where it is typed and where it was stored', () => {
  const request = {
    ...plain,
    windows: [{ ...night, from: '06:00', to: '23:59' }],
    early_bird: { ...bird, enter_until: '23:59', leave_by: '23:59' },
  }
  const terms = parseTariff(request, 'CAD')
  expect(terms.windows[0]!.to_min).toBe(1_440)
  expect(terms.early_bird).toMatchObject({ enter_until_min: 1_440, leave_by_min: 1_440 })
  const before = {
    ...terms,
    windows: [{ ...terms.windows[0]!, to_min: 1_439 }],
    early_bird: { ...terms.early_bird!, leave_by_min: 1_439 },
  }
  expect(fromStoredTerms(JSON.parse(toStoredTerms(before)))).toMatchObject({
    windows: [{ to_min: 1_440 }],
    early_bird: { leave_by_min: 1_440 },
  })
  expect(toTariffRequest(terms, 'CAD').windows[0]).toMatchObject({ from: '06:00', to: '24:00' })
  // A window may begin then.
  expect(parseTariff({ ...plain, windows: [{ ...night, from: '23:59' }] }, 'CAD').windows[0]!.from_min).toBe(1_439)
})
