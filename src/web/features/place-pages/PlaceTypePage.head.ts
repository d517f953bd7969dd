import { settings } from '#contract/settings/settings.ts'
import { servedCountries } from '#web/api/config.ts'
import { type MakeHead, notFound, readPageNumber, titled } from '#web/page/head.ts'
import { breadcrumbs } from '#web/page/linkedData.ts'
import { paths } from '#web/paths.ts'
import { formatNumber } from '#web/time/format.ts'
import { placeKindOf, typePath } from './placeKind.ts'
import type { preload } from './PlaceTypePage.tsx'

/** The airports, cities, stadiums or stations of a country or a state. */
export const head: MakeHead<typeof preload> = (found, { key, search, t, locale, urlOf }) => {
  const kind = placeKindOf(key)
  const page = readPageNumber(search)
  const country = servedCountries().find((code) => code === search.get('country')?.toUpperCase())
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
    number: formatNumber(found.total, locale),
    head: name,
  })
  return {
    title: titled(t, name, page, settings().company.name),
    description: page === 1 ? counted : `${counted} ${t('seo.page_of', { page, pages: found.pages })}`,
    address: isSearch || found.total === 0 ? undefined : address,
    data: [breadcrumbs([...trail, { name, address }], urlOf)],
  }
}
