import fc from 'fast-check'
import { expect, test } from 'vitest'
import { currencyOf } from '#contract/formats.ts'
import { countryCodes } from '#contract/geography.ts'
import { currencies, toMajor } from '#contract/money.ts'
import { exampleFacts } from '#contract/parks/parks.ts'
import { exampleSource } from '#server/features/parks/rules.ts'
import { distanceKm } from '#server/features/places/seed-nearest.ts'
import { toStoredTerms } from '#server/features/pricing/tariff-terms.ts'
import { bigCityPopulation, planExampleParks, type Anchor } from './anchors.ts'
import { planClaim, type UnclaimedPark } from './claim.ts'
import { readLandMask } from './overlay.ts'
import { createRandom } from './random.ts'
import { drawPrice, drawTerms, plausibleMost, priceFromRates, roundToStep, scalePriceToType } from './rates.ts'

const types = [
  { id: 1, vehicle_class: 'car' },
  { id: 2, vehicle_class: 'car' },
  { id: 3, vehicle_class: 'motorcycle' },
  { id: 5, vehicle_class: 'large' },
]
const basePark: UnclaimedPark = {
  source: 'osm_sn',
  source_id: 'node/1',
  name: null,
  kind: 'surface',
  uses: [],
  country_code: 'SN',
  city: 'Dakar',
  access: null,
  fee: null,
  opening_hours: null,
  amenities: [],
  accessible_bays: null,
  max_height_cm: null,
  capacity: null,
  capacity_is_estimate: false,
  rates_parsed: null,
  rates_currency: null,
  posted_type_ids: [],
  is_example: false,
  is_central: true,
  is_airport: false,
}
const anyPark = fc.record({
  source_id: fc.string({ minLength: 1 }),
  kind: fc.constantFrom('surface', 'garage', 'underground', 'unknown'),
  country_code: fc.constantFrom(...countryCodes),
  is_central: fc.boolean(),
  is_airport: fc.boolean(),
  is_example: fc.boolean(),
  capacity: fc.option(fc.integer({ min: 8, max: 3_000 })),
  opening_hours: fc.option(fc.constantFrom('24/7', 'Mo-Fr 07:00-19:00')),
  max_height_cm: fc.option(fc.integer({ min: 180, max: 300 })),
})

test('random streams depend on their key only and are uniform', () => {
  const [random, sameKey, otherKey] = [createRandom('a'), createRandom('a'), createRandom('b')]
  const drawn = Array.from({ length: 4_000 }, () => random.next())
  expect(drawn.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => sameKey.next()))
  expect(drawn[0]).not.toBe(otherKey.next())
  expect(drawn.every((n) => n >= 0 && n < 1)).toBe(true)
  expect(drawn.reduce((sum, n) => sum + n, 0) / drawn.length).toBeCloseTo(0.5, 1)
})

test('claims are deterministic, list the facts that they made up and only fill gaps', () => {
  fc.assert(
    fc.property(anyPark, (fields) => {
      const park = { ...basePark, ...fields }
      const claim = planClaim(park, types)
      expect(planClaim({ ...park }, types)).toEqual(claim)
      if (claim === undefined) {
        expect(park.is_example).toBe(false)
        return
      }
      expect(claim.partner).not.toMatch(/ex[ae]mple/i)
      if (park.opening_hours !== null) expect(claim.opening_hours).toBeNull()
      if (park.capacity !== null) expect(claim.capacity).toBeNull()
      if (park.max_height_cm !== null) expect(claim.max_height_cm).toBeNull()
      const [cars] = claim.pools
      expect(cars).toMatchObject({ vehicle_class: 'car', capacity: park.capacity ?? claim.capacity })
      expect(claim.tariffs.map(({ vehicle_type_id }) => vehicle_type_id)).toContain(1)
      const marks = new Set(claim.examples)
      expect(marks.has('park')).toBe(park.is_example)
      expect(marks.has('partner') && marks.has('tariff')).toBe(true)
      expect(marks.has('capacity')).toBe(claim.pools.some(({ is_example }) => is_example))
      expect(marks.has('hours')).toBe(claim.opening_hours !== null)
      expect(marks.has('amenities')).toBe(claim.amenities.length > 0)
      // Pages count chargers as real, so they only come from sources.
      expect(claim.amenities).not.toContain('ev')
      expect(marks.has('limits')).toBe(claim.max_height_cm !== null || claim.max_length_cm !== null)
      expect(claim.examples.every((fact) => exampleFacts.includes(fact))).toBe(true)
    }),
    { numRuns: 500 },
  )
})

test.each([
  ['a private car park', { access: 'private' }],
  ['a car park for customers', { access: 'customers' }],
  ['street parking', { kind: 'street' }],
  ['a free car park', { fee: false }],
  ['a car park with 5 spaces', { capacity: 5 }],
])('never claims %s', (_what, more) => {
  for (let n = 0; n < 200; n += 1) {
    expect(planClaim({ ...basePark, ...more, source_id: String(n) }, types)).toBeUndefined()
  }
})

