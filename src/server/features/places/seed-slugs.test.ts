import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PlaceRow } from './seed-places.ts'
import { addSlugs } from './seed-slugs.ts'

const place = (want: Partial<PlaceRow>): PlaceRow => ({
  id: 'gn:1',
  kind: 'city',
  name: 'Toronto',
  name_fr: null,
  folded: 'toronto',
  country_id: 2,
  state_code: 'CA-ON',
  city: null,
  lat: 43.7,
  lng: -79.4,
  population: null,
  iata: null,
  icao: null,
  weight: 0.5,
  approximate: false,
  source: 'test',
  licence: 'CC0',
  ...want,
})

test.each([
  [{ name: 'Montréal', state_code: 'CA-QC' }, 'montreal-ca-qc'],
  [{ name: "St. John's", state_code: 'CA-NL' }, 'st-johns-ca-nl'],
  [{ name: 'Sacré-Cœur', state_code: 'CA-QC' }, 'sacre-coeur-ca-qc'],
  [{ kind: 'airport', name: 'Toronto Pearson', iata: 'YYZ', icao: 'CYYZ' }, 'toronto-pearson-yyz'],
  [{ kind: 'airport', name: 'Bush strip', icao: 'CXYZ' }, 'bush-strip-cxyz'],
  [{ name: 'امباني', folded: 'امباني mbane', state_code: 'SN-SL' }, 'mbane-sn-sl'],
  [{ name: '../<b>', folded: '' }, 'b-ca-on'],
  [{ kind: 'poi' }, null],
] as [Partial<PlaceRow>, string | null][])('%o has the address %s', (want, slug) => {
  expect(addSlugs([place(want)])[0]!.slug).toBe(slug)
})

test('gives the plain slug to the more important of two places with one name', () => {
  const small = place({ id: 'gn:1', weight: 0.1 })
  const large = place({ id: 'gn:2', weight: 0.9 })
  expect(addSlugs([small, large]).map(({ slug }) => slug)).toEqual(['toronto-ca-on-gn-1', 'toronto-ca-on'])
})

test('creates unique plain slugs per kind, independent of the order of rows', () => {
  const rows = fc.uniqueArray(
    fc.record({
      id: fc.integer({ min: 1, max: 99 }).map((n) => `gn:${n}`),
      kind: fc.constantFrom('city' as const, 'airport' as const, 'stadium' as const),
      name: fc.constantFrom('Lac', 'Lac-', 'Là c', 'Łódź', '—'),
      weight: fc.constantFrom(0.1, 0.2),
    }),
    { selector: ({ id }) => id, maxLength: 12 },
  )
  fc.assert(
    fc.property(rows, (names) => {
      const places = names.map(place)
      const made = addSlugs(places)
      expect(new Set(made.map(({ kind, slug }) => `${kind} ${slug}`)).size).toBe(made.length)
      for (const { slug } of made) expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
      const byId = (all: typeof made) => Object.fromEntries(all.map(({ id, slug }) => [id, slug]))
      expect(byId(addSlugs(places.toReversed()))).toEqual(byId(made))
    }),
  )
})

test('gives arenas an address among the stadiums, and a page to stations that are stations, each once', () => {
  const rows = addSlugs([
    place({ id: 'a', kind: 'stadium', name: 'Forum', weight: 0.9 }),
    place({ id: 'b', kind: 'arena', name: 'Forum', weight: 0.2 }),
    place({ id: 'c', kind: 'station', name: 'Union Station', weight: 0.8 }),
    place({ id: 'd', kind: 'station', name: 'Toronto Union Station', weight: 0.7, lat: 43.701 }),
    place({ id: 'e', kind: 'station', name: 'Union Station', weight: 0.3, lat: 45 }),
    place({ id: 'f', kind: 'station', name: 'Faith Motors', weight: 0.2, lat: 46 }),
    place({ id: 'g', kind: 'station', name: 'Obalende Motor Park', weight: 0.2, lat: 47 }),
  ])
  expect(rows.map(({ slug }) => slug)).toEqual([
    'forum-ca-on',
    'forum-ca-on-b',
    'union-station-ca-on',
    null,
    'union-station-ca-on-e',
    null,
    'obalende-motor-park-ca-on',
  ])
})
