import type { CountryCode } from '#contract/places.ts'
import { type ParksQuery, useParks } from '#web/features/parks/api.ts'
import { formatInstant, type ParkSort, type Stay } from './stay.ts'

export const pageSize = 20

/** How far around a place the best and the cheapest are looked for; the nearest are found however far they are. */
export const around_m = 5_000

/** The order that is shown as chosen when the address names none. */
export const usualOrder: ParkSort = 'best'

/** The call that answers a search. */
export function parksQuery(stay: Stay, country: CountryCode): ParksQuery {
  const { place, search } = stay
  // A text may turn out to be a place or to be words: then the server knows the order.
  const sort = stay.sort ?? (search === undefined ? usualOrder : undefined)
  const nowhere = place === undefined && search === undefined
  return {
    country,
    search,
    lat: place?.lat,
    lng: place?.lng,
    radius: nowhere || sort === 'distance' || sort === undefined ? undefined : around_m,
    start_time: formatInstant(stay.start),
    end_time: formatInstant(stay.end),
    vehicle_type_id: stay.vehicle,
    kind: stay.kind,
    amenities: stay.amenities.length === 0 ? undefined : stay.amenities.join(','),
    // From nowhere nothing is near.
    sort: nowhere && sort === 'distance' ? usualOrder : sort,
    page: stay.page,
    size: pageSize,
  }
}

/**
 * The parks of a search. Around a place the best ones come; where there is none within reach and no order was asked for,
 * the nearest ones come instead, however far they are.
 */
export function useSearch(stay: Stay, country: CountryCode) {
  const best = useParks(parksQuery(stay, country))
  const nothing =
    stay.place !== undefined && stay.sort === undefined && best.data?.total === 0 && !best.isPlaceholderData
  const nearest = useParks(parksQuery({ ...stay, sort: 'distance' }, country), { enabled: nothing })
  return nothing ? { found: nearest, order: 'distance' as const } : { found: best, order: stay.sort ?? usualOrder }
}

/** What stays when the window or the order changes: whether the map shows the same ground. */
export const groundOf = ({ place, search, page, kind, amenities }: Stay, country: CountryCode): string =>
  JSON.stringify([country, place?.lat, place?.lng, search, page, kind, amenities])
