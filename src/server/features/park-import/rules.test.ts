import fc from 'fast-check'
import { expect, test } from 'vitest'
import { codeAlphabet } from '#contract/codes.ts'
import { noExtraTerms } from '#server/features/pricing/tariff-terms.ts'
import { deriveCapacity, toFacts } from './facts.ts'
import { deriveParkCode, makeSlug, assignHandles } from './handles.ts'
import { cleanNames } from './names.ts'
import { checkRow, ParkRow, refusals, type ParkRowInput, type Refusal } from './row.ts'
import { toTariff } from './tariff.ts'

const dakar: ParkRowInput = {
  source: 'osm_sn',
  source_id: 'node/1',
  name: 'Parking du Rectorat',
  lat: 14.69,
  lng: -17.44,
  city: 'Dakar',
  state_code: 'SN-DK',
  country_code: 'SN',
}
const lagos: ParkRowInput = { ...dakar, source: 'osm_ng', lat: 6.45, lng: 3.4, state_code: 'NG-LA', country_code: 'NG' }

test.each<[Refusal, object]>([
  ['bad_row', { ...dakar, source_id: '' }],
  ['bad_row', { ...dakar, kind: 'carousel' }],
  ['bad_row', { ...dakar, name: 7 }],
  ['missing_position', { ...dakar, lat: undefined }],
  ['missing_position', { ...dakar, lng: '-17.44' }],
  ['missing_position', { ...dakar, lat: 0, lng: 0 }],
  ['bad_number', { ...dakar, capacity: -4 }],
  ['bad_number', { ...dakar, capacity: '12' }],
  ['bad_number', { ...dakar, max_height: Number.NaN }],
  ['bad_number', { ...dakar, rates: { currency: 'XOF', raw: '', parsed: [{ type: 'flat', amount: -1 }] } }],
  ['unknown_country', { ...dakar, country_code: 'FR' }],
  ['unknown_country', { ...dakar, country_code: null }],
  ['outside_country', { ...dakar, lat: 48.85, lng: 2.35 }],
  ['outside_country', { ...lagos, lat: 4.85, lng: 0 }],
  ['too_small', { ...dakar, area_m2: 119 }],
  ['bus_terminal', { ...dakar, name: 'Gare routière de Dakar' }],
  ['bus_terminal', { ...dakar, name: 'garage de Pire' }],
  ['bus_terminal', { ...lagos, name: 'Obalende Motor Park' }],
  ['car_dealer', { ...dakar, name: 'Parking Auto Occasion' }],
  ['car_dealer', { ...dakar, name: 'Sahel Motors' }],
])('refuses a row as %s', (refusal, row) => {
  expect(checkRow(row)).toEqual({ refusal })
  expect(refusals[refusal]).toMatch(/^[a-z]/)
})

test('accepts a minimal row with nulls; "garage" is a car park outside Senegal', () => {
  expect(checkRow(dakar)).toMatchObject({ row: { capacity: null, kind: 'unknown', derived: [], rates: null } })
  const toronto = { ...dakar, name: 'King Garage', lat: 43.65, lng: -79.38, country_code: 'CA', state_code: 'CA-ON' }
  expect(checkRow(toronto)).toHaveProperty('row')
})

test.each([
  ['boston_gensler', 'Mr. Robert B. Swett, Vice President', '1 Federal Street, Boston', { name: null, address: null }],
  ['prkng_partner_ny', 'Theater 50 Parking LLC', '307 W 50th St', { name: 'Theater 50 Parking' }],
  ['prkng_partner_ny', 'West Plaza Garage LLC-29', null, { name: 'West Plaza Garage' }],
  ['prkng_partner_ny', 'Kensington Enterprises LLC', '9 E 1st St', { name: null, address: '9 E 1st St' }],
  ['cary_downtown', 'High Road Realty Trust, c/o H. J. Davis', null, { name: null }],
  [
    'nrel_afdc',
    'ABM Parking 750 Lexington Ave LLC - Tesla Destination',
    null,
    { name: 'ABM Parking 750 Lexington Ave' },
  ],
  ['nrel_afdc', 'Park Kwik LLC 50 Washington St. - Tesla Destination', null, { name: 'Park Kwik 50 Washington St.' }],
  ['nrel_afdc', 'PANYNJ LGA E GARAGE C1', '1 E End Rd', { name: null, address: '1 E End Rd' }],
  ['osm_cleveland', 'CSU LOT AA', null, { name: 'CSU LOT AA' }],
  ['prkng_montreal', 'Place Montréal Trust', null, { name: 'Place Montréal Trust' }],
  [
    'toronto_greenp_2019',
    'Green P Carpark 20 - 101 Cedarvale Avenue',
    '101 Cedarvale Avenue',
    { name: 'Green P Carpark 20' },
  ],
  ['osm_ucsc', 'Pay Station', null, { name: null }],
  ['osm_ucsc', '114', null, { name: null }],
  ['osm_sn', 'Parking payant, 500 F', null, { name: null }],
  ['prkng_partner_ny', '11 Jane Street', null, { name: '11 Jane Street' }],
])('cleans the name of %s "%s"', (source, name, address, expected) => {
  expect(cleanNames({ source, name, address, country_code: 'US' })).toMatchObject(expected)
})

