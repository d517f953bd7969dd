import type { ParsedQuery } from '#contract/endpoint.ts'
import type { mapParks, MapCluster, MapPark, ParkMap } from '#contract/parks/parks.ts'
import type { Language } from '#contract/places/places.ts'
import { locateAddress } from './addresses.ts'
import { cardOf, ParkEvaluator, type IndexRow } from './evaluator.ts'
import { toIndexFilter } from './filter.ts'
import type { Cluster } from './index/types.ts'
import type { SearchDeps } from './list.ts'
import { parseSearch } from './search-query.ts'

export type MapQuery = ParsedQuery<typeof mapParks>

/** Returns the map's content for a box as JSON text, because encoding thousands of features by schema is too slow. */
export async function searchMap(
  { db, clock, search, geocoder }: SearchDeps,
  query: MapQuery,
  language: Language,
): Promise<Buffer> {
  const index = await search.current()
  const located = await locateAddress(geocoder, index, query, language)
  const { filters, view } = parseSearch(index, query, language, clock(), located)
  const evaluator = new ParkEvaluator(index.shared, view)
  const filter = toIndexFilter({ ...filters, box: undefined }, { evaluator, vehicle: view.vehicle })
  const { total, clusters, rows } =
    filter === undefined ? { total: 0, clusters: [], rows: [] } : index.parks.clusters(query.bbox, query.zoom, filter)
  await evaluator.readSpacesLeft(db, index.spaces, rows)
  const pins = rows.map((row) => parkFeature(row, evaluator, view.window !== undefined))
  const map: ParkMap = { type: 'FeatureCollection', total, features: [...clusters.map(clusterFeature), ...pins] }
  return Buffer.from(JSON.stringify(map))
}

export const clusterFeature = ({ square, lat, lng, count }: Cluster): MapCluster => ({
  type: 'Feature',
  id: square,
  geometry: { type: 'Point', coordinates: [round(lng), round(lat)] },
  properties: { cluster: true, point_count: count },
})

/** Rounds to a tenth of a metre, because averages have up to 17 digits. */
const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6

function parkFeature(row: IndexRow, evaluator: ParkEvaluator, hasWindow: boolean): MapPark {
  const card = cardOf(row)
  const { slug, name } = card.facts
  const rate = evaluator.rateOf(card)
  return {
    type: 'Feature',
    id: row.id,
    geometry: { type: 'Point', coordinates: [row.lng, row.lat] },
    properties: {
      cluster: false,
      id: row.id,
      slug,
      name,
      bookable: card.bookable,
      open: evaluator.isOpen(card),
      fits: evaluator.fits(row, card),
      ...(hasWindow ? { available: evaluator.available(card) } : {}),
      price: evaluator.price(card)?.amount ?? null,
      currency: rate?.currency ?? null,
    },
  }
}
