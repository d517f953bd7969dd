import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkRow, type Candidate } from '../row.ts'
import { parseMapping } from './mapping.ts'
import { proposeFor, readParks } from './read-parks.ts'

/* Files of cities: any columns, in CSV, JSON and GeoJSON. */

const toBytes = (text: string) => new TextEncoder().encode(text)
const point = (lng: number, lat: number) => ({ type: 'Point', coordinates: [lng, lat] })
const feature = (properties: object, geometry: object = point(-79.38, 43.65), id?: string) => ({
  type: 'Feature',
  ...(id === undefined ? {} : { id }),
  properties,
  geometry,
})
const geoJson = (...features: object[]) => JSON.stringify({ type: 'FeatureCollection', features })

interface Proposal {
  fields: Record<string, { from: string; samples: unknown[] } | null>
  unused: Record<string, unknown>
}
const propose = async (text: string): Promise<Proposal> =>
  JSON.parse(await proposeFor(toBytes(text), 'city')) as Proposal
const columnsOf = ({ fields }: Proposal) =>
  Object.fromEntries(Object.entries(fields).flatMap(([field, found]) => (found === null ? [] : [[field, found.from]])))
const read = (text: string, mapping: object) =>
  readParks(toBytes(text), 'city', { source: 'osm_cleveland', mapping: JSON.stringify(mapping) })
function rowOf(candidate: Candidate | undefined) {
  if (candidate === undefined || !('row' in candidate)) throw new Error(JSON.stringify(candidate))
  const checked = checkRow(candidate.row)
  if (!('row' in checked)) throw new Error(checked.refusal)
  return checked.row
}

const files: [name: string, text: string, columns: Record<string, string>][] = [
  [
    'GeoJSON of a city in English',
    geoJson(
      feature({
        OBJECTID: 1,
        LOT_NAME: 'Main St Lot',
        CIVIC_ADDRESS: '1 Main St',
        TOTAL_SPACES: '1,200',
        LOT_TYPE: 'Surface Lot',
        HOURS: 'Mon-Fri 8am-5pm',
      }),
      feature({
        OBJECTID: 2,
        LOT_NAME: 'King Parkade',
        CIVIC_ADDRESS: '2 King St',
        TOTAL_SPACES: '80',
        LOT_TYPE: 'Underground Garage',
        HOURS: '24 hours',
      }),
    ),
    {
      source_id: 'OBJECTID',
      name: 'LOT_NAME',
      address: 'CIVIC_ADDRESS',
      capacity: 'TOTAL_SPACES',
      kind: 'LOT_TYPE',
      opening_hours: 'HOURS',
    },
  ],
  [
    'CSV of a city in French',
    'Numéro;Nom_Stationnement;Adresse;Latitude;Longitude;Capacité;Places_handicapées;Payant\nP1;Gare;1, rue du Marché;45,5;-73,6;40;2;Oui\nP2;Église;2, rue;45,51;-73,61;60;0;Non',
    {
      source_id: 'Numéro',
      name: 'Nom_Stationnement',
      address: 'Adresse',
      lat: 'Latitude',
      lng: 'Longitude',
      capacity: 'Capacité',
      accessible_spaces: 'Places_handicapées',
      fee: 'Payant',
    },
  ],
  [
    'JSON as portals give it',
    JSON.stringify([
      {
        facility_id: 'A-1',
        facilityName: 'Civic',
        location: { latitude: '47.6', longitude: '-122.3' },
        stalls: 30,
        last_edited_date: '12/31/2025',
      },
      {
        facility_id: 'A-2',
        facilityName: 'Pier',
        location: { latitude: '47.61', longitude: '-122.31' },
        stalls: 300,
        last_edited_date: '1/2/2026',
      },
    ]),
    {
      source_id: 'facility_id',
      name: 'facilityName',
      position: 'location',
      capacity: 'stalls',
      source_date: 'last_edited_date',
    },
  ],
]

test.each(files)('proposes what the columns say: %s', async (_name, text, columns) => {
  const proposal = await propose(text)
  expect(columnsOf(proposal)).toEqual(columns)
  for (const found of Object.values(proposal.fields))
    if (found !== null) expect(found.samples.length).toBeGreaterThan(0)
})

test('what is proposed can be used as it is', async () => {
  const [lot, garage] = await read(files[0]![1], { ...(await propose(files[0]![1])), country_code: 'CA' })
  expect(rowOf(lot)).toMatchObject({
    source: 'osm_cleveland',
    source_id: '1',
    name: 'Main St Lot',
    kind: 'surface',
    lat: 43.65,
    lng: -79.38,
    address: '1 Main St',
    country_code: 'CA',
    capacity: 1_200,
    opening_hours: 'Mo-Fr 08:00-17:00; Sa-Su off',
    covered: false,
  })
  expect(rowOf(garage)).toMatchObject({ kind: 'underground', opening_hours: '24/7', covered: true })
  const french = await read(files[1]![1], { ...(await propose(files[1]![1])), country_code: 'CA' })
  expect(rowOf(french[0])).toMatchObject({ lat: 45.5, lng: -73.6, fee: true, accessible_spaces: 2, source_id: 'P1' })
  const portal = await read(files[2]![1], { ...(await propose(files[2]![1])), country_code: 'US' })
  expect(rowOf(portal[1])).toMatchObject({ lat: 47.61, lng: -122.31, capacity: 300, source_date: '2026-01-02' })
})

test('a column that repeats is not proposed as what identifies a car park, and a full one is not taken for numbers', async () => {
  const proposal = await propose('id,name,capacity,lat,lng\n1,A,full,45.5,-73.6\n1,B,closed,45.6,-73.7')
  expect(columnsOf(proposal)).toEqual({ name: 'name', lat: 'lat', lng: 'lng' })
  expect(proposal.unused).toEqual({ id: ['1'], capacity: ['full', 'closed'] })
})

