import type { TFunction } from 'i18next'
import type { ParkSummary } from '#contract/parks.ts'
import type { MapPin } from '#web/features/map/pins.ts'
import { parkLabel } from '#web/features/parks/label.ts'
import { isUsable, spacesOf } from '#web/features/parks/spaces.ts'
import { formatMoney, formatNumber } from '#web/lib/format.ts'

/** The parks of a list as pins: whole prices, the full ones greyed. */
export function toPins(parks: readonly ParkSummary[], t: TFunction, locale: string): MapPin[] {
  return parks.map((park) => {
    const spaces = spacesOf(park)
    const price =
      park.price &&
      (park.price.amount === 0 ? t('common.free') : formatMoney(park.price.amount, park.price.currency, locale))
    const word = spaces?.tone === 'full' ? t('park.full') : park.open === false ? t('park.closed') : undefined
    const told = [
      parkLabel(park, t),
      price && (park.price?.unit === 'hour' ? t('park.price_an_hour', { price }) : price),
      spaces && t(`park.spaces_${spaces.tone}`, { count: spaces.count, number: formatNumber(spaces.count, locale) }),
      park.open === false && t('park.closed_then'),
      park.fits === false && t('park.does_not_fit'),
      !park.bookable && t('park.not_bookable'),
    ]
    return {
      id: park.id,
      lat: park.lat,
      lng: park.lng,
      label: word ?? price ?? t('park.sign'),
      name: told.filter(Boolean).join(', '),
      tone: price === null ? 'dot' : isUsable(park) && park.bookable ? 'plain' : 'off',
    }
  })
}
