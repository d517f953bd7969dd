import { browseSizes, type PlaceKind } from '#contract/browse.ts'
import { countryCodes } from '#contract/places.ts'
import { AppError } from '#server/errors.ts'
import { findDirectory } from '#server/features/search/directory.ts'
import { findPlaces } from '#server/features/places/listing.ts'
import { addressOf } from '#server/html/address.ts'
import { breadcrumbs } from '#server/html/linked-data.ts'
import { html, type Markup } from '#server/html/markup.ts'
import type { View } from '#server/html/page.ts'
import {
  countryOf,
  formatCount,
  linkTo,
  listOf,
  pagesOf,
  plainPage,
  readPage,
  stepsOf,
  titled,
  trailOf,
  wordsIn,
  type Asked,
} from './common.ts'
import { parkLinks } from './park.ts'
import { placeLinks } from './place.ts'

/** What a list's address asks for; undefined names no country, and throws `not_found` for what cannot be. */
function readQuery({ query }: Asked) {
  const page = readPage(query)
  const country = countryOf(query)
  if (page === undefined || (query.has('country') && country === undefined)) throw new AppError('not_found')
  const text = (name: string, most: number) => {
    const value = query.get(name)?.trim()
    if (value === undefined || value === '') return undefined
    if (value.length > most || /[\u0000-\u001f\u007f]/.test(value)) throw new AppError('not_found')
    return value
  }
  return { page, country, state: text('state', 10), city: text('city', 120), search: text('search', 200) }
}

const countryLinks = ({ language, path }: Asked): Markup => {
  const t = wordsIn(language)
  return html`<h2>${t('places.countries')}</h2>
    <nav aria-label="${t('places.countries')}">
      ${listOf(
        countryCodes.map((code) => linkTo(language, addressOf(path, { country: code }), t(`common.countries.${code}`))),
      )}
    </nav>`
}

/** A list that names no country: the reader's is shown to them, and a search engine finds all four. */
function withoutCountry(asked: Asked, title: string, description: string, listed: boolean): View {
  const head = title.split(' | ')[0]!
  return {
    title,
    description,
    address: listed ? asked.path : undefined,
    data: [],
    body: () =>
      plainPage(
        asked,
        html`<h1>${head}</h1>
          <p>${description}</p>
          ${countryLinks(asked)}`,
      ),
  }
}

/** The car parks of a country, of a state, of a city. */
export async function parksListView(asked: Asked): Promise<View> {
  const { deps, language, path } = asked
  const t = wordsIn(language)
  const { page, country, state, city, search } = readQuery(asked)
  if (country === undefined) {
    const listed = state === undefined && city === undefined && search === undefined && page === 1
    return withoutCountry(asked, t('pages.parksList.title'), t('pages.parksList.description'), listed)
  }
  const query = { country, state, city, search, page, size: browseSizes.parks }
  const found = await findDirectory(deps, query, language)
  const isEmpty = found.total === 0 && (city !== undefined || search === undefined)
  if (page > found.pages || (isEmpty && (state ?? city) !== undefined)) throw new AppError('not_found')
  const cityName = city === undefined ? undefined : (found.items[0]?.city ?? city)
  const stateName = found.states.find(({ code }) => code === state)?.name
  const countryName = t(`common.countries.${country}`)
  const isWhole = cityName === undefined && stateName === undefined
  const where = isWhole
    ? t(`places.named.${country}`)
    : [cityName, stateName, countryName].filter((part) => part !== undefined).join(', ')
  const addressFor = (want: Record<string, string | number | null | undefined>) => addressOf(path, { country, ...want })
  const own = { state, city: cityName, search }
  const trail = [
    { name: t('places.home'), address: '/' },
    { name: t('pages.parksList.title').split(' | ')[0]!, address: path },
    ...(state === undefined ? [] : [{ name: countryName, address: addressFor({}) }]),
    ...(cityName === undefined || stateName === undefined ? [] : [{ name: stateName, address: addressFor({ state }) }]),
  ]
  const head = t('seo.list.head', { where })
  const address = addressFor({ ...own, page: page === 1 ? undefined : page })
  return {
    title: titled(language, head, page),
    description: `${t('seo.list.description', { count: found.total, number: formatCount(found.total, language), where })}${
      page === 1 ? '' : ` ${t('seo.page_of', { page, pages: found.pages })}`
    }`,
    address: search === undefined ? address : undefined,
    data: [breadcrumbs(stepsOf(asked, [...trail, { name: head, address }]))],
    body: () =>
      plainPage(
        asked,
        html`${trailOf(language, trail)}
          <h1>${head}</h1>
          ${parkLinks(found.items, language)}
          ${pagesOf(language, found, (n) => addressFor({ ...own, page: n === 1 ? undefined : n }))}
          ${
            found.cities.length > 1 &&
            html`<h2>${t('seo.list.cities')}</h2>
              ${listOf(
                found.cities.map(
                  ({ name, state_code, total }) =>
                    html`${linkTo(language, addressFor({ state: state_code, city: name }), name)}
                    ${formatCount(total, language)}`,
                ),
              )}`
          }
          ${
            found.states.length > 1 &&
            html`<h2>${t('places.states')}</h2>
              ${listOf(
                found.states.map(
                  ({ code, name, total }) =>
                    html`${linkTo(language, addressFor({ state: code }), name)} ${formatCount(total, language)}`,
                ),
              )}`
          }
          ${countryLinks(asked)}`,
      ),
  }
}