test('never estimates more spaces than fit, and marks every number that was not recorded', () => {
  const park = fc.record({
    capacity: fc.option(fc.integer({ min: 1, max: 32_000 })),
    area_m2: fc.option(fc.integer({ min: 120, max: 10_000_000 })),
    kind: fc.constantFrom('surface', 'unknown', 'street', 'garage', 'underground'),
  })
  fc.assert(
    fc.property(park, (row) => {
      const derived = deriveCapacity(row)
      if (derived.capacity === null) return
      expect(derived.capacity).toBeGreaterThan(0)
      expect(derived.capacity_is_estimate).toBe(derived.capacity !== row.capacity || derived.capacity_is_estimate)
      if (!derived.capacity_is_estimate) return
      expect(derived.capacity).toBeLessThanOrEqual(Math.min(1_500, row.area_m2! / 31.4))
      // Two digits: "about 360 spaces".
      expect(String(derived.capacity)).toMatch(/^\d{1,2}0*$/)
    }),
  )
})

const facts = (row: object) => toFacts(ParkRow.parse({ ...dakar, ...row }))
test('estimates capacities of single-level parks, ignores invalid heights and normalizes cities', () => {
  expect(facts({ area_m2: 3_140 })).toMatchObject({ capacity: 100, capacity_is_estimate: true })
  expect(facts({ area_m2: 3_140, kind: 'garage' })).toMatchObject({ capacity: null, capacity_is_estimate: false })
  expect(facts({ area_m2: 3_140, capacity: 7 })).toMatchObject({ capacity: 7, capacity_is_estimate: false })
  // Recorded as 2,400 spaces on an area for 900 cars at most.
  expect(facts({ area_m2: 11_363, capacity: 2_400 })).toMatchObject({ capacity: 360, capacity_is_estimate: true })
  expect(facts({ area_m2: 11_363, capacity: 2_400, kind: 'garage' })).toMatchObject({ capacity: 2_400 })
  expect(facts({ max_height: 2.1 })).toMatchObject({ max_height_cm: 210 })
  expect(facts({ max_height: 11 })).toMatchObject({ max_height_cm: null })
  expect(facts({ state_code: 'US-NY', city: 'New York City' })).toMatchObject({ city: 'New York' })
  expect(facts({ city: 'irvington' })).toMatchObject({ city: 'Irvington' })
  expect(facts({ opening_hours: '24/7', ev: true, covered: true, accessible_spaces: 2 })).toMatchObject({
    amenities: ['covered', 'ev', 'accessible', 'open_24h'],
  })
  expect(facts({ address: '10, av. Léopold Sédar Senghor' }).folded).toBe(
    'parking du rectorat 10 av leopold sedar senghor dakar',
  )
})

test('slugs are readable and contain a hyphen, unlike park codes', () => {
  expect(makeSlug({ name: 'Green P Carpark 20', address: '1 X', city: 'Toronto' })).toBe('green-p-carpark-20-toronto')
  expect(makeSlug({ name: '#197 Hôpital Notre-Dame', address: null, city: 'Montréal' })).toBe(
    '197-hopital-notre-dame-montreal',
  )
  expect(makeSlug({ name: null, address: "20 St. John's Rd", city: 'Québec' })).toBe('parking-20-st-johns-rd-quebec')
  expect(makeSlug({ name: null, address: null, city: 'Dakar' })).toBe('parking-dakar')
  expect(makeSlug({ name: 'Car park – Lagos (north)', address: null, city: 'Lagos' })).toBe('car-park-lagos-north')
  const part = fc.option(fc.string({ unit: 'grapheme', maxLength: 90 }))
  fc.assert(
    fc.property(part, part, part, (name, address, city) => {
      expect(makeSlug({ name, address, city })).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*-?$/)
      expect(makeSlug({ name, address, city })).toContain('-')
    }),
  )
})

