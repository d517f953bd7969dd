import { sql } from 'kysely'
import { placeKinds, type PlaceKind, type PlacePage } from '#contract/browse.ts'
import type { Language } from '#contract/places.ts'
import type { Db } from '#server/database/connect.ts'
import { AppError } from '#server/errors.ts'
import { findPlace, findPlacesNearby } from '#server/features/places/listing.ts'
import { isListed } from './sql-filters.ts'
import { distanceTo } from '#server/geo.ts'
import { findParks } from './list.ts'

/** How far around a place its car parks are counted: a city is large, a stadium is walked to. */
export const aroundPlace_m: Record<PlaceKind, number> = {
  airport: 10_000,
  city: 10_000,
  stadium: 2_000,
  station: 2_000,
}

/** Where nothing is that near, the nearest are shown this far. */
const farthest_m = 50_000
const cards = 8

/** A place with the car parks around it; throws `not_found`. */
export async function getPlacePage(
  db: Db,
  kind: PlaceKind,
  slug: string,
  language: Language,
  now: Date,
): Promise<PlacePage> {
  const place = await findPlace(db, kind, slug, language)
  if (place === undefined) throw new AppError('not_found')
  const radius_m = aroundPlace_m[kind]
  const { lat, lng } = place
  const around = { lat, lng, radius: radius_m, vehicle_type_id: 1, page: 1 }
  const nearest = await findParks(db, { ...around, sort: 'distance', size: cards }, language, now)
  const isEmpty = nearest.total === 0
  const farther = { ...around, radius: farthest_m, sort: 'distance', size: cards } as const
  const shown = isEmpty ? await findParks(db, farther, language, now) : nearest
  const cheapest = isEmpty ? undefined : await findParks(db, { ...around, sort: 'price', size: 1 }, language, now)
  return {
    ...place,
    radius_m,
    total: nearest.total,
    from: cheapest?.items[0]?.price ?? null,
    parks: shown.items,
    nearby: await findPlacesNearby(db, place, language),
  }
}

/** Squares of a quarter of a degree: up to 66° from the equator the largest radius reaches the next one at most. */
const cell = 0.25

/** The places of a country that have a car park around them, by their kinds and addresses. */
export async function findPlacesToList(db: Db, country_id: number): Promise<{ kind: PlaceKind; slug: string }[]> {
  const radius_m = sql.join(
    placeKinds.map((kind) => sql`when ${kind} then ${aroundPlace_m[kind]}::float8`),
    sql` `,
  )
  const { rows } = await sql<{ kind: PlaceKind; slug: string }>`
    with near as (
      select p.lat, p.lng, floor(p.lat / ${cell}::float8) + dy as y, floor(p.lng / ${cell}::float8) + dx as x
      from parks p, generate_series(-1, 1) dy, generate_series(-1, 1) dx where ${isListed}
    )
    select l.kind, l.slug from places l
    where l.country_id = ${country_id} and l.slug is not null and exists (
      select from near p where p.y = floor(l.lat / ${cell}::float8) and p.x = floor(l.lng / ${cell}::float8)
        and ${distanceTo({ lat: sql.ref('l.lat'), lng: sql.ref('l.lng') })} <= case l.kind ${radius_m} end
    ) order by l.kind, l.slug`.execute(db)
  return rows
}
