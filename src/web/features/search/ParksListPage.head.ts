import { settings } from '#contract/settings/settings.ts'
import { servedCountries } from '#web/api/config.ts'
import { type MakeHead, notFound, readPageNumber, titled } from '#web/page/head.ts'
import { breadcrumbs } from '#web/page/linkedData.ts'
import { paths } from '#web/paths.ts'
import { formatNumber } from '#web/time/format.ts'
import type { preload } from './ParksListPage.tsx'

/** The car parks of a country, of a state, of a city. */
export const head: MakeHead<typeof preload> = (found, { search, t, locale, urlOf }) => {
  const page = readPageNumber(search)
  const text = (name: string) => search.get(name)?.trim() || undefined
  const [state, city, words] = [text('state'), text('city'), text('search')]
  const country = servedCountries().find((code) => code === search.get('country')?.toUpperCase())
  if (country === undefined) {
    if (search.has('country')) throw notFound()
    const isListed = [state, city, words].every((candidate) => candidate === undefined) && page === 1
    return {
      title: t('pages.parksList.title'),
      description: t('pages.parksList.description'),
      address: isListed ? paths.parksList() : undefined,
      data: [],
    }
  }
  if (page > found.pages || (found.total === 0 && (state ?? city) !== undefined)) throw notFound()
  const cityName = city === undefined ? undefined : (found.items[0]?.city ?? city)
  const stateName = found.states.find(({ code }) => code === state)?.name
  const countryName = t(`common.countries.${country}`)
  const where =
    cityName === undefined && stateName === undefined
      ? t(`places.named.${country}`)
      : [cityName, stateName, countryName].filter((part) => part !== undefined).join(', ')
  const name = t('seo.list.head', { where })
  const address = paths.parksList({
    country,
    state,
    city: cityName,
    search: words,
    page: page === 1 ? undefined : page,
  })
  const trail = [
    { name: t('places.home'), address: paths.home() },
    { name: t('pages.parksList.title').split(' | ')[0]!, address: paths.parksList() },
    ...(state === undefined ? [] : [{ name: countryName, address: paths.parksList({ country }) }]),
    ...(cityName === undefined || stateName === undefined
      ? []
      : [{ name: stateName, address: paths.parksList({ country, state }) }]),
  ]
  const counted = t('seo.list.description', {
    count: found.total,
    number: formatNumber(found.total, locale),
    where,
  })
  return {
    title: titled(t, name, page, settings().company.name),
    description: page === 1 ? counted : `${counted} ${t('seo.page_of', { page, pages: found.pages })}`,
    address: words === undefined ? address : undefined,
    data: [breadcrumbs([...trail, { name, address }], urlOf)],
  }
}
