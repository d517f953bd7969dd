import type { CountryCode } from '#contract/places.ts'
import type { ParksQuery } from '#web/features/parks/api.ts'
import { formatInstant, type Stay } from './stay.ts'

export const pageSize = 20

/** How far around a place the cheapest and the best are looked for; the nearest are found however far they are. */
export const around_m = 5_000

/** The order in which a search is answered when its address says none. */
export const orderOf = ({ sort, place }: Pick<Stay, 'sort' | 'place'>): NonNullable<Stay['sort']> =>
  sort ?? (place ? 'distance' : 'best')

/** The call that answers a search. */
export function parksQuery(stay: Stay, country: CountryCode): ParksQuery {
  const order = orderOf(stay)
  return {
    country,
    search: stay.search,
    lat: stay.place?.lat,
    lng: stay.place?.lng,
    radius: stay.place && order !== 'distance' ? around_m : undefined,
    start_time: formatInstant(stay.start),
    end_time: formatInstant(stay.end),
    vehicle_type_id: stay.vehicle,
    kind: stay.kind,
    amenities: stay.amenities.length === 0 ? undefined : stay.amenities.join(','),
    // Without a place there is no distance to order by.
    sort: order === 'distance' && !stay.place ? 'best' : order,
    page: stay.page,
    size: pageSize,
  }
}

/** What is kept of a search when its window or its order changes: whether the map shows the same ground. */
export const groundOf = ({ place, search, page, kind, amenities }: Stay, country: CountryCode): string =>
  JSON.stringify([country, place?.lat, place?.lng, search, page, kind, amenities])
