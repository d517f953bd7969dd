import type { TFunction } from 'i18next'
import type { MapPark, ParkMap, ParkSummary } from '#contract/parks.ts'
import type { MapPin } from '#web/features/map/pins.ts'
import { parkLabel } from '#contract/park-label.ts'
import { unlistedFeatures } from '#web/features/search/searchPins.ts'
import { formatNumber } from '#web/lib/format.ts'

/** The listed parks, then what else the map holds; no prices, for it is the charger that is looked for. */
export function toPins(
  listed: readonly ParkSummary[],
  map: ParkMap | undefined,
  t: TFunction,
  locale: string,
): MapPin[] {
  return [
    ...listed.map((park): MapPin => ({
      id: park.id,
      lat: park.lat,
      lng: park.lng,
      label: '⚡',
      name: parkLabel(park, t),
      tone: park.bookable ? 'plain' : 'off',
      count: 1,
    })),
    ...unlistedFeatures(map, listed).map((one): MapPin => {
      const [lng, lat] = one.geometry.coordinates
      if (!('point_count' in one.properties)) {
        const { name, bookable } = (one as MapPark).properties
        const label = parkLabel({ name, address: null, city: null }, t)
        return { id: one.id, lat, lng, label: '⚡', name: label, tone: bookable ? 'plain' : 'off', count: 1 }
      }
      const { point_count: count, west, south, east, north } = one.properties
      const label = formatNumber(count, locale)
      const name = t('search.many_here', { count, total: label })
      return { id: `many ${one.id}`, lat, lng, label, name, tone: 'many', count, box: { west, south, east, north } }
    }),
  ]
}
