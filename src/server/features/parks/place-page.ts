import type { PlaceKind, PlacePage } from '#contract/browse.ts'
import type { Language } from '#contract/places.ts'
import type { Db } from '#server/database/connect.ts'
import { AppError } from '#server/errors.ts'
import { findPlace, findPlacesNearby } from '#server/features/places/listing.ts'
import { findParks } from './list.ts'

/** How far around a place its car parks are counted: a city is large, a stadium is walked to. */
export const aroundPlace_m: Record<PlaceKind, number> = {
  airport: 5_000,
  city: 10_000,
  stadium: 2_000,
  station: 2_000,
}

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
  const cheapest =
    nearest.total === 0 ? undefined : await findParks(db, { ...around, sort: 'price', size: 1 }, language, now)
  return {
    ...place,
    radius_m,
    total: nearest.total,
    from: cheapest?.items[0]?.price ?? null,
    parks: nearest.items,
    nearby: await findPlacesNearby(db, place, language),
  }
}
