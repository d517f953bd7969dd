import { sql } from 'kysely'
import { toMajor } from '#contract/money.ts'
import { toPage, type Page } from '#contract/page.ts'
import type { ParkSummary } from '#contract/parks.ts'
import type { Language } from '#contract/places.ts'
import type { Db } from '#server/database/connect.ts'
import { readFilters, type Filters, type ListQuery } from './filters.ts'
import { distanceTo } from './geo.ts'
import { findFees, findOffers, getVehicleType, type Offer } from './offers.ts'
import { priceOf, rankOf } from './rules.ts'
import { findLeft, findSummaries, type View } from './summaries.ts'
import { findWindow } from './window.ts'

/** One page of parks, with the exact total. The number of queries does not depend on how many parks there are. */
export async function findParks(db: Db, query: ListQuery, language: Language, now: Date): Promise<Page<ParkSummary>> {
  const window = findWindow(query, now)
  const vehicle = await getVehicleType(db, query.vehicle_type_id)
  const filters = await readFilters(db, query)
  const view: View = { vehicle, window, centre: filters.centre, now, language }
  const sort = query.sort ?? (filters.centre === undefined ? 'best' : 'distance')
  const isByPlace = sort === 'distance' && filters.centre !== undefined && query.max_price === undefined
  const { ids, total } = isByPlace
    ? await findNearest(db, filters, query)
    : await findRanked(db, filters, query, sort === 'distance' && filters.centre === undefined ? 'best' : sort, view)
  return toPage(await findSummaries(db, ids, view), total, query.page, query.size)
}

type Found = { ids: string[]; total: number }
const firstOf = ({ page, size }: ListQuery) => (page - 1) * size

async function findNearest(db: Db, { condition, centre }: Filters, query: ListQuery): Promise<Found> {
  const counted = await sql<{ total: number }>`select count(*)::int as total from parks p where ${condition}`.execute(
    db,
  )
  const found = await sql<{ id: string }>`
    select p.id from parks p where ${condition} order by ${distanceTo(centre!)}, p.id
    limit ${query.size} offset ${firstOf(query)}`.execute(db)
  return { ids: found.rows.map(({ id }) => id), total: counted.rows[0]!.total }
}

type Candidate = Offer & { distance_m: number | null; is_named: boolean; capacity: number | null }

/** An order by price, or by what can be booked, needs each park's price or spaces: all that match are judged. */
async function findRanked(
  db: Db,
  { condition, centre }: Filters,
  query: ListQuery,
  sort: 'best' | 'price' | 'distance',
  view: View,
): Promise<Found> {
  const distance = centre === undefined ? sql`null::float8` : distanceTo(centre)
  const offers = await findOffers<Omit<Candidate, keyof Offer>>(
    db,
    view.vehicle,
    condition,
    sql`${distance} as distance_m, (p.name is not null) as is_named, p.capacity`,
  )
  const needsPrices = query.max_price !== undefined || sort === 'price'
  const fees = needsPrices ? await findFees(db) : []
  const left = sort === 'best' ? await findLeft(db, offers, view.window) : new Map<number, number>()
  const judged = offers.map((offer) => {
    const price = needsPrices ? priceOf(offer, fees, view.window) : null
    const spaces = offer.pool === null ? undefined : left.get(offer.pool.id)
    return {
      offer,
      price: price === null ? null : toMajor(price.total_minor, offer.currency),
      rank: sort === 'best' ? rankOf(offer, view.vehicle, view.window, view.now, spaces) : 0,
    }
  })
  const wanted = judged.filter(
    ({ price }) => query.max_price === undefined || (price !== null && price <= query.max_price),
  )
  wanted.sort(
    (a, b) =>
      a.rank - b.rank ||
      (sort === 'price' ? (a.price ?? Infinity) - (b.price ?? Infinity) || 0 : 0) ||
      byPlace(a.offer, b.offer) ||
      (a.offer.id < b.offer.id ? -1 : 1),
  )
  const first = firstOf(query)
  return { ids: wanted.slice(first, first + query.size).map(({ offer }) => offer.id), total: wanted.length }
}

/** The nearer one first; from nowhere, those with a name, and large ones. */
function byPlace(a: Candidate, b: Candidate): number {
  if (a.distance_m !== null && b.distance_m !== null) return a.distance_m - b.distance_m
  return Number(b.is_named) - Number(a.is_named) || (b.capacity ?? 0) - (a.capacity ?? 0)
}
