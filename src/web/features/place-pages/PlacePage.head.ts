import { formatMoney } from '#contract/money.ts'
import { titlePlace } from '#contract/parks/near-title.ts'
import { parkLabel } from '#contract/parks/park-label.ts'
import { settings } from '#contract/settings/settings.ts'
import { type MakeHead, titled } from '#web/page/head.ts'
import { breadcrumbs, listData, placeData } from '#web/page/linkedData.ts'
import { paths } from '#web/paths.ts'
import { formatDistance, formatNumber } from '#web/time/format.ts'
import { placePath, typePath } from './placeKind.ts'
import type { preload } from './PlacePage.tsx'

/** A place and the car parks around it. Search engines list it only if there are some. */
export const head: MakeHead<typeof preload> = (place, { t, locale, language, urlOf }) => {
  const { kind, country_code: country, state, state_code, total, radius_m, from } = place
  const name = titlePlace(place, language === 'fr', t)
  const address = placePath(place)
  const trail = [
    { name: t('places.home'), address: paths.home() },
    { name: t(`places.heads.${kind}`, { where: t(`places.in.${country}`) }), address: typePath(kind, { country }) },
    ...(state === null || state_code === null
      ? []
      : [{ name: state, address: typePath(kind, { country, state: state_code }) }]),
  ]
  // The name with what tells it from others of the same name.
  const where = [...new Set([place.name, place.city, state])].filter((part) => part !== null).join(', ')
  const distance = formatDistance(radius_m, locale)
  const counted = { count: total, number: formatNumber(total, locale), distance, name: where }
  const sentences = [
    t(total === 0 ? 'seo.place.none' : 'seo.place.some', counted),
    ...(from === null
      ? []
      : from.amount === 0
        ? [t('seo.place.from_free')]
        : [
            t(from.unit === 'stay' ? 'seo.place.from_day' : 'seo.place.from', {
              price: formatMoney(from.amount, from.currency, locale),
            }),
          ]),
    ...(total === 0 ? [] : [t('seo.place.end')]),
  ]
  const parks = place.parks.map((park) => ({ name: parkLabel(park, t), address: paths.park(park.slug) }))
  return {
    title: titled(t, name, 1, settings().company.name),
    description: sentences.join(' '),
    address: total === 0 ? undefined : address,
    data: [
      placeData(place, urlOf(address)),
      ...(parks.length === 0 ? [] : [listData(parks, urlOf)]),
      breadcrumbs([...trail, { name, address }], urlOf),
    ],
  }
}
