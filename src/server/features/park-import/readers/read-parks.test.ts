import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { Candidate, ParkRowInput } from '../row.ts'
import { parseCsv, readParks } from './read-parks.ts'
import { UnreadableFile } from './unreadable-file.ts'

const read = (name: string, source?: string) =>
  readParks(readFileSync(new URL(`./fixtures/${name}`, import.meta.url)), name, { source })
const getRow = (candidates: Candidate[], id: string): ParkRowInput => {
  const found = candidates.find(({ source_id }) => source_id === id)
  if (found === undefined || !('row' in found)) throw new Error(`no row ${id}`)
  return found.row as ParkRowInput
}
const listRefusals = (candidates: Candidate[]) =>
  Object.fromEntries(candidates.flatMap((found) => ('refusal' in found ? [[found.source_id, found.refusal]] : [])))
const toBytes = (text: string) => new TextEncoder().encode(text)

test('parses CSV with quotes, commas and all kinds of line ends', async () => {
  const expected = [{ a: '1', b: 'x,y' }, { a: 'say "hi"' }]
  for (const end of ['\n', '\r\n', '\r']) {
    expect(parseCsv(['a,b', '1,"x,y"', '"say ""hi"""', ''].join(end))).toEqual(expected)
  }
  expect(parseCsv('a\n"two\nlines"')).toEqual([{ a: 'two\nlines' }])
  expect(parseCsv('')).toEqual([])
})

test('reads Green P files with numbers as text, missing heights and worded prices', async () => {
  const found = await read('green-p.json')
  expect(getRow(found, '901')).toMatchObject({
    source: 'toronto_greenp_2019',
    kind: 'garage',
    lat: 43.6692822,
    capacity: 641,
    max_height: 2,
    source_date: '2019',
    rates: {
      currency: 'CAD',
      raw: '$2.50 / Half Hour | Monday - Sunday & Holidays: Day Maximum (7am - 6pm) $14.00 | Monday - Sunday & Holidays: Night Maximum (6pm - 7am) $6.0',
      parsed: [
        { type: 'per_interval', amount: 2.5, minutes: 30 },
        { type: 'daily_max', amount: 14, window: '7am - 6pm', days: 'Monday - Sunday & Holidays' },
        { type: 'overnight_max', amount: 6, window: '6pm - 7am', days: 'Monday - Sunday & Holidays' },
        { type: 'monthly', amount: 320 },
      ],
    },
  })
  expect(getRow(found, '902')).toMatchObject({
    max_height: null,
    rates: {
      raw: '$3.00 / Half Hour | Monday - Friday: Day Maximum (7am - 6pm) NO MAXIMUM | Monday - Friday: (3pm - 2am) FREE | Monday - Friday: UPPER LEVEL',
      parsed: [{ type: 'per_interval', amount: 3, minutes: 30 }],
    },
  })
  expect(getRow(found, '903')).toMatchObject({ capacity: null, max_height: null })
  expect(listRefusals(found)).toEqual({ 904: 'missing_position', 905: 'missing_position' })
})

test('reads prkng files with French day columns, half hours and spans past midnight', async () => {
  const found = await read('lots_quebec.csv')
  expect(getRow(found, '901-ile-exemple-1-rue-de-lexemple')).toMatchObject({
    source: 'prkng_quebec',
    city: 'Québec',
    opening_hours: '24/7',
    covered: false,
    rates: {
      currency: 'CAD',
      raw: 'normal Mo,Tu,We,Th,Fr,Sa,Su 06:00-24:00: hourly=1.75 flat=- max=8 | free Mo,Tu,We,Th,Fr,Sa,Su 00:00-06:00: hourly=- flat=8 max=-',
    },
  })
  expect(getRow(found, 'le-grand-2-rue-exemple')).toMatchObject({ kind: 'garage', covered: true, capacity: null })
  expect(getRow(found, 'le-tardif-3-rue-exemple')).toMatchObject({
    opening_hours:
      'Mo 06:30-17:00,18:00-24:00; Tu-Fr 00:00-02:00,06:30-17:00,18:00-24:00; Sa 00:00-02:00,18:00-24:00; Su 00:00-02:00',
  })
  expect(listRefusals(found)).toEqual({
    'le-ferme-4-rue-exemple': 'closed',
    'le-perdu-5-rue-exemple': 'missing_position',
  })
})