test('keeps posted tariffs and derives the others from recorded rates', () => {
  const recorded = {
    rates_currency: 'CAD',
    rates_parsed: [
      { type: 'per_interval', amount: 2.5, minutes: 30 },
      { type: 'daily_max', amount: 14, window: '7am - 6pm' },
      { type: 'overnight_max', amount: 6, window: '6pm - 7am' },
    ],
  }
  const park = { ...basePark, country_code: 'CA' as const, is_example: true, ...recorded }
  const car = { increment_minutes: 30, increment_minor: 250n, day_cap_minor: 2_000n }
  expect(planClaim(park, types)?.tariffs[0]).toMatchObject({ vehicle_type_id: 1, ...car })
  const posted = planClaim({ ...park, posted_type_ids: [1] }, types)
  expect(posted?.tariffs.map(({ vehicle_type_id }) => vehicle_type_id)).not.toContain(1)
  expect(priceFromRates([{ type: 'flat', amount: 500 }], 'XOF')).toBeUndefined()
  expect(priceFromRates(null, 'XOF')).toBeUndefined()
})

test('rounds prices to the currency’s step, none below the price of one increment', () => {
  const step = { NGN: 5_000n, XOF: 50n, CAD: 25n, USD: 25n }
  expect(Object.keys(step).toSorted()).toEqual([...currencies].toSorted())
  fc.assert(
    fc.property(fc.constantFrom(...countryCodes), fc.string(), fc.integer({ min: 1, max: 9 }), (country, key, type) => {
      const currency = currencyOf(country)
      const random = createRandom(key)
      const car = drawPrice(country, { city: 'Lagos', is_airport: false }, random)
      const price = scalePriceToType({ ...car, ...drawTerms(car, true, currency, random) }, type, currency)
      expect([30, 60]).toContain(price.increment_minutes)
      expect(price.increment_minor).toBeGreaterThan(0n)
      const { tiers, windows, early_bird, month_minor, day_cap_minor } = price
      const amounts = [...tiers, ...windows, ...(early_bird === null ? [] : [early_bird])].map((t) => t.amount_minor)
      for (const amount of [price.increment_minor, day_cap_minor!, month_minor ?? day_cap_minor!, ...amounts]) {
        expect(amount % step[currency]).toBe(0n)
        // Whole naira and francs.
        expect(Number.isInteger(toMajor(amount, currency)) || country === 'CA' || country === 'US').toBe(true)
        expect(amount >= price.increment_minor).toBe(true)
      }
      expect(() => toStoredTerms(price)).not.toThrow()
    }),
  )
})

test('rounds a higher price to one that is not lower, near the exact one', () => {
  const amount = fc.integer({ min: 1, max: 10_000_000 })
  fc.assert(
    fc.property(fc.constantFrom(...currencies), amount, amount, (currency, a, b) => {
      const [low, high] = [roundToStep(Math.min(a, b), currency), roundToStep(Math.max(a, b), currency)]
      expect(low <= high).toBe(true)
      const least = currency === 'NGN' ? 5_000 : currency === 'XOF' ? 50 : 25
      expect(Math.abs(Number(high) - Math.max(a, b))).toBeLessThanOrEqual(Math.max(least, Math.max(a, b) * 0.1))
    }),
  )
})

const anyRate = fc.record({
  type: fc.constantFrom('per_interval', 'daily_max', 'flat', 'overnight_max', 'other'),
  amount: fc.integer({ min: 1, max: 40_000 }).map((quarters) => quarters / 4),
  minutes: fc.constantFrom(15, 20, 30, 60),
})

test('never charges an implausible price for a day or a month, recorded rates included', () => {
  const key = fc.record({
    park: anyPark,
    city: fc.constantFrom('New York', 'Montréal', 'Lagos', 'Dakar', 'Elsewhere'),
    rates: fc.option(fc.array(anyRate)),
  })
  fc.assert(
    fc.property(key, ({ park, city, rates }) => {
      const currency = currencyOf(park.country_code)
      const recorded = { rates_parsed: rates, rates_currency: rates === null ? null : currency }
      const claim = planClaim({ ...basePark, ...park, ...recorded, city, is_example: true }, types)!
      const most = plausibleMost[currency]
      for (const { vehicle_type_id, increment_minor, day_cap_minor, month_minor } of claim.tariffs) {
        const factor = vehicle_type_id === 1 ? 1 : 1.5
        const increment = toMajor(increment_minor, currency)
        expect(toMajor(day_cap_minor!, currency)).toBeLessThanOrEqual(Math.max(most.day * factor + 5, increment))
        if (month_minor === null) continue
        expect(toMajor(month_minor, currency)).toBeLessThanOrEqual(Math.max(most.month * factor + 5, increment))
        expect(month_minor >= day_cap_minor!).toBe(true)
      }
      if (park.is_airport && park.country_code === 'US' && rates === null)
        expect(toMajor(claim.tariffs[0]!.day_cap_minor!, currency)).toBeGreaterThanOrEqual(35)
    }),
    { numRuns: 300 },
  )
})

