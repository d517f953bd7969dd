import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fees, storedValue } from './platform-fees.ts'
import { isWithinCountry } from './seed-bounds.ts'
import { countries, numberStates, vehicleTypes, type ListedState } from './seed-countries.ts'
import { distanceKm, indexCities } from './seed-nearest.ts'
import { isTelling, placeRows, type PlaceFiles } from './seed-places.ts'

const listed = JSON.parse(
  readFileSync(new URL('../../../../data/places/states.json', import.meta.url), 'utf8'),
) as ListedState[]
const states = numberStates(listed)
const stateNamed = (name: string) => states.find((state) => state.name === name)

test('numbers states as in the specification', () => {
  const span = (country_id: number) => {
    const ids = states.filter((state) => state.country_id === country_id).map(({ id }) => id)
    return [Math.min(...ids), Math.max(...ids), ids.length]
  }
  expect(countries.map(({ id }) => span(id))).toEqual([
    [1, 37, 37],
    [101, 113, 13],
    [201, 214, 14],
    [301, 357, 57],
  ])
  expect(stateNamed('Abia')?.id).toBe(1)
  expect(stateNamed('Zamfara')?.id).toBe(37)
  expect(stateNamed('Alberta')?.id).toBe(101)
  expect(stateNamed('Dakar')?.id).toBe(201)
  expect(stateNamed('Wyoming')?.id).toBe(357)
  expect(new Set(states.map(({ code }) => code)).size).toBe(121)
})

test.each([
  ['Abuja Federal Capital Territory', 'Territoire de la capitale fédérale d’Abuja'],
  ['Rivers', 'Rivers'],
  ['New Brunswick', 'Nouveau-Brunswick'],
  ['Prince Edward Island', 'Île-du-Prince-Édouard'],
  ['Northwest Territories', 'Territoires du Nord-Ouest'],
  ['Newfoundland and Labrador', 'Terre-Neuve-et-Labrador'],
  ['British Columbia', 'Colombie-Britannique'],
  ['Nova Scotia', 'Nouvelle-Écosse'],
  ['Quebec', 'Québec'],
  ['Hawaii', 'Hawaï'],
  ['West Virginia', 'Virginie-Occidentale'],
  ['Virginia', 'Virginie'],
  ['Georgia', 'Géorgie'],
  ['Pennsylvania', 'Pennsylvanie'],
  ['Thiès', 'Thiès'],
])('%s is %s in French', (name, name_fr) => {
  expect(stateNamed(name)?.name_fr).toBe(name_fr)
})

test('has the ordinary car as vehicle type 1 and a type in every class', () => {
  expect(vehicleTypes[0]).toMatchObject({ id: 1, name: 'Car', vehicle_class: 'car' })
  expect(new Set(vehicleTypes.map((type) => type.vehicle_class))).toEqual(new Set(['car', 'motorcycle', 'large']))
})

/** What a park of this place pays, as [code, percent] in the order of the lines. */
const linesOf = (country_id: number, state_code: string | null, city: string | null = null) =>
  fees
    .filter(
      (fee) =>
        fee.country_id === country_id &&
        (fee.state_code === null || fee.state_code === state_code) &&
        (fee.city === null || fee.city === city),
    )
    .toSorted((a, b) => a.position - b.position || a.id - b.id)
    .map(({ code, rate }) => [code, rate])

test('selects the fees and taxes of a place', () => {
  expect(linesOf(1, 'NG-LA')).toEqual([
    ['service_fee', 5],
    ['vat', 7.5],
  ])
  expect(linesOf(2, 'CA-ON', 'Toronto')).toEqual([
    ['service_fee', 35],
    ['hst', 13],
  ])
  expect(linesOf(2, 'CA-QC', 'Montréal')).toEqual([
    ['service_fee', 35],
    ['gst', 5],
    ['qst', 9.975],
  ])
  expect(linesOf(2, 'CA-NS')).toEqual([
    ['service_fee', 35],
    ['hst', 14],
  ])
  expect(linesOf(3, 'SN-DK')).toEqual([
    ['service_fee', 5],
    ['tva', 18],
  ])
  expect(linesOf(4, 'US-MA', 'Boston')).toEqual([['service_fee', 35]])
  for (const city of ['New York', 'Brooklyn']) {
    expect(linesOf(4, 'US-NY', city)).toEqual([
      ['service_fee', 35],
      ['ny_sales_tax', 4],
      ['nyc_sales_tax', 6.375],
    ])
  }
})

test('fees have ids of their own, are named in both languages, and Canada’s provinces all pay one federal tax', () => {
  expect(new Set(fees.map(({ id }) => id)).size).toBe(fees.length)
  expect(fees.every(({ name, name_fr }) => name !== '' && name_fr !== '')).toBe(true)
  for (const { code } of states.filter(({ country_id }) => country_id === 2)) {
    expect(fees.filter((fee) => fee.state_code === code && ['gst', 'hst'].includes(fee.code))).toHaveLength(1)
  }
  expect(storedValue({ kind: 'percentage', rate: 7.5 })).toBe(7_500)
  expect(storedValue({ kind: 'percentage', rate: 23.25 })).toBe(23_250)
  expect(storedValue({ kind: 'fixed', rate: 35 })).toBe(35)
})