test('reads AFDC files with BOM and CRLF, and only stations in car parks', async () => {
  const found = await read('afdc.csv')
  expect(getRow(found, '900001')).toMatchObject({
    kind: 'garage',
    state_code: 'US-WA',
    opening_hours: '24/7',
    fee: true,
    ev: true,
    source_date: '2023-01-10',
  })
  expect(getRow(found, '900002')).toMatchObject({ kind: 'garage', opening_hours: 'Mo-Su 08:00-23:30', fee: null })
  expect(listRefusals(found)).toEqual({
    900003: 'charging_station_only',
    900004: 'car_dealer',
    900005: 'not_a_car_park',
    900006: 'closed',
  })
})

test('reads OpenStreetMap areas, centroids and tags, and refuses other features', async () => {
  const found = await read('wilmington-example.geojson')
  const lot = getRow(found, 'way/901')
  expect(lot).toMatchObject({
    source: 'osm_wilmington',
    kind: 'surface',
    capacity: 53,
    fee: false,
    access: 'customers',
  })
  expect(lot.lat).toBeCloseTo(39.7375, 6)
  expect(lot.lng).toBeCloseTo(-75.5535, 6)
  // 0.001° × 0.001° at 39.7° N is 111 m × 86 m.
  expect(lot.area_m2).toBeGreaterThan(9_400)
  expect(lot.area_m2).toBeLessThan(9_700)
  const garage = getRow(found, 'relation/902')
  expect(garage).toMatchObject({
    kind: 'garage',
    capacity: null,
    max_height: 2.08,
    fee: null,
    accessible_spaces: 4,
    address: '12 Market Street',
  })
  expect(garage.area_m2! / lot.area_m2!).toBeCloseTo(1 - 0.36, 2)
  expect(getRow(found, 'way/903').area_m2).toBeLessThan(120)
  expect(getRow(found, 'node/908')).toMatchObject({ lat: 39.74, area_m2: null, kind: 'unknown' })
  expect(listRefusals(found)).toEqual({
    'way/904': 'leisure_park',
    'node/905': 'bus_terminal',
    'node/906': 'charging_station_only',
    'node/907': 'not_a_car_park',
    'way/909': 'missing_position',
    'feature 10': 'bad_row',
  })
})

test('reads plain and gzipped NDJSON and refuses broken lines by number', async () => {
  const text = '{"source":"osm_ng","source_id":"node/1"}\n\n{broken\n[1]\n'
  const found = await readParks(toBytes(text), 'x.ndjson')
  expect(found).toEqual([
    { source_id: 'node/1', row: { source: 'osm_ng', source_id: 'node/1' } },
    { source_id: 'line 3', refusal: 'bad_row' },
    { source_id: 'line 4', row: [1] },
  ])
  expect(await readParks(gzipSync(text), 'x.ndjson.gz')).toEqual(found)
})

test('rejects files of unsupported formats and unknown sources', async () => {
  const files: [string, string][] = [
    ['a,b\n1,2', 'x.csv'],
    ['{"type":"Topology"}', 'x.json'],
    ['{"carparks":', 'x.json'],
    ['{"features":[]}', 'somewhere.geojson'],
  ]
  for (const [text, name] of files) await expect(readParks(toBytes(text), name)).rejects.toThrow(UnreadableFile)
  expect(await readParks(toBytes('{"features":[]}'), 'somewhere.geojson', { source: 'osm_cleveland' })).toEqual([])
})
