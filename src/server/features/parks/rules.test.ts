import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pricedFrom, runningQuarter } from '#contract/bookings/booking-rules.ts'
import { minute_ms } from '#contract/time.ts'
import { getWindow, priceWindow } from '#server/features/availability/window.ts'
import type { TariffTerms } from '#server/features/pricing/tariff.ts'
import { calculatePrice } from './rules.ts'

const later = (at: Date, minutes: number) => new Date(at.getTime() + minutes * minute_ms)

const zones = fc.constantFrom(
  'America/Toronto',
  'America/St_Johns',
  'America/New_York',
  'Pacific/Honolulu',
  'Africa/Lagos',
  'Africa/Dakar',
)
/** Any second around both clock changes, and anywhere else in a year. */
const moments = fc
  .oneof(
    fc.integer({ min: -60, max: 20 }).map((hours) => later(new Date('2026-11-01T05:00:00Z'), hours * 60)),
    fc.integer({ min: -60, max: 20 }).map((hours) => later(new Date('2027-03-14T06:00:00Z'), hours * 60)),
    fc.integer({ min: 0, max: 24 * 365 }).map((hours) => later(new Date('2026-06-01T00:00:00Z'), hours * 60)),
  )
  .chain((hour) => fc.nat({ max: 3_599 }).map((second) => new Date(hour.getTime() + second * 1_000)))
const amounts = fc.bigInt(0n, 3_000n)
const minutesOfDay = fc.nat({ max: 95 }).map((n) => n * 15)
const weekdays = fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 7 })
const tariffs: fc.Arbitrary<TariffTerms> = fc.record({
  free_minutes: fc.constantFrom(0, 15, 30, 60),
  tiers: fc.option(amounts).map((amount_minor) => (amount_minor === null ? [] : [{ up_to_min: 60, amount_minor }])),
  increment_minutes: fc.constantFrom(15, 30, 60, 1_440),
  increment_minor: fc.bigInt(0n, 500n),
  day_cap_minor: fc.option(fc.bigInt(1n, 4_000n)),
  day_cap_reset_hour: fc.constantFrom(0, 4, 6, 23),
  windows: fc.array(
    fc.record({
      code: fc.constantFrom('day', 'evening', 'overnight', 'weekend'),
      days: weekdays,
      from_min: minutesOfDay,
      to_min: minutesOfDay,
      amount_minor: amounts,
    }),
    { maxLength: 2 },
  ),
  early_bird: fc.option(
    fc
      .tuple(weekdays, minutesOfDay, minutesOfDay, minutesOfDay, amounts)
      .map(([days, value, other, leave_by_min, amount_minor]) => ({
        days,
        enter_from_min: Math.min(value, other),
        enter_until_min: Math.max(value, other),
        leave_by_min,
        amount_minor,
      })),
  ),
  month_minor: fc.option(fc.bigInt(0n, 30_000n)),
  events: fc.constant([]),
})
const fee = { id: 1, code: 'service_fee', kind: 'percentage', value: 5_000n, base: 'parking', is_tax: false } as const
const fees = [{ ...fee, name: 'Fee', name_fr: 'Frais', country_id: 1, state_id: null, city: null }]
const place = { country_id: 1, state_id: null, city: null, bookable: true, currency: 'CAD' as const }

test('"now for N" costs what N costs from the next quarter hour, in every tariff and time zone', () => {
  fc.assert(
    fc.property(tariffs, zones, moments, fc.integer({ min: 1, max: 30 * 96 }), (tariff, timezone, now, quarters) => {
      const start = runningQuarter(now)
      const next = later(start, 15)
      const end = later(next, quarters * 15)
      const bought = getWindow(start.toISOString(), end.toISOString(), now, timezone)
      expect(bought).toEqual({ start, end, priced_from: next })
      const offer = { ...place, timezone, tariff }
      expect(calculatePrice(offer, fees, bought)).toEqual(calculatePrice(offer, fees, { priced_from: next, end }))
    }),
  )
})

test('a start ahead is charged from the start', () => {
  fc.assert(
    fc.property(moments, fc.integer({ min: 1, max: 180 * 96 - 1 }), (now, quarters) => {
      const start = later(runningQuarter(now), quarters * 15)
      expect(pricedFrom(start, now)).toEqual(start)
    }),
  )
})

test('a window that is too short to be booked any more is priced from its start', () => {
  const [start, end] = [new Date('2026-11-21T09:00:00Z'), new Date('2026-11-21T09:15:00Z')]
  expect(priceWindow({ start, end }, new Date('2026-11-21T09:03:20Z')).priced_from).toEqual(start)
})
