import type { ParsedQuery } from '#contract/endpoint.ts'
import type { mapParks, MapCluster, MapPark, ParkMap, ParkSummary } from '#contract/parks.ts'
import type { Language } from '#contract/places.ts'
import type { Db } from '#server/database/connect.ts'
import { buildParkIndex, bytesCodec, type Cluster, type Entry } from '#server/features/search/index/park-index.ts'
import { knowledgeIn } from './sql-filters.ts'
import { findCandidates } from './list.ts'
import { readSearch } from './search-query.ts'
import { findSummaries } from '#server/features/parks/summaries.ts'

export type MapQuery = ParsedQuery<typeof mapParks>

/** What a map shows of a box, asked of the database: its squares are made of all that match. */
export async function findMap(db: Db, query: MapQuery, language: Language, now: Date): Promise<ParkMap> {
  const search = await readSearch(knowledgeIn(db), query, language, now)
  const candidates = await findCandidates(db, search)
  const index = buildParkIndex(candidates.map(bareEntry), bytesCodec)
  const { total, clusters, rows } = index.clusters(query.bbox, query.zoom, {})
  const ids = rows.map(({ id }) => id)
  const parks = await findSummaries(db, ids, { ...search.view, centre: undefined })
  return { type: 'FeatureCollection', total, features: [...clusters.map(clusterFeature), ...parks.map(parkFeature)] }
}

const nothing = new Uint8Array()
const bareEntry = ({ id, lat, lng }: { id: string; lat: number; lng: number }): Entry<Uint8Array> => ({
  id,
  lat,
  lng,
  country_id: 0,
  state_id: null,
  kind: 0,
  amenities: 0,
  bookable: false,
  max_height_cm: null,
  max_length_cm: null,
  max_width_cm: null,
  rating: null,
  weight: 0,
  words: '',
  payload: nothing,
})

export const clusterFeature = ({ cell, lat, lng, count, box }: Cluster): MapCluster => ({
  type: 'Feature',
  id: cell,
  geometry: { type: 'Point', coordinates: [lng, lat] },
  properties: { cluster: true, point_count: count, ...box },
})

export const parkFeature = (
  park: Pick<
    ParkSummary,
    'id' | 'lat' | 'lng' | 'slug' | 'name' | 'bookable' | 'open' | 'fits' | 'available' | 'price'
  >,
): MapPark => ({
  type: 'Feature',
  id: park.id,
  geometry: { type: 'Point', coordinates: [park.lng, park.lat] },
  properties: {
    cluster: false,
    id: park.id,
    slug: park.slug,
    name: park.name,
    bookable: park.bookable,
    open: park.open,
    fits: park.fits,
    ...(park.available === undefined ? {} : { available: park.available }),
    price: park.price?.amount ?? null,
    currency: park.price?.currency ?? null,
  },
})
