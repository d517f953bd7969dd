import { sql } from 'kysely'
import { toMajor } from '#contract/money.ts'
import type { ParkNear } from '#contract/parks/park-near.ts'
import type { Amenity, ExampleFact, ParkKind, ParkSummary } from '#contract/parks/parks.ts'
import type { Language } from '#contract/places/places.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { findSpacesLeft } from '#server/features/availability/spaces.ts'
import type { PricedWindow, Window } from '#server/features/availability/window.ts'
import { findFees, type Fee } from '#server/features/pricing/fees-and-taxes.ts'
import { distanceM, roundDistanceM, type Point } from '#server/geo.ts'
import { findClosure, toClosedTimes } from './closures.ts'
import { findOffers, isCapacityEstimate, parkCapacity, type Offer, type VehicleType } from './offers.ts'
import { firstPhoto, firstPhotoUrl } from './photo-address.ts'
import { doesFit, isOpen, isServed, calculatePrice, ratingOf } from './rules.ts'

/** What summaries depend on: vehicle type, window, position, time and user. */
export interface View {
  vehicle: VehicleType
  window: PricedWindow | undefined
  centre: Point | undefined
  now: Date
  language: Language
}

export type ParkRow = Offer & {
  park_code: string
  slug: string
  name: string | null
  near: ParkNear | null
  kind: ParkKind
  address: string | null
  state_name_fr: string | null
  lat: number
  lng: number
  capacity: number | null
  capacity_is_estimate: boolean
  amenities: Amenity[]
  examples: ExampleFact[]
  photo_id: string | null
  rating_sum: number
  rating_count: number
  observed_at: string | null
  source_code: string
  source_title: string
  source_licence: string
  source_attribution: string
  source_url: string | null
}

/** SQL: the columns of a summary, for use with `sourceJoin`. */
export const parkColumns = sql`p.park_code, p.slug, p.name, p.near, p.kind, p.address, s.name_fr as state_name_fr, p.lat, p.lng,
  ${parkCapacity} as capacity, ${isCapacityEstimate} as capacity_is_estimate,
  p.amenities, p.examples, ${firstPhoto} as photo_id, p.rating_sum, p.rating_count, p.observed_at, r.code as source_code, r.title as source_title, r.licence as source_licence,
  r.attribution as source_attribution, r.url as source_url`

export const sourceJoin = sql`join sources r on r.code = p.source`

/** Returns the summaries of parks in the order of `ids`, with one query each for parks, fees and spaces. */
export async function findSummaries(db: Db, ids: readonly string[], view: View): Promise<ParkSummary[]> {
  if (ids.length === 0) return []
  const rows = await findParkRows(db, ids, view.vehicle)
  const fees = await findFees(db)
  const left = await findLeft(db, rows, view.window)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    return row === undefined ? [] : [toSummary(row, view, fees, left)]
  })
}

export function findParkRows(db: Db | Tx, ids: readonly string[], vehicle: VehicleType): Promise<ParkRow[]> {
  return findOffers<Omit<ParkRow, keyof Offer>>(
    db,
    vehicle,
    sql<boolean>`p.id = any(${ids}::uuid[])`,
    parkColumns,
    sourceJoin,
  )
}

/** Returns free spaces by pool for bookable offers; empty without a window. */
export async function findLeft(
  db: Db,
  offers: readonly Offer[],
  window: Window | undefined,
): Promise<Map<number, number>> {
  if (window === undefined) return new Map()
  const pools = offers.flatMap((offer) =>
    offer.bookable && isServed(offer) && offer.pool !== null ? [offer.pool] : [],
  )
  return findSpacesLeft(db, pools, window)
}

export function toSummary(row: ParkRow, view: View, fees: readonly Fee[], left: Map<number, number>): ParkSummary {
  const { window, vehicle, now, centre, language } = view
  const price = calculatePrice(row, fees, window)
  const closure = findClosure(row.closures, window, now)
  return {
    id: row.id,
    park_code: row.park_code,
    slug: row.slug,
    name: row.name,
    ...(row.near === null ? {} : { near: row.near }),
    kind: row.kind,
    address: row.address,
    city: row.city,
    state: language === 'fr' ? row.state_name_fr : row.state_name,
    country_code: row.country_code,
    lat: row.lat,
    lng: row.lng,
    timezone: row.timezone,
    ...(centre === undefined ? {} : { distance_m: roundDistanceM(distanceM(centre, row)) }),
    bookable: row.bookable,
    open: isOpen(row, window, now),
    ...(closure === undefined ? {} : { closure: toClosedTimes(closure) }),
    fits: doesFit(row, vehicle),
    capacity: row.capacity,
    capacity_is_estimate: row.capacity_is_estimate,
    ...(window === undefined ? {} : { available: row.pool === null ? null : (left.get(row.pool.id) ?? null) }),
    price:
      price === null
        ? null
        : {
            amount: toMajor(price.total_minor, row.currency),
            currency: row.currency,
            unit: window === undefined ? 'hour' : 'stay',
          },
    amenities: row.amenities,
    rating: ratingOf(row),
    reviews: row.rating_count,
    photo_url: firstPhotoUrl(row.photo_id),
    source: {
      code: row.source_code,
      title: row.source_title,
      licence: row.source_licence,
      attribution: row.source_attribution,
      url: row.source_url,
      observed_at: row.observed_at,
    },
    examples: row.examples,
  }
}
