import { brand } from '#brand.ts'
import { parkLabel } from '#contract/park-label.ts'
import { formatMoney } from '#contract/money.ts'
import { countryCodes } from '#contract/geography.ts'
import { formatNumber } from '#web/lib/format.ts'
import { type MakeHead, notFound, readPageNumber, titled } from '#web/lib/head.ts'
import { breadcrumbs, listData, placeData } from '#web/lib/linkedData.ts'
import { paths } from '#web/paths.ts'
import { placeKindOf, placePath, typePath } from './placeKind.ts'
import type { preload as preloadPlace } from './PlacePage.tsx'
import type { preload as preloadPlaces } from './PlaceTypePage.tsx'

/** A place and the car parks around it. Search engines list it only if there are some. */
export const placeHead: MakeHead<typeof preloadPlace> = (place, { t, language, urlOf }) => {
  const { kind, country_code: country, state, state_code, total, radius_m, from } = place
  const name = t(`places.titles.${kind}`, { name: place.name })
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
  const counted = { count: total, number: formatNumber(total, language), km: radius_m / 1_000, name: where }
  const sentences = [
    t(total === 0 ? 'seo.place.none' : 'seo.place.some', counted),
    ...(from === null
      ? []
      : from.amount === 0
        ? [t('seo.place.from_free')]
        : [t('seo.place.from', { price: formatMoney(from.amount, from.currency, language) })]),
    ...(total === 0 ? [] : [t('seo.place.end')]),
  ]
  const parks = place.parks.map((park) => ({ name: parkLabel(park, t), address: paths.park(park.slug) }))
  return {
    title: titled(t, name, 1, brand.name),
    description: sentences.join(' '),
    address: total === 0 ? undefined : address,
    data: [
      placeData(place, urlOf(address)),
      ...(parks.length === 0 ? [] : [listData(parks, urlOf)]),
      breadcrumbs([...trail, { name, address }], urlOf),
    ],
  }
}

/** The airports, cities, stadiums or stations of a country or a state. */
export const placesHead: MakeHead<typeof preloadPlaces> = (found, { key, search, t, language, urlOf }) => {
  const kind = placeKindOf(key)
  const page = readPageNumber(search)
  const country = countryCodes.find((code) => code === search.get('country')?.toUpperCase())
  const state = search.get('state')?.trim() || undefined
  const isSearch = Boolean(search.get('search')?.trim())
  if (country === undefined) {
    if (search.has('country')) throw notFound()
    const isListed = state === undefined && !isSearch && page === 1
    return {
      title: t(`pages.${kind}Parking.title`),
      description: t(`pages.${kind}Parking.description`),
      address: isListed ? typePath(kind) : undefined,
      data: [],
    }
  }
  if (page > found.pages) throw notFound()
  const stateName = found.states.find(({ code }) => code === state)?.name
  const countryName = t(`common.countries.${country}`)
  const where =
    stateName === undefined
      ? t(`places.in.${country}`)
      : t('places.in_state', { state: stateName, country: countryName })
  const trail = [
    { name: t('places.home'), address: paths.home() },
    { name: t(`places.kinds.${kind}`), address: typePath(kind) },
    ...(state === undefined ? [] : [{ name: countryName, address: typePath(kind, { country }) }]),
  ]
  const name = t(`places.heads.${kind}`, { where })
  const address = typePath(kind, { country, state, page: page === 1 ? undefined : page })
  const counted = t(`seo.type.${kind}`, {
    count: found.total,
    number: formatNumber(found.total, language),
    head: name,
  })
  return {
    title: titled(t, name, page, brand.name),
    description: page === 1 ? counted : `${counted} ${t('seo.page_of', { page, pages: found.pages })}`,
    address: isSearch || found.total === 0 ? undefined : address,
    data: [breadcrumbs([...trail, { name, address }], urlOf)],
  }
}
