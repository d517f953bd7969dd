import type { ParsedQuery } from '#contract/endpoint.ts'
import { toPage, type Page } from '#contract/fields.ts'
import type { ParkSummary } from '#contract/parks/parks.ts'
import type { browseParks, Directory } from '#contract/places/browse.ts'
import type { Language } from '#contract/places/places.ts'
import { parseTypedText } from '#server/features/places/text-matching.ts'
import { AppError } from '#server/http/errors.ts'
import { findParks, listByWeight, type SearchDeps } from './list.ts'
import { specialTerms } from './special-terms.ts'

/** Radius of a directory search by a place's name. */
const around_m = 25_000
const mostCities = 60

type Query = ParsedQuery<typeof browseParks>

/** Returns the parks of a country, state or city, bookable ones first, with the number per state and city. */
export async function findDirectory(deps: SearchDeps, query: Query, language: Language): Promise<Directory> {
  const { areas, reference } = await deps.search.current()
  const country = query.country === undefined ? undefined : reference.getCountry(query.country)
  const states = [...areas.countStates(country?.id)]
    .map(([id, total]) => {
      const { code, name, name_fr } = reference.getState(id)
      return { id, code, name: language === 'fr' ? name_fr : name, total }
    })
    .toSorted((a, b) => a.name.localeCompare(b.name, language))
  const state = states.find(({ code }) => code === query.state)
  if (query.state !== undefined && state === undefined) throw new AppError('not_found')
  const cities = areas
    .countCities({ country_id: country?.id, state_id: state?.id }, mostCities)
    .map(({ name, state_id, total }) => ({
      name,
      state_code: state_id === null ? null : reference.getState(state_id).code,
      total,
    }))
  const { city, search, page, size } = query
  const isTextAlone = search !== undefined && state === undefined && city === undefined
  const parks = isTextAlone
    ? await findParks(
        deps,
        { country: query.country, search, radius: around_m, sort: 'best', vehicle_type_id: 1, page, size },
        language,
      )
    : await listIn(deps, { country_id: country?.id, state_id: state?.id, city, search }, { page, size }, language)
  return { ...parks, states: states.map(({ id: _id, ...shown }) => shown), cities }
}

interface Area {
  country_id: number | undefined
  state_id: number | undefined
  city: string | undefined
  search: string | undefined
}

async function listIn(
  { search, clock }: SearchDeps,
  { country_id, state_id, city, search: text }: Area,
  page: { page: number; size: number },
  language: Language,
): Promise<Page<ParkSummary>> {
  const index = await search.current()
  const words = text === undefined ? [] : parseTypedText(text).words
  if (text !== undefined && words.length === 0) return toPage([], 0, page.page, page.size)
  const filter = {
    country_id,
    state_id,
    words: city === undefined ? words : [...words, specialTerms.whole(specialTerms.city(city))],
  }
  const vehicle = index.reference.getVehicleType(1)
  const view = { vehicle, window: undefined, centre: undefined, now: clock(), language }
  return listByWeight(index, filter, view, page)
}