test('park codes are deterministic and skip taken ones', () => {
  expect(deriveParkCode('osm_sn', 'node/1', 0)).toBe(deriveParkCode('osm_sn', 'node/1', 0))
  expect(deriveParkCode('osm_sn', 'node/1', 0)).toMatch(new RegExp(`^P[${codeAlphabet}]{6}$`))
  const park = { source: 'osm_sn', source_id: 'node/1', name: 'A', address: null, city: 'Dakar' }
  const taken = new Set([deriveParkCode('osm_sn', 'node/1', 0).toLowerCase(), 'a-dakar'])
  const second = deriveParkCode('osm_sn', 'node/1', 1)
  expect(assignHandles(park, taken)).toEqual({ park_code: second, slug: `a-dakar-${second.toLowerCase()}` })
  expect(taken.has(second.toLowerCase())).toBe(true)
})

const always = 'Mo,Tu,We,Th,Fr,Sa,Su 00:00-24:00'
const hourly = (amount: number, window?: string) => ({
  type: 'per_interval',
  amount,
  minutes: 60,
  ...(window && { window }),
})
const tariff = (parsed: object[], raw = 'x') =>
  toTariff({ currency: 'CAD', raw, parsed: parsed as NonNullable<ParkRowInput['rates']>['parsed'] })

test('converts one price with a daily cap', () => {
  expect(tariff([hourly(2)])).toEqual({
    ...noExtraTerms,
    currency: 'CAD',
    increment_minutes: 60,
    increment_minor: 200n,
    day_cap_minor: null,
  })
  expect(tariff([hourly(9, always), { type: 'flat', amount: 20, window: always }])).toMatchObject({
    day_cap_minor: 2_000n,
  })
  const halves = [hourly(4, 'Mo,Tu,We,Th,Fr 00:00-24:00'), hourly(4, 'Sa,Su 00:00-24:00')]
  expect(tariff(halves)).toMatchObject({ increment_minor: 400n })
  const monthly = [hourly(1.25), { type: 'daily_max', amount: 15 }, { type: 'monthly', amount: 140 }]
  expect(tariff(monthly, 'monthly=140; hour=1.25; daily_max=15')).toMatchObject({
    day_cap_minor: 1_500n,
    month_minor: 14_000n,
  })
})

test.each([
  ['no rates', []],
  ['a price for some hours', [hourly(2, 'Mo,Tu 08:00-18:00')]],
  ['two prices', [hourly(2), hourly(4)]],
  ['separate day and night caps', [hourly(2), { type: 'daily_max', amount: 9, window: '7am - 6pm', days: 'Monday' }]],
  ['an overnight price', [hourly(2), { type: 'overnight_max', amount: 5 }]],
  ['a flat price only', [{ type: 'flat', amount: 500 }]],
  ['a cap for some days', [hourly(2, always), { type: 'daily_max', amount: 9, window: 'Sa,Su 00:00-24:00' }]],
  ['a free hour', [hourly(0)]],
  ['a cap below the hourly price', [hourly(9), { type: 'daily_max', amount: 5 }]],
  ['fractions of a cent', [hourly(2.001)]],
])('returns no tariff for %s', (_what, parsed) => {
  expect(tariff(parsed)).toBeUndefined()
})

const parseRates = (raw: string, parsed: object[] = []) => tariff(parsed, raw)
const everyDay = [1, 2, 3, 4, 5, 6, 7]

test('parses board rates with day and night maximums', () => {
  const all = 'Monday - Sunday & Holidays'
  expect(
    parseRates(`$2.50 / Half Hour | ${all}: Day Maximum (7am - 6pm) $14.00 | ${all}: Night Maximum (6pm - 7am) $6.00`),
  ).toEqual({
    ...noExtraTerms,
    currency: 'CAD',
    increment_minutes: 30,
    increment_minor: 250n,
    day_cap_minor: null,
    windows: [
      { code: 'day', days: everyDay, from_min: 420, to_min: 1_080, amount_minor: 1_400n },
      { code: 'overnight', days: everyDay, from_min: 1_080, to_min: 420, amount_minor: 600n },
    ],
  })
  expect(parseRates(`$1.00 / Half Hour | ${all}: Maximum (6 am - 11:59 pm) $9.00`)).toMatchObject({
    windows: [{ code: 'day', from_min: 360, to_min: 1_440, amount_minor: 900n }],
  })
  const parted = parseRates(
    '$2.00 / Half Hour | Sunday - Thursday: Night Maximum (6pm - 12am) $8.00 | Friday - Saturday: Night Maximum (6pm - 7am) NO MAXIMUM',
  )
  expect(parted?.windows).toEqual([
    { code: 'overnight', days: [1, 2, 3, 4, 7], from_min: 1_080, to_min: 0, amount_minor: 800n },
  ])
})

