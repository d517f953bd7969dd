import { edgesOfSquare } from '#contract/parks/map-square.ts'
import { parkLabel } from '#contract/parks/park-label.ts'
import type { MapCluster, MapPark, ParkMap, ParkSummary } from '#contract/parks/parks.ts'
import { isInside } from '#web/features/map/geo.ts'
import type { MapPin } from '#web/features/map/pins.ts'
import { isUsable, spacesOf } from '#web/features/parks/spaces.ts'
import type { Translate } from '#web/page/translation.ts'
import { formatMoney, formatNumber } from '#web/time/format.ts'

type Park = Pick<
  ParkSummary,
  'id' | 'name' | 'address' | 'city' | 'lat' | 'lng' | 'bookable' | 'open' | 'fits' | 'price'
> & { available?: number | null | undefined }

/** Pins of the listed parks, then of the other parks and clusters in the area; each park once. */
export function toPins(
  listed: readonly ParkSummary[],
  map: ParkMap | undefined,
  t: Translate,
  locale: string,
): MapPin[] {
  return [
    ...listed.map((park) => toPin(park, t, locale)),
    ...unlistedFeatures(map, listed).map((feature) =>
      feature.properties.cluster
        ? toCount(feature as MapCluster, t, locale)
        : toPin(parkOf(feature as MapPark), t, locale),
    ),
  ]
}

/** Parks and clusters of a map apart from the listed parks, which are subtracted from the clusters' counts. */
export function unlistedFeatures(map: ParkMap | undefined, shown: readonly ParkSummary[]): (MapCluster | MapPark)[] {
  if (map === undefined) return []
  const singleIds = new Set(map.features.flatMap(({ id, properties }) => (properties.cluster ? [] : [id])))
  let counted = shown.filter(({ id }) => !singleIds.has(id))
  const ids = new Set(shown.map(({ id }) => id))
  return map.features.flatMap((feature): (MapCluster | MapPark)[] => {
    if (!feature.properties.cluster) return ids.has(feature.id) ? [] : [feature as MapPark]
    const { properties } = feature as MapCluster
    const edges = edgesOfSquare(feature.id)
    const left = counted.filter((park) => !isInside(edges, park))
    const point_count = properties.point_count - (counted.length - left.length)
    counted = left
    return point_count <= 0 ? [] : [{ ...(feature as MapCluster), properties: { ...properties, point_count } }]
  })
}

function parkOf({ id, geometry, properties }: MapPark): Park {
  const { name, bookable, open, fits, available, price, currency } = properties
  const [lng, lat] = geometry.coordinates
  const cost = price === null || currency === null ? null : { amount: price, currency, unit: 'stay' as const }
  return { id, name, address: null, city: null, lat, lng, bookable, open, fits, available, price: cost }
}

function toCount({ id, geometry, properties }: MapCluster, t: Translate, locale: string): MapPin {
  const { point_count: count } = properties
  const [lng, lat] = geometry.coordinates
  const label = formatNumber(count, locale)
  return {
    id: `many ${id}`,
    lat,
    lng,
    label,
    name: t('map.many_here', { count, total: label }),
    tone: 'many',
    count,
    box: edgesOfSquare(id),
  }
}

/** Pins with total prices; full parks are greyed. */
function toPin(park: Park, t: Translate, locale: string): MapPin {
  const spaces = spacesOf(park)
  const price =
    park.price &&
    (park.price.amount === 0 ? t('common.free') : formatMoney(park.price.amount, park.price.currency, locale))
  const word =
    park.open === false
      ? t('park.closed')
      : spaces?.tone === 'full'
        ? t('park.full')
        : park.fits === false
          ? t('search_list.too_small')
          : undefined
  const parts = [
    parkLabel(park, t),
    price && (park.price?.unit === 'hour' ? t('park.price_an_hour', { price }) : price),
    spaces &&
      park.open !== false &&
      t(`park.spaces_${spaces.tone}`, { count: spaces.count, number: formatNumber(spaces.count, locale) }),
    park.open === false && t('park.closed_then'),
    park.fits === false && t('park.does_not_fit'),
    !park.bookable && t('park.not_bookable'),
  ]
  return {
    id: park.id,
    lat: park.lat,
    lng: park.lng,
    label: word ?? price ?? t('park.sign'),
    name: parts.filter(Boolean).join(', '),
    tone: price === null ? 'dot' : isUsable(park) && park.bookable ? 'plain' : 'off',
    count: 1,
  }
}