test('draws every kind of term, early birds only downtown', () => {
  const car = drawPrice('CA', { city: 'Toronto', is_airport: false }, createRandom('any'))
  const drawn = Array.from({ length: 400 }, (_, n) => drawTerms(car, n % 2 === 0, 'CAD', createRandom(String(n))))
  const share = (has: (terms: (typeof drawn)[number]) => boolean) => drawn.filter(has).length / drawn.length
  expect(share(({ tiers }) => tiers.length > 0)).toBeGreaterThan(0.1)
  for (const code of ['overnight', 'weekend', 'evening'])
    expect(share(({ windows }) => windows.some((window) => window.code === code))).toBeGreaterThan(0.05)
  expect(share(({ early_bird }) => early_bird !== null)).toBeGreaterThan(0.05)
  expect(share(({ month_minor }) => month_minor !== null)).toBeGreaterThan(0.2)
  expect(drawn.some(({ early_bird }, n) => early_bird !== null && n % 2 === 1)).toBe(false)
})

test('the land mask separates Lagos from its lagoon and Dakar from the sea', async () => {
  const isLand = await readLandMask('wa')
  expect(isLand({ lat: 6.6, lng: 3.35 })).toBe(true)
  expect(isLand({ lat: 14.72, lng: -17.46 })).toBe(true)
  expect(isLand({ lat: 6.3, lng: 3.4 })).toBe(false)
  expect(isLand({ lat: 14.6, lng: -17.6 })).toBe(false)
  expect(isLand({ lat: 45, lng: 0 })).toBe(false)
})

const place = (
  id: string,
  kind: string,
  name: string,
  where: Pick<Anchor, 'lat' | 'lng'> & Partial<Anchor>,
): Anchor => ({
  id,
  kind,
  name,
  name_fr: null,
  country_code: 'NG',
  state_code: 'NG-OY',
  city: null,
  population: null,
  weight: 0.3,
  ...where,
})
const city = place('c', 'city', 'Ibadan', { lat: 7.37, lng: 3.9, population: bigCityPopulation })

test('plans example parks on land at the sites, quarters and sides of a big city, with stable ids', () => {
  const anchors = [
    city,
    place('m', 'poi', 'Bodija Market', { lat: 7.375, lng: 3.905 }),
    place('same', 'poi', 'Bodija Market', { lat: 7.39, lng: 3.91 }),
    place('near', 'poi', 'Bodija Plaza', { lat: 7.3751, lng: 3.9051 }),
    place('shout', 'poi', 'ABC STORES', { lat: 7.36, lng: 3.9 }),
    place('q', 'area', 'Mapo', { lat: 7.365, lng: 3.895 }),
    place('s', 'stadium', 'Liberty Stadium', { lat: 7.35, lng: 3.88 }),
    place('village', 'city', 'Far Village', { lat: 7.9, lng: 3.9, population: 900 }),
  ]
  const parks = planExampleParks(anchors, () => true)
  const names = parks.map(({ name }) => name)
  expect(names.filter((name) => name?.includes('Bodija'))).toHaveLength(1)
  expect(names).toContain('Car park – Mapo')
  expect(names).toContain('Car park – Ibadan (north)')
  expect(names).toContain('Car park – Liberty Stadium')
  expect(names.some((name) => name?.includes('ABC') || name?.includes('Far'))).toBe(false)
  expect(parks.every((park) => park.source === exampleSource && distanceKm(park, city) < 7)).toBe(true)
  expect(new Set(names).size).toBe(names.length)
  expect(parks.length).toBeGreaterThanOrEqual(9)
  const more = planExampleParks(
    [...anchors, place('new', 'station', 'Central Station', { lat: 7.2, lng: 3.7 })],
    () => true,
  )
  expect(more.filter(({ source_id }) => source_id !== 'new')).toEqual(parks)
  expect(planExampleParks(anchors, () => false)).toEqual([])
})

test('names parks in French in Senegal', () => {
  const thies = { ...city, name: 'Thiès', country_code: 'SN' as const, state_code: 'SN-TH' }
  const names = planExampleParks([thies], () => true).map(({ name }) => name)
  expect(names).toContain('Parking – Thiès')
  expect(names).toContain('Parking – Thiès (sud-ouest)')
  const airport = place('dss', 'airport', 'Blaise Diagne International Airport', {
    lat: 14.67,
    lng: -17.07,
    weight: 0.8,
  })
  const french = { ...airport, name_fr: 'Aéroport international Blaise-Diagne', country_code: 'SN' as const }
  expect(planExampleParks([french], () => true)[0]!.name).toBe('Parking – Aéroport international Blaise-Diagne')
})