test.each([
  ['separate holiday rates', 'Saturday - Sunday & Holidays: Day Maximum (7am - 6pm) $9.00'],
  ['missing days', 'Monday - Saturday: Day Maximum (7am - 6pm) $9.00'],
  ['a rolling limit', 'Monday - Sunday: Maximum (Any 24 hr Period) $5.00'],
  ['an unknown word', 'Monday - Sunday: Day Maximum (7am - 6pm) CLOSED'],
  ['a note', 'Monday - Sunday: Day Maximum (7am - 6pm) $9.00 | Monday - Sunday: Please Note'],
  ['a flat rate by entry time', 'Monday - Sunday: Flat Rate (5am - 3pm) $6.00'],
  ['an invalid hour', 'Monday - Sunday: Day Maximum (17pm - 6pm) $9.00'],
  ['an invalid day', 'Freeday - Sunday: Day Maximum (7am - 6pm) $9.00'],
])('rejects board rates with %s', (_what, lines) => {
  expect(parseRates(`$1.00 / Half Hour | ${lines}`)).toBeUndefined()
})

test('parses agenda rates that cover the week', () => {
  const week =
    'normal Mo,Tu,We,Th,Fr 00:00-16:00: hourly=5 flat=- max=25 | special Mo,Tu,We,Th,Fr 16:00-24:00 / Sa,Su 00:00-24:00: hourly=5 flat=- max=7'
  expect(parseRates(week)).toMatchObject({
    increment_minutes: 60,
    increment_minor: 500n,
    windows: [
      { code: 'day', days: [1, 2, 3, 4, 5], from_min: 0, to_min: 960, amount_minor: 2_500n },
      { code: 'evening', days: [1, 2, 3, 4, 5], from_min: 960, to_min: 1_440, amount_minor: 700n },
      { code: 'weekend', days: [6, 7], from_min: 0, to_min: 1_440, amount_minor: 700n },
    ],
  })
  const nights = `normal ${always.replace('00:00-24:00', '08:00-18:00')}: hourly=1.5 flat=- max=13 | special ${always.replace('00:00-24:00', '18:00-08:00')}: hourly=1.5 flat=- max=6`
  expect(parseRates(nights)?.windows.map(({ code }) => code)).toEqual(['day', 'overnight'])
  const flats =
    'normal Mo,Tu,We,Th,Fr 00:00-24:00: hourly=9 flat=18.5 max=- | special Sa,Su 00:00-24:00: hourly=9 flat=8 max=-'
  expect(parseRates(flats)?.windows).toMatchObject([{ amount_minor: 1_850n }, { code: 'weekend', amount_minor: 800n }])
})

test.each([
  ['missing hours', `normal Mo,Tu,We,Th,Fr 00:00-24:00: hourly=3 flat=- max=9`],
  ['overlapping hours', `normal ${always}: hourly=3 flat=- max=9 | special Sa,Su 00:00-24:00: hourly=3 flat=- max=5`],
  [
    'two hourly prices',
    `normal Mo,Tu,We,Th,Fr 00:00-24:00: hourly=3 flat=- max=9 | special Sa,Su 00:00-24:00: hourly=2 flat=- max=5`,
  ],
  [
    'a flat price for part of a day',
    `normal ${always.replace('00:00-', '06:00-')}: hourly=3 flat=9 max=- | special ${always.replace('-24:00', '-06:00')}: hourly=3 flat=- max=5`,
  ],
  [
    'hours that are free or flat',
    `normal ${always.replace('00:00-', '06:00-')}: hourly=3 flat=- max=8 | free ${always.replace('-24:00', '-06:00')}: hourly=- flat=8 max=-`,
  ],
])('rejects agenda rates with %s', (_what, raw) => {
  expect(parseRates(raw)).toBeUndefined()
})