describe('a mapping', () => {
  const text =
    'no,street,town,where,price,prov,land\n1,1 Main St,Ottawa,"(45.42, -75.69)",$2,ON,Canada\n2,2 Main St,,POINT (-75.7 45.43),,,'
  const fields = {
    source_id: { from: 'no' },
    position: { from: 'where' },
    address: { from: ['no', 'street'] },
    city: { from: 'town' },
    state_code: { from: 'prov' },
    country_code: { from: 'land' },
    rates: { from: 'price' },
  }

  test('puts columns together and reads positions in one value', async () => {
    const [first, second] = await read(text, { country_code: 'CA', currency: 'CAD', fields })
    expect(rowOf(first)).toMatchObject({
      lat: 45.42,
      lng: -75.69,
      address: '1 1 Main St',
      state_code: 'CA-ON',
      rates: { currency: 'CAD', raw: '$2', parsed: [] },
    })
    expect(rowOf(second)).toMatchObject({ lat: 45.43, lng: -75.7, city: null, state_code: null, rates: null })
    const [unpriced] = await read(text, { country_code: 'CA', fields })
    expect(rowOf(unpriced).rates).toBeNull()
  })

  test.each([
    ['a column that the file does not have', { fields: { ...fields, name: { from: 'NAME' } } }, 'no column “NAME”'],
    ['nothing that identifies a car park', { fields: { ...fields, source_id: null } }, 'source_id'],
    ['no position', { fields: { ...fields, position: null } }, 'where a car park is'],
    ['a field that does not exist', { fields: { ...fields, colour: { from: 'no' } } }, 'colour'],
    ['a country that is not served', { country_code: 'FR', fields }, 'country_code'],
  ])('is refused with %s', async (_what, mapping, reason) => {
    await expect(read(text, mapping)).rejects.toThrow(reason)
  })

  test('is refused where it is no JSON', () => {
    expect(() => parseMapping('{')).toThrow('not valid JSON')
  })

  test('refuses rows in metres of a projection, and rows without a position, with their reason', async () => {
    const map = { country_code: 'CA', fields: { source_id: { from: 'ID' } } }
    const found = await read(
      geoJson(
        feature({ ID: 1 }, point(299_000, 5_040_000)),
        feature(
          { ID: 2 },
          {
            type: 'LineString',
            coordinates: [
              [-75, 45],
              [-75.1, 45],
            ],
          },
        ),
        feature({ ID: '' }),
        feature({ ID: 4 }),
      ),
      map,
    )
    expect(found.map((entry) => ('refusal' in entry ? entry.refusal : entry.source_id))).toEqual([
      'not_degrees',
      'missing_position',
      'bad_row',
      '4',
    ])
  })

  test('needs no column that identifies features with identifiers of their own', async () => {
    const [found] = await read(geoJson(feature({ NAME: 'Lot' }, undefined, 'lots.7')), {
      country_code: 'CA',
      fields: {},
    })
    expect(rowOf(found)).toMatchObject({ source_id: 'lots.7' })
  })
})

test.each([
  ['features without tags', geoJson(feature({ NAME: 'Lot', TYPE: 'Parking' })), '--propose'],
  ['a list of objects', '[{"name":"Lot"}]', '--propose'],
  ['CSV of other columns', 'a,b\n1,2', '--propose'],
  ['a heading alone', 'Fuel Type Code,ID\n', 'has no rows'],
])('refuses %s without a mapping, and says so', async (_name, text, reason) => {
  await expect(readParks(toBytes(text), 'city', { source: 'osm_cleveland' })).rejects.toThrow(reason)
})

test.each([
  ['', 'no rows'],
  ['just words', 'no rows'],
  ['{"type":"Topology"}', 'no list'],
  ['{"a":[{"x":1}],"b":[{"y":1}]}', 'no list'],
])('proposes nothing for %j', async (text, reason) => {
  await expect(propose(text)).rejects.toThrow(reason)
})

const textsOf = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsOf)
      : []

test('values that rows do not have are never words', async () => {
  const columns = ['id', 'name', 'where', 'town', 'prov', 'land', 'spaces', 'hours', 'price', 'pay']
  const whole = {
    id: 'A',
    name: 'Lot',
    where: '45.42, -75.69',
    town: 'Ottawa',
    prov: 'ON',
    land: 'Canada',
    spaces: '40',
  }
  const rest = { hours: '8am-5pm daily', price: '$2', pay: 'yes' }
  const mapping = {
    currency: 'CAD',
    fields: {
      source_id: { from: ['id', 'name'] },
      name: { from: ['name', 'town'] },
      position: { from: 'where' },
      city: { from: 'town' },
      state_code: { from: 'prov' },
      country_code: { from: 'land' },
      capacity: { from: 'spaces' },
      opening_hours: { from: 'hours' },
      rates: { from: 'price' },
      fee: { from: 'pay' },
    },
  }
  await fc.assert(
    fc.asyncProperty(
      fc.subarray(columns),
      fc.constantFrom(undefined, null, '', 'undefined', 'NaN'),
      async (missing, nothing) => {
        const row = { ...whole, ...rest, ...Object.fromEntries(missing.map((column) => [column, nothing])) }
        const found = await read(JSON.stringify([{ ...whole, ...rest }, row]), mapping)
        expect(found).toHaveLength(2)
        expect(textsOf(found).filter((text) => /undefined|null|NaN/.test(text))).toEqual([])
      },
    ),
    { numRuns: 100 },
  )
})
