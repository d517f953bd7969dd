import { readFileSync } from 'node:fs'
import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkRow, type Candidate, type ParkRow } from '../row.ts'
import { parseCount, parseDay } from '../values.ts'
import { parseCsv, readParks } from './read-parks.ts'

/* What holds for every reader, and the values of single columns and tags. */

const fixture = (name: string) => readFileSync(new URL(`./fixtures/${name}`, import.meta.url), 'utf8')
const toBytes = (text: string) => new TextEncoder().encode(text)
type Fields = Record<string, unknown>

const csvOf = (rows: readonly Fields[]) => stringify([...rows], { header: true, columns: Object.keys(rows[0]!) })
const own = [
  {
    source: 'osm_ng',
    source_id: 'node/1',
    name: 'Balogun',
    kind: 'surface',
    lat: 6.45,
    lng: 3.39,
    address: '1 Marina',
    city: 'Lagos',
    state_code: 'NG-LA',
    country_code: 'NG',
    capacity: 40,
    rates: { currency: 'NGN', raw: '₦200', parsed: [] },
    opening_hours: '24/7',
    access: 'public',
    operator: 'LASPA',
    source_date: '2019-09',
  },
]

/** Each reader with rows of its format, and how they are written. Its first columns are those that tell the format. */
const readers: { name: string; rows: Fields[]; told: string[]; write: (rows: Fields[]) => string }[] = [
  { name: 'afdc.csv', rows: parseCsv(fixture('afdc.csv').slice(1)), told: ['Fuel Type Code'], write: csvOf },
  { name: 'lots_quebec.csv', rows: parseCsv(fixture('lots_quebec.csv')), told: ['name', 'lun_normal'], write: csvOf },
  {
    name: 'green-p.json',
    rows: (JSON.parse(fixture('green-p.json')) as { carparks: Fields[] }).carparks,
    told: [],
    write: (carparks) => JSON.stringify({ carparks }),
  },
  {
    name: 'wilmington.geojson',
    rows: (JSON.parse(fixture('wilmington-example.geojson')) as { features: { properties: Fields }[] }).features
      .slice(0, 9)
      .map(({ properties }) => properties),
    told: ['amenity'],
    write: (rows) =>
      JSON.stringify({
        features: rows.map((properties, id) => ({
          id: `node/${id}`,
          properties,
          geometry: { type: 'Point', coordinates: [-75.55, 39.74] },
        })),
      }),
  },
  {
    name: 'own.ndjson',
    rows: own,
    told: ['source_id'],
    write: (rows) => rows.map((row) => JSON.stringify(row)).join('\n'),
  },
]

const textsOf = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsOf)
      : []

describe.each(readers)('$name', ({ name, rows, told, write }) => {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((column) => !told.includes(column))
  const readWithout = (missing: ReadonlySet<string>) =>
    readParks(
      toBytes(
        write(rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name_]) => !missing.has(name_))))),
      ),
      name,
    )
  const expectNoWords = (found: readonly Candidate[]) => {
    for (const candidate of found) {
      const texts = textsOf(candidate).filter((text) => /\b(?:undefined|null|nan)\b|\[object/i.test(text))
      expect(texts).toEqual([])
      if ('row' in candidate) checkRow(candidate.row)
    }
  }

  test('a missing column is never a word, whichever it is', async () => {
    for (const column of columns) expectNoWords(await readWithout(new Set([column])))
  })

  test('nor are several, and their rows are told apart from those of another format', async () => {
    await fc.assert(
      fc.asyncProperty(fc.subarray(columns), async (missing) => {
        const found = await readWithout(new Set(missing))
        expectNoWords(found)
        expect(found).toHaveLength(rows.length)
      }),
      { numRuns: 60 },
    )
  })

  test('nor is an empty value', async () => {
    for (const column of columns) {
      const found = await readParks(toBytes(write(rows.map((row) => ({ ...row, [column]: '' })))), name)
      expectNoWords(found)
    }
  })
})

const station = parseCsv(fixture('afdc.csv').slice(1))[0]!
async function readStation(fields: Fields, without: string[] = []): Promise<ParkRow> {
  const row = Object.fromEntries(
    Object.entries({ ...station, ...fields }).filter(([column]) => !without.includes(column)),
  )
  return rowOf((await readParks(toBytes(csvOf([row])), 'afdc.csv'))[0]!)
}
function rowOf(candidate: Candidate): ParkRow {
  if (!('row' in candidate)) throw new Error(candidate.refusal)
  const checked = checkRow({ country_code: 'US', ...(candidate.row as object) })
  if (!('row' in checked)) throw new Error(checked.refusal)
  return checked.row
}