/** The airports, cities, stadiums or stations of a country or a state. */
export const placesView =
  (kind: PlaceKind) =>
  async (asked: Asked): Promise<View> => {
    const { deps, language, path } = asked
    const t = wordsIn(language)
    const { page, country, state, search } = readQuery(asked)
    const key = `pages.${kind}Parking`
    if (country === undefined) {
      const listed = state === undefined && search === undefined && page === 1
      return withoutCountry(asked, t(`${key}.title`), t(`${key}.description`), listed)
    }
    const query = { country, state, search, page, size: browseSizes.places }
    const found = await findPlaces(deps.db, kind, query, language)
    if (page > found.pages) throw new AppError('not_found')
    const stateName = found.states.find(({ code }) => code === state)?.name
    const countryName = t(`common.countries.${country}`)
    const inCountry = t(`places.in.${country}`)
    const where = stateName === undefined ? inCountry : t('places.in_state', { state: stateName, country: countryName })
    const addressFor = (want: Record<string, string | number | undefined>) => addressOf(path, { country, ...want })
    const trail = [
      { name: t('places.home'), address: '/' },
      { name: t(`places.kinds.${kind}`), address: path },
      ...(state === undefined ? [] : [{ name: countryName, address: addressFor({}) }]),
    ]
    const head = t(`places.heads.${kind}`, { where })
    const address = addressFor({ state, page: page === 1 ? undefined : page })
    const number = formatCount(found.total, language)
    return {
      title: titled(language, head, page),
      description: `${t(`seo.type.${kind}`, { count: found.total, number, head })}${
        page === 1 ? '' : ` ${t('seo.page_of', { page, pages: found.pages })}`
      }`,
      address: search === undefined && found.total > 0 ? address : undefined,
      data: [breadcrumbs(stepsOf(asked, [...trail, { name: head, address }]))],
      body: () =>
        plainPage(
          asked,
          html`${trailOf(language, trail)}
            <h1>${head}</h1>
            <p>${t(`places.leads.${kind}`)}</p>
            ${placeLinks(found.items, language)}
            ${pagesOf(language, found, (n) => addressFor({ state, search, page: n === 1 ? undefined : n }))}
            ${
              found.states.length > 1 &&
              html`<h2>${t('places.states')}</h2>
                ${listOf(
                  found.states.map(
                    ({ code, name, total }) =>
                      html`${linkTo(language, addressFor({ state: code }), name)} ${formatCount(total, language)}`,
                  ),
                )}`
            }
            ${countryLinks(asked)}`,
        ),
    }
  }
