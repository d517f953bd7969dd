import { sql } from 'kysely'
import { toMajor } from '#contract/minor-units.ts'
import { toPage, type Page } from '#contract/page.ts'
import type { ParkSummary } from '#contract/parks.ts'
import type { Language } from '#contract/places.ts'
import type { Db } from '#server/database/connect.ts'
import { conditionOf, knowledgeIn } from './sql-filters.ts'
import { distanceTo } from '#server/geo.ts'
import { findFees } from '#server/features/pricing/fees.ts'
import { findOffers, type Offer } from '#server/features/parks/offers.ts'
import { doesFit, priceOf, rankOf, ratingOf, weightOf } from '#server/features/parks/rules.ts'
import { readSearch, type ListQuery, type Search } from './search-query.ts'
import { findLeft, findSummaries } from '#server/features/parks/summaries.ts'

/**
 * One page of parks, with the exact total, asked of the database. The number of queries does not depend on how many parks
 * there are. It answers until the index is built, and is the proof of what the index answers.
 */
export async function findParks(db: Db, query: ListQuery, language: Language, now: Date): Promise<Page<ParkSummary>> {
  const search = await readSearch(knowledgeIn(db), query, language, now)
  const { sort, filters } = search
  const isByPlace = sort === 'distance' && filters.max_price === undefined && !filters.mustFit
  const { ids, total } = isByPlace ? await findNearest(db, search, query) : await findRanked(db, search, query)
  return toPage(await findSummaries(db, ids, search.view), total, query.page, query.size)
}

type Found = { ids: string[]; total: number }
type Asked = Pick<ListQuery, 'page' | 'size'>
const firstOf = ({ page, size }: Asked) => (page - 1) * size

async function findNearest(db: Db, { filters, view }: Search, asked: Asked): Promise<Found> {
  const condition = conditionOf(filters, view.vehicle)
  const counted = await sql<{ total: number }>`select count(*)::int as total from parks p where ${condition}`.execute(
    db,
  )
  const found = await sql<{ id: string }>`
    select p.id from parks p where ${condition} order by ${distanceTo(view.centre!)}, p.id
    limit ${asked.size} offset ${firstOf(asked)}`.execute(db)
  return { ids: found.rows.map(({ id }) => id), total: counted.rows[0]!.total }
}

type Candidate = Offer & {
  lat: number
  lng: number
  distance_m: number | null
  is_named: boolean
  capacity: number | null
  rating_sum: number
  rating_count: number
}

/** All that match: for an order that needs each park's price or spaces, and for filters that ask for these. */
export async function findCandidates(db: Db, { filters, view }: Search): Promise<Candidate[]> {
  const distance = view.centre === undefined ? sql`null::float8` : distanceTo(view.centre)
  const offers = await findOffers<Omit<Candidate, keyof Offer>>(
    db,
    view.vehicle,
    conditionOf(filters, view.vehicle),
    sql`p.lat, p.lng, ${distance} as distance_m, (p.name is not null) as is_named, p.capacity, p.rating_sum, p.rating_count`,
  )
  const fitting = filters.mustFit ? offers.filter((offer) => doesFit(offer, view.vehicle) !== false) : offers
  const { max_price } = filters
  if (max_price === undefined) return fitting
  const prices = await pricesOf(db, fitting, view)
  return fitting.filter(({ id }) => (prices.get(id) ?? Infinity) <= max_price)
}

async function pricesOf(db: Db, offers: readonly Offer[], { window }: Search['view']): Promise<Map<string, number>> {
  const fees = await findFees(db)
  return new Map(
    offers.flatMap((offer): [string, number][] => {
      const price = priceOf(offer, fees, window)
      return price === null ? [] : [[offer.id, toMajor(price.total_minor, offer.currency)]]
    }),
  )
}

async function findRanked(db: Db, search: Search, asked: Asked): Promise<Found> {
  const { sort, view } = search
  const candidates = await findCandidates(db, search)
  const prices = sort === 'price' ? await pricesOf(db, candidates, view) : new Map<string, number>()
  const left = sort === 'best' ? await findLeft(db, candidates, view.window) : new Map<number, number>()
  const judged = candidates.map((offer) => {
    const spaces = offer.pool === null ? undefined : left.get(offer.pool.id)
    return {
      offer,
      price: prices.get(offer.id) ?? Infinity,
      rank: sort === 'best' ? rankOf(offer, view.vehicle, view.window, view.now, spaces) : 0,
    }
  })
  judged.sort(
    (a, b) =>
      a.rank - b.rank ||
      (a.price === b.price ? 0 : a.price - b.price) ||
      (sort === 'rating' ? byRating(a.offer, b.offer) : 0) ||
      byPlace(a.offer, b.offer) ||
      (a.offer.id < b.offer.id ? -1 : 1),
  )
  const first = firstOf(asked)
  return { ids: judged.slice(first, first + asked.size).map(({ offer }) => offer.id), total: judged.length }
}

/** The better one first, as its rating is told; of equals, the one that more have rated. */
const byRating = (a: Candidate, b: Candidate): number =>
  (ratingOf(b) ?? 0) - (ratingOf(a) ?? 0) || b.rating_count - a.rating_count

/** The nearer one first; from nowhere, those with a name, and large ones. */
function byPlace(a: Candidate, b: Candidate): number {
  if (a.distance_m !== null && b.distance_m !== null) return a.distance_m - b.distance_m
  return weightOf(b.is_named, b.capacity) - weightOf(a.is_named, a.capacity)
}