test('parses sentences with first-hour prices and early birds', () => {
  expect(parseRates('$2/hour first 2 hours, $4/hour thereafter | Employees only - waitlist')).toMatchObject({
    tiers: [
      { up_to_min: 60, amount_minor: 200n },
      { up_to_min: 120, amount_minor: 400n },
    ],
    increment_minutes: 60,
    increment_minor: 400n,
    day_cap_minor: null,
  })
  expect(
    parseRates('$0.75/half hour first 1.5 hours, then $1.50/half hour ($21 max) | $366.49 reserved', [
      { type: 'monthly', amount: 366.49 },
    ]),
  ).toMatchObject({
    tiers: [{ amount_minor: 75n }, { amount_minor: 150n }, { up_to_min: 90, amount_minor: 225n }],
    increment_minutes: 30,
    day_cap_minor: 2_100n,
    month_minor: null,
  })
  expect(parseRates('$6/hour, $20 Early Bird (in by 9am out by 5pm) | Available - call for rates')).toMatchObject({
    increment_minor: 600n,
    early_bird: { days: everyDay, enter_from_min: 0, enter_until_min: 540, leave_by_min: 1_020, amount_minor: 2_000n },
  })
  expect(parseRates('$6/hour, $20 Early Bird | N/A')).toBeUndefined()
  expect(parseRates('$6/hour, $20 Early Bird (in by 5pm out by 9am) | N/A')).toBeUndefined()
  expect(parseRates('$2/hour first 2 hours, $4/hour thereafter | Tenants only')).toBeUndefined()
})

test('ignores permits and prices without the word "month"', () => {
  const month = [hourly(3), { type: 'monthly', amount: 210 }]
  expect(tariff(month, '$3 per hour | $210 a month')?.month_minor).toBe(21_000n)
  expect(tariff(month, '$3 per hour | $210')?.month_minor).toBeNull()
  expect(tariff(month, '$3 per hour | $210 monthly permit')?.month_minor).toBeNull()
})

test('returns no tariff for unrecognised words and prices', () => {
  expect(tariff([hourly(4)], '$4 per hour, $40 all day')).toBeUndefined()
  expect(tariff([hourly(4)], '$4 per hour | Tenants')).toBeUndefined()
  expect(tariff([hourly(4)], 'half_hour=4; vip=9')).toBeUndefined()
  expect(tariff([hourly(4)], '$4 first hour')).toBeUndefined()
  expect(toTariff(null)).toBeUndefined()
})

test('takes no text that was damaged before it came here, in any field', () => {
  const whole = {
    source: 'osm_ng',
    source_id: 'node/1',
    name: 'Gare Montréal',
    lat: 6.45,
    lng: 3.39,
    address: '1 rue',
    city: 'Lagos',
    country_code: 'NG',
    operator: 'Vinci',
    opening_hours: '24/7',
    rates: { currency: 'NGN', raw: '₦200', parsed: [{ type: 'other', amount: 200, window: 'day' }] },
  }
  expect(checkRow(whole)).toHaveProperty('row')
  for (const field of ['source_id', 'name', 'address', 'city', 'operator', 'opening_hours'] as const)
    expect(checkRow({ ...whole, [field]: 'Gare Montr\ufffdal' }), field).toEqual({ refusal: 'damaged_text' })
  const rates = { ...whole.rates, parsed: [{ type: 'other', amount: 200, window: 'journ\ufffde' }] }
  expect(checkRow({ ...whole, rates })).toEqual({ refusal: 'damaged_text' })
})

test.each(['undefined', 'null', 'NULL', 'NaN', 'None', '#N/A', '[object Object]', ' undefined '])(
  'reads the word %s as a missing value, in any field',
  (word) => {
    const place = { source: 'osm_ng', source_id: 'node/1', lat: 6.45, lng: 3.39, country_code: 'NG' }
    const fields = ['name', 'address', 'city', 'operator', 'opening_hours', 'access', 'state_code', 'source_date']
    const checked = checkRow({ ...place, ...Object.fromEntries(fields.map((field) => [field, word])) })
    if (!('row' in checked)) throw new Error(checked.refusal)
    for (const field of fields) expect(checked.row, field).toHaveProperty(field, null)
    expect(checkRow({ ...place, source_id: word })).toEqual({ refusal: 'bad_row' })
    expect(checkRow({ ...place, state_code: `NG-${word}` })).not.toMatchObject({ row: { state_code: `NG-${word}` } })
  },
)
