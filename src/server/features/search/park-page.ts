import type { Park } from '#contract/parks.ts'
import type { Language } from '#contract/places.ts'
import { getParkDetails, type ParkQuery } from '#server/features/parks/queries.ts'
import { findNearbyParks, type SearchDeps } from './list.ts'

/** A park with the bookable parks around it. Throws `park_not_found`, and 422 for a wrong window or vehicle type. */
export async function getParkPage(
  { db, clock, search }: SearchDeps,
  handle: string,
  query: ParkQuery,
  language: Language,
): Promise<Park> {
  const { details, country_id, view } = await getParkDetails(db, handle, query, language, clock())
  return { ...details, nearby: await findNearbyParks(db, await search.current(), { ...details, country_id }, view) }
}
