import type { UseQueryResult } from '@tanstack/react-query'
import type { ParkList } from '#contract/parks/parks.ts'
import type { CountryCode } from '#contract/places/places.ts'
import { type ParkSort, vehicleSides, type ParkSearch, writeBox } from '#web/features/booking-window/parkSearch.ts'
import { formatInstant } from '#web/features/booking-window/window.ts'
import { useCountryZone } from '#web/features/booking-window/zones.ts'
import type { MapView } from '#web/features/map/geo.ts'
import { type MapQuery, type ParksQuery, useParks } from '#web/features/parks/api.ts'
import { useTranslation } from '#web/page/translation.ts'

export const pageSize = 20

/** Search radius around a place, in metres; where it has none, the server lists those farther away and says so. */
export const searchRadius_m = 5_000

/** The order shown as selected if the address names none. */
export const defaultOrder: ParkSort = 'best'

/** Parameters common to the list and the map: everything but the area. */
const filtersOf = (search: ParkSearch, country: CountryCode) => ({
  // A point does not depend on the country, and a map area only at a border.
  country: search.place || search.box ? undefined : (search.country ?? country),
  home: search.box ? (search.country ?? country) : undefined,
  search: search.box ? undefined : search.text,
  start_time: formatInstant(search.start),
  end_time: formatInstant(search.end),
  vehicle_type_id: search.vehicle,
  ...Object.fromEntries(vehicleSides.map((side) => [side, search[side]])),
  fits: search.fits ? 'true' : undefined,
  step_free: search.step_free ? 'true' : undefined,
  lift: search.lift ? 'true' : undefined,
  bay_width_cm: search.bay_width_cm,
  max_price: search.max_price,
  kind: search.kind,
  amenities: search.amenities.length === 0 ? undefined : search.amenities.join(','),
})

/** The request for a search; `country` is the chosen one. */
export function parksQuery(search: ParkSearch, country: CountryCode): ParksQuery {
  const { place, box } = search
  const text = box ? undefined : search.text
  // A text may be a place or words, so the server decides the order.
  const sort = search.sort ?? (text === undefined ? defaultOrder : undefined)
  const nowhere = place === undefined && text === undefined
  return {
    ...filtersOf(search, country),
    lat: place?.lat,
    lng: place?.lng,
    bbox: box && writeBox(box),
    radius: box || nowhere || sort === undefined ? undefined : searchRadius_m,
    nearest: place && !box ? 'true' : undefined,
    with_amenities: 'true',
    // Without a point there are no distances.
    sort: nowhere && sort === 'distance' ? defaultOrder : sort,
    page: search.page,
    size: pageSize,
  }
}

/**
 * The request for a map area; the server interprets a text as in the list. `listed`: the country of the list, whose side of a
 * border the map shows as well.
 */
export const mapQuery = (
  search: ParkSearch,
  { country, listed }: { country: CountryCode; listed: CountryCode | undefined },
  { box, zoom }: MapView,
): MapQuery => ({
  ...filtersOf(search, country),
  ...(search.place && !search.box && { home: listed ?? country }),
  bbox: writeBox(box),
  zoom: Math.floor(zoom),
})

/** The parks of a search, and the order shown as selected. */
export const useSearch = (search: ParkSearch, country: CountryCode) => ({
  found: useParks(parksQuery(search, country)),
  order: search.sort ?? defaultOrder,
})

/** The name of the searched area, and its time zone. */
export function useSearchArea(search: ParkSearch, found: UseQueryResult<ParkList>, country: CountryCode) {
  const { t } = useTranslation()
  const defaultZone = useCountryZone(country)
  const isMapArea = search.box !== undefined || (search.place !== undefined && search.place.name === undefined)
  const where = isMapArea
    ? t('search.this_area')
    : (search.place?.name ?? found.data?.street?.name ?? search.text ?? t(`common.countries.${country}`))
  return { isMapArea, where, zone: found.data?.items[0]?.timezone ?? defaultZone }
}

/** Key of the area that the map shows; independent of the window and the order. */
export const mapAreaKey = (search: ParkSearch, country: CountryCode): string => {
  const { place, box, text, page, kind, amenities } = search
  if (box) return JSON.stringify([country, writeBox(box)])
  return JSON.stringify([country, place?.lat, place?.lng, text, page, kind, amenities])
}
