import { createHash } from 'node:crypto'
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely'
import { expect, test } from 'vitest'
import type { PlaceRow } from '#server/features/places/queries.ts'
import { bytesCodec } from '../index/codecs.ts'
import { createIndexBuilder } from '../index/park-index.ts'
import { toPlaceEntry } from '../places/place-index.ts'
import { AreaCounts } from './area-counts.ts'
import { parksWhere, toEntry, type LoadedPark } from './load.ts'
import { SharedValues } from './shared-values.ts'
import { snapshotVersion } from './snapshot.ts'

/** What a snapshot of these parks and places holds, by version. */
const known: Record<number, string> = { 2: 'a3ec5557ddbd8b1cf47c3d5c2f3a691608e72cae2d97a9f0fa9533d505176aa5' }

const plain: LoadedPark = {
  id: '01890000-0000-7000-8000-000000000001',
  source: 'osm_toronto',
  park_code: 'CA-1234',
  slug: 'green-p-12',
  name: 'Green P 12',
  near: null,
  kind: 'surface',
  address: '12 King Street',
  city: 'Toronto',
  country_id: 2,
  country_code: 'CA',
  currency: 'CAD',
  state_id: 9,
  state_name: 'Ontario',
  state_name_fr: 'Ontario',
  lat: 43.65,
  lng: -79.38,
  timezone: 'America/Toronto',
  opening_hours: '24/7',
  max_height_cm: 210,
  max_length_cm: null,
  max_width_cm: null,
  capacity: 120,
  capacity_is_estimate: false,
  amenities: ['ev'],
  step_free: true,
  lift: null,
  accessible_bay_width_cm: 350,
  examples: ['tariff'],
  photo_id: '01890000-0000-7000-8000-00000000000a',
  rating_sum: 9,
  rating_count: 2,
  observed_at: '2026-11-01',
  folded: 'green p 12 toronto',
  has_partner: true,
  bookable: true,
  source_title: 'OpenStreetMap',
  source_licence: 'ODbL',
  source_attribution: '© OpenStreetMap contributors',
  source_url: 'https://www.openstreetmap.org',
  tariffs: [[1, '[0,15,"100",null,0,{}]']],
  pools: [['car', 7, 120]],
  closures: [],
}
/** Without a name, in a state with another French name, closed for a while. */
const other: LoadedPark = {
  ...plain,
  id: '01890000-0000-7000-8000-000000000002',
  name: null,
  near: { name: 'Barrington Street', direction: 'n', minutes: 2 },
  state_id: 10,
  state_name: 'Nova Scotia',
  state_name_fr: 'Nouvelle-Écosse',
  city: 'Halifax',
  closures: [{ start_s: 1_800_000_000, end_s: 1_800_086_400, notice_en: null, notice_fr: null }],
}
const place: PlaceRow = {
  id: 'toronto',
  kind: 'city',
  name: 'Toronto',
  name_fr: null,
  folded: 'toronto',
  country_id: 2,
  state_id: 9,
  city: null,
  lat: 43.65,
  lng: -79.38,
  iata: null,
  icao: null,
  weight: 0.9,
  population: 2_700_000,
  approximate: false,
}

test('what a snapshot holds is that of its version', () => {
  const hash = createHash('sha256')
  const shared = new SharedValues([])
  const areas = new AreaCounts()
  const parks = createIndexBuilder(bytesCodec)
  for (const entry of [plain, other].map((park) => toEntry(park, shared))) {
    parks.add(entry)
    areas.add(entry)
  }
  const places = createIndexBuilder(bytesCodec)
  places.add(toPlaceEntry(place, 0))
  for (const piece of [...parks.build().snapshot(), ...places.build().snapshot()]) hash.update(piece)
  hash.update(JSON.stringify([shared.toStored(), areas.toStored()]))
  const compiling = new Kysely<never>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
  hash.update(parksWhere(sql<boolean>`true`, sql``).compile(compiling).sql)
  // A change here is one of what snapshots hold: raise the version, and enter its hash.
  expect({ [snapshotVersion]: hash.digest('hex') }).toEqual({ [snapshotVersion]: known[snapshotVersion] })
})