test('includes a country’s extremes in its bounds but not its neighbours', () => {
  expect(isWithinCountry(4, 21.3, -157.86)).toBe(true)
  expect(isWithinCountry(4, 61.2, -149.9)).toBe(true)
  expect(isWithinCountry(4, 6.45, 3.39)).toBe(false)
  expect(isWithinCountry(1, 4.84, 0)).toBe(false)
  expect(isWithinCountry(9, 6.45, 3.39)).toBe(false)
})

const cityOf = (name: string, lat: number, lng: number, population: number) => ({
  name,
  lat,
  lng,
  population,
  state_code: 'XX',
  country_code: 'SN' as const,
})
test('assigns suburbs to a big city, and finds the nearest city', () => {
  const { nearest, around } = indexCities([cityOf('Big', 14.7, -17.44, 2_400_000), cityOf('Small', 14.75, -17.35, 900)])
  const edge = { lat: 14.745, lng: -17.37 }
  expect(nearest(edge)?.name).toBe('Small')
  expect(around(edge)?.name).toBe('Big')
  expect(nearest({ lat: 50, lng: 0 })).toBeUndefined()
  expect(distanceKm({ lat: 43.65, lng: -79.38 }, { lat: 45.5, lng: -73.57 })).toBeCloseTo(504, -1)
})

test.each(['Shopping Mall', 'shops', 'Market', 'Hôpital', 'The Mosque', 'x'])('"%s" is generic', (name) => {
  expect(isTelling(name)).toBe(false)
})
test.each(['Bodija Market', 'Sandaga', 'Mall of America'])('"%s" identifies a place', (name) => {
  expect(isTelling(name)).toBe(true)
})

test('finds airports by city, derives their region, moves cities downtown, and drops rows out of bounds', () => {
  const origin = { source: 'test', licence: 'CC0' }
  const files: PlaceFiles = {
    cities: [
      {
        ...origin,
        id: 'c1',
        name: 'Thiès',
        name_ascii: 'Thies',
        state_code: 'SN-TH',
        country_code: 'SN',
        lat: 14.79,
        lng: -16.93,
        population: 320_000,
        feature: 'PPLA2',
      },
      {
        ...origin,
        id: 'c2',
        name: 'Fann Hock',
        name_ascii: 'Fann Hock',
        state_code: 'SN-TH',
        country_code: 'SN',
        lat: 14.8,
        lng: -16.93,
        population: null,
        feature: 'osm:quarter',
      },
    ],
    airports: [
      {
        ...origin,
        id: 'a1',
        name: 'Blaise Diagne International Airport',
        country_code: 'SN',
        state_code: 'SN-DK',
        lat: 14.67,
        lng: -17.07,
        iata: 'DSS',
        icao: 'GOBD',
        city: 'Diass',
        keywords: null,
      },
      {
        ...origin,
        id: 'a2',
        name: 'Port Harcourt City Airport',
        country_code: 'NG',
        state_code: 'NG-RI',
        lat: 4.84,
        lng: 0,
        iata: 'PHG',
        icao: 'PHG',
        city: 'Port Harcourt',
        keywords: null,
      },
    ],
    stations: [],
    stadiums: [],
    pois: [],
    destinations: [
      {
        ...origin,
        id: 'd1',
        kind: 'mall',
        name: 'CF Thiès Centre',
        name_fr: 'Centre CF de Thiès',
        aliases: ['Thiès Centre', 'null'],
        city: 'Thiès',
        state_code: 'SN-TH',
        country_code: 'SN',
        lat: 14.791,
        lng: -16.931,
        importance: 0.5,
        position: 'approximate',
      },
    ],
    airportNames: { names: {} },
    airportImportance: { importance: { a1: 0.8 }, aliases: { a1: ['AIBD'] } },
    downtowns: [{ city_id: 'c1', lat: 14.795, lng: -16.935 }],
  }
  const rows = placeRows(files)
  expect(rows.map(({ id, kind, city, state_code }) => ({ id, kind, city, state_code }))).toEqual([
    { id: 'c1', kind: 'city', city: null, state_code: 'SN-TH' },
    { id: 'c2', kind: 'area', city: 'Thiès', state_code: 'SN-TH' },
    { id: 'a1', kind: 'airport', city: 'Dakar', state_code: 'SN-TH' },
    { id: 'd1', kind: 'mall', city: 'Thiès', state_code: 'SN-TH' },
  ])
  const [city, , airport, mall] = rows
  expect(city).toMatchObject({ lat: 14.795, lng: -16.935 })
  expect(airport).toMatchObject({ weight: 0.8, approximate: false })
  expect(airport?.folded).toContain('| aibd + dakar diass thies airport')
  expect(mall).toMatchObject({
    name_fr: 'Centre CF de Thiès',
    folded: 'cf thies center | center cf de thies | thies center + thies',
    approximate: true,
  })
})