describe('charging stations', () => {
  test('without a column for the country are in the United States, or in the province that they name', async () => {
    expect(await readStation({}, ['Country'])).toMatchObject({ country_code: 'US', state_code: 'US-WA' })
    const inOntario = { State: 'ON', City: 'Toronto', Latitude: '43.65', Longitude: '-79.38' }
    expect(await readStation(inOntario, ['Country'])).toMatchObject({ country_code: 'CA', state_code: 'CA-ON' })
    expect(await readStation({}, ['Country', 'State'])).toMatchObject({ country_code: 'US', state_code: null })
    expect(await readStation({ Country: 'US' })).toMatchObject({ country_code: 'US', state_code: 'US-WA' })
    expect(await readStation({}, ['Status Code'])).toMatchObject({ source_id: '900001' })
  })

  test('have the days and identifiers that a spreadsheet has changed', async () => {
    const changed = { 'Date Last Confirmed': '1/10/2023', ID: '900001.0' }
    expect(await readStation(changed)).toMatchObject({ source_date: '2023-01-10', source_id: '900001' })
    expect(await readStation({ 'Date Last Confirmed': '44936' })).toMatchObject({ source_date: '2023-01-10' })
    expect(await readStation({ 'Date Last Confirmed': 'soon' })).toMatchObject({ source_date: null })
  })
})

test.each([
  ['2025-12-31', '2025-12-31'],
  ['2025-12-31 15:54:11 UTC', '2025-12-31'],
  ['2025-12-31T15:54:11Z', '2025-12-31'],
  ['12/31/2025', '2025-12-31'],
  ['1/2/2025 0:00', '2025-01-02'],
  ['12/31/25', '2025-12-31'],
  ['31-Dec-25', '2025-12-31'],
  ['31 December 2025', '2025-12-31'],
  ['46022', '2025-12-31'],
  ['46022.75', '2025-12-31'],
  [46_022, '2025-12-31'],
  ['45351', '2024-02-29'],
  ['2/29/2024', '2024-02-29'],
  ['2/29/2025', null],
  ['13/31/2025', null],
  ['2025', null],
  ['', null],
  [undefined, null],
])('the day %s is %s', (text, day) => {
  expect(parseDay(text)).toBe(day)
})

test.each([
  ['1,200', 1_200],
  ['1 200', 1_200],
  ['1\u00a0200', 1_200],
  ['1\u202f200', 1_200],
  ['1’200', 1_200],
  ['12,345,678', 12_345_678],
  ['53', 53],
  [53, 53],
  ['53.0', 53],
  ['approx. 110', undefined],
  ['50-60', undefined],
  ['12,5', undefined],
  ['1,20', undefined],
  ['12;14', undefined],
  ['-4', undefined],
  ['', undefined],
])('the count %s is %s', (text, count) => {
  expect(parseCount(text)).toBe(count)
})

const readTags = async (tags: Fields): Promise<Candidate> => {
  const feature = {
    id: 'node/1',
    properties: { amenity: 'parking', ...tags },
    geometry: { type: 'Point', coordinates: [-75.55, 39.74] },
  }
  return (await readParks(toBytes(JSON.stringify({ features: [feature] })), 'wilmington.geojson'))[0]!
}

