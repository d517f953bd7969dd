import type { Park } from '#contract/parks.ts'
import type { Language } from '#contract/places.ts'
import { getParkDetails, type ParkQuery } from '#server/features/parks/queries.ts'
import { findNearbyParks, type SearchDeps } from './list.ts'

/**
 * Returns a park with the bookable parks nearby. Throws `park_not_found`, and 422 for an invalid window or vehicle
 * type.
 */
export async function getParkPage(
  { db, clock, search }: SearchDeps,
  handle: string,
  query: ParkQuery,
  language: Language,
): Promise<Park> {
  const { details, country_id, view } = await getParkDetails(db, handle, query, language, clock())
  return { ...details, nearby: await findNearbyParks(db, await search.current(), { ...details, country_id }, view) }
}
