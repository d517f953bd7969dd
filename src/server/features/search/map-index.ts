import type { ParkMap } from '#contract/parks.ts'
import type { Language } from '#contract/places.ts'
import type { Db } from '#server/database/connect.ts'
import type { Held } from '#server/features/search/live/live-index.ts'
import { clusterFeature, parkFeature, type MapQuery } from './map.ts'
import { cardOf, findLeftOf, Judge, toAsked, type Found } from './search-index.ts'
import { readSearch } from './search-query.ts'

/** What a map shows of a box, from the index. */
export async function mapIndexed(db: Db, held: Held, query: MapQuery, language: Language, now: Date): Promise<ParkMap> {
  const { filters, view } = await readSearch(held.memory, query, language, now)
  const judge = new Judge(held.shared, view)
  const asked = toAsked({ ...filters, box: undefined }, { judge, view })
  const { total, clusters, rows } =
    asked === undefined ? { total: 0, clusters: [], rows: [] } : held.parks.clusters(query.bbox, query.zoom, asked)
  if (view.window !== undefined) judge.left = await findLeftOf(db, held.spaces, judge, rows, view.window)
  const pins = rows.map((row) => parkFeature(pinOf(row, judge, view.window !== undefined)))
  return { type: 'FeatureCollection', total, features: [...clusters.map(clusterFeature), ...pins] }
}

function pinOf(row: Found, judge: Judge, hasWindow: boolean): Parameters<typeof parkFeature>[0] {
  const card = cardOf(row)
  const { slug, name } = card.facts
  const rate = judge.rateOf(card)
  const amount = judge.price(card)?.amount
  return {
    id: row.id,
    lat: row.lat,
    lng: row.lng,
    slug,
    name,
    bookable: card.bookable,
    open: judge.isOpen(card),
    fits: judge.fits(row, card),
    ...(hasWindow ? { available: judge.available(card) } : {}),
    price:
      rate === undefined || amount === undefined
        ? null
        : { amount, currency: rate.currency, unit: hasWindow ? 'stay' : 'hour' },
  }
}