describe('tags of OpenStreetMap', () => {
  test.each<[Fields, Partial<ParkRow>]>([
    [{ fee: 'no' }, { fee: false }],
    [{ fee: 'yes' }, { fee: true }],
    [{ fee: 'no', 'fee:conditional': 'yes @ (Mo-Fr 08:00-18:00)' }, { fee: true }],
    [{ fee: 'no', 'fee:conditional': '2 USD @ (Mo-Fr 08:00-18:00)' }, { fee: true }],
    [{ fee: 'yes', 'fee:conditional': 'no @ (Su)' }, { fee: true }],
    [{ 'fee:conditional': 'yes @ (Mo-Fr)' }, { fee: true }],
    [{ 'fee:conditional': 'no @ (stay < 1 hour)' }, { fee: null }],
    [{ fee: 'no', 'fee:conditional': 'no @ (Su)' }, { fee: false }],
    [{ fee: 'Mo-Fr 08:00-18:00' }, { fee: true }],
    [{ fee: '$2' }, { fee: true }],
    [{ fee: '0' }, { fee: false }],
    [{ fee: 'unknown' }, { fee: null }],
    [{ access: 'no', motorcar: 'yes' }, { access: 'yes' }],
    [{ access: 'no', motor_vehicle: 'customers' }, { access: 'customers' }],
    [{ access: 'no', 'access:conditional': 'yes @ (Sa-Su)' }, { access: null }],
    [{ access: 'private' }, { access: 'private' }],
    [{ access: 'yes', motorcar: 'destination' }, { access: 'destination' }],
    [{ 'disused:shop': 'car', 'demolished:building': 'yes' }, { source_id: 'node/1' }],
    [{ disused: 'no' }, { source_id: 'node/1' }],
    [{ maxheight: '2.1' }, { max_height: 2.1 }],
    [{ maxheight: 2.1 }, { max_height: 2.1 }],
    [{ maxheight: '2.1 m' }, { max_height: 2.1 }],
    [{ maxheight: '2.1m' }, { max_height: 2.1 }],
    [{ maxheight: '2,1' }, { max_height: 2.1 }],
    [{ maxheight: '210 cm' }, { max_height: 2.1 }],
    [{ maxheight: `6'7"` }, { max_height: 2.01 }],
    [{ maxheight: `6'` }, { max_height: 1.83 }],
    [{ maxheight: `6' 7"` }, { max_height: 2.01 }],
    [{ maxheight: '6′7″' }, { max_height: 2.01 }],
    [{ maxheight: '6’7”' }, { max_height: 2.01 }],
    [{ maxheight: `6'-7"` }, { max_height: 2.01 }],
    [{ maxheight: '6 ft 7 in' }, { max_height: 2.01 }],
    [{ maxheight: '6ft7in' }, { max_height: 2.01 }],
    [{ maxheight: '7 ft' }, { max_height: 2.13 }],
    [{ maxheight: '6.5 feet' }, { max_height: 1.98 }],
    [{ maxheight: `6'13"` }, { max_height: null }],
    [{ maxheight: 'default' }, { max_height: null }],
    [{ maxheight: 'none' }, { max_height: null }],
    [{ maxheight: 'below_default' }, { max_height: null }],
    [{ maxheight: 'below_default', 'maxheight:physical': '2.2' }, { max_height: 2.2 }],
    [{ maxheight: 'no_sign' }, { max_height: null }],
    [{ maxheight: '210' }, { max_height: null }],
    [{ capacity: '1,200' }, { capacity: 1_200 }],
    [{ capacity: '1 200' }, { capacity: 1_200 }],
    [{ capacity: '0' }, { capacity: null }],
    [{ 'capacity:disabled': 'yes' }, { accessible: true, accessible_spaces: null }],
    [{ 'capacity:disabled': 'no' }, { accessible: false, accessible_spaces: 0 }],
    [{ 'capacity:disabled': '4' }, { accessible: null, accessible_spaces: 4 }],
  ])('%j', async (tags, expected) => {
    expect(rowOf(await readTags(tags))).toMatchObject(expected)
  })

  test.each([
    { access: 'no' },
    { access: 'yes', motorcar: 'no' },
    { motor_vehicle: 'no' },
    { access: 'permissive', vehicle: 'no' },
    { access: 'no', 'access:conditional': 'no @ (Mo-Fr)' },
  ])('nobody may park: %j', async (tags) => {
    expect(await readTags(tags)).toMatchObject({ refusal: 'no_access' })
  })

  test.each(
    ['abandoned', 'construction', 'demolished', 'disused', 'proposed', 'razed', 'removed', 'was'].flatMap((word) => [
      { [word]: 'yes' },
      { [`${word}:amenity`]: 'parking', amenity: undefined },
      { [`${word}:amenity`]: 'parking' },
    ]),
  )('is no more, or not yet: %j', async (tags) => {
    expect(await readTags(tags)).toMatchObject({ refusal: 'closed' })
  })

  test('a car park that is closed by its hours is', async () => {
    expect(await readTags({ opening_hours: 'off' })).toMatchObject({ refusal: 'closed' })
  })
})
