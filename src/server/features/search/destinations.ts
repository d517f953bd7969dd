import type { Destination, Language } from '#contract/places/places.ts'
import { destinations, offeredFrom } from '#server/features/places/destinations.ts'
import { findPlacesById } from '#server/features/places/queries.ts'
import type { SearchDeps } from './list.ts'
import { toSuggestion } from './places/place-suggestions.ts'

/** Returns a country's popular places, without those that have too few car parks to book. Throws a 422 for the country. */
export async function findDestinations(
  { db, search }: Pick<SearchDeps, 'db' | 'search'>,
  country: string,
  language: Language,
): Promise<Destination[]> {
  const { parks, reference } = await search.current()
  const { id: country_id, code } = reference.getCountry(country)
  const places = await findPlacesById(db, destinations[code])
  return places
    .map((row) => ({
      ...toSuggestion(row, reference, language),
      bookable: parks.count({
        country_id,
        bookable: true,
        within: { lat: row.lat, lng: row.lng, radius_m: offeredFrom.within_m },
      }),
    }))
    .filter(({ bookable }) => bookable >= offeredFrom.bookable)
}
