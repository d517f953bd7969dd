import type { CountryCode } from '#contract/places.ts'
import type { MapView } from '#web/features/map/geo.ts'
import { type MapQuery, type ParksQuery, useParks } from '#web/features/parks/api.ts'
import {
  formatInstant,
  type ParkSort,
  vehicleSides,
  type ParkSearch,
  writeBox,
} from '#web/features/booking-window/window.ts'

export const pageSize = 20

/** How far around a place the best and the cheapest are looked for; the nearest are found however far they are. */
export const around_m = 5_000

/** The order that is shown as chosen when the address names none. */
export const usualOrder: ParkSort = 'best'

/** What the list and the map are asked alike: everything but where. */
const filtersOf = (stay: ParkSearch, country: CountryCode) => ({
  // A point or a part of the map lies where it lies, whoever looks at it.
  country: stay.place || stay.box ? undefined : (stay.country ?? country),
  search: stay.box ? undefined : stay.search,
  start_time: formatInstant(stay.start),
  end_time: formatInstant(stay.end),
  vehicle_type_id: stay.vehicle,
  ...Object.fromEntries(vehicleSides.map((side) => [side, stay[side]])),
  fits: stay.fits ? 'true' : undefined,
  step_free: stay.step_free ? 'true' : undefined,
  lift: stay.lift ? 'true' : undefined,
  bay_width_cm: stay.bay_width_cm,
  max_price: stay.max_price,
  kind: stay.kind,
  amenities: stay.amenities.length === 0 ? undefined : stay.amenities.join(','),
})

/** The call that answers a search; `country` is the chosen one. */
export function parksQuery(stay: ParkSearch, country: CountryCode): ParksQuery {
  const { place, box } = stay
  const search = box ? undefined : stay.search
  // A text may turn out to be a place or to be words: then the server knows the order.
  const sort = stay.sort ?? (search === undefined ? usualOrder : undefined)
  const nowhere = place === undefined && search === undefined
  return {
    ...filtersOf(stay, country),
    lat: place?.lat,
    lng: place?.lng,
    bbox: box && writeBox(box),
    radius: box || nowhere || sort === 'distance' || sort === undefined ? undefined : around_m,
    // From nowhere nothing is near.
    sort: nowhere && sort === 'distance' ? usualOrder : sort,
    page: stay.page,
    size: pageSize,
  }
}

/** The call for what the map shows of a box: the server reads a text there as for the list, as a place or as words. */
export const mapQuery = (stay: ParkSearch, country: CountryCode, { box, zoom }: MapView): MapQuery => ({
  ...filtersOf(stay, country),
  bbox: writeBox(box),
  zoom: Math.floor(zoom),
})

/**
 * The parks of a search. Around a place the best ones come; where there is none within reach and no order was asked for,
 * the nearest ones come instead, however far they are.
 */
export function useSearch(stay: ParkSearch, country: CountryCode) {
  const best = useParks(parksQuery(stay, country))
  const nothing =
    stay.place !== undefined &&
    !stay.box &&
    stay.sort === undefined &&
    best.data?.total === 0 &&
    !best.isPlaceholderData
  const nearest = useParks(parksQuery({ ...stay, sort: 'distance' }, country), { enabled: nothing })
  return nothing ? { found: nearest, order: 'distance' as const } : { found: best, order: stay.sort ?? usualOrder }
}

/** What stays when the window or the order changes: whether the map shows the same ground. */
export const groundOf = (stay: ParkSearch, country: CountryCode): string => {
  const { place, box, search, page, kind, amenities } = stay
  if (box) return JSON.stringify([country, writeBox(box)])
  return JSON.stringify([country, place?.lat, place?.lng, search, page, kind, amenities])
}
