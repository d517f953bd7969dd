import { sql, type RawBuilder } from 'kysely'
import type { browseParks, Directory } from '#contract/browse.ts'
import type { ParsedQuery } from '#contract/endpoint.ts'
import { toPage, type Page } from '#contract/fields.ts'
import type { ParkSummary } from '#contract/parks.ts'
import type { Language } from '#contract/places.ts'
import type { Db } from '#server/database/connect.ts'
import { AppError } from '#server/errors.ts'
import { getCountry } from '#server/features/places/queries.ts'
import { parseTypedText } from '#server/features/places/text-matching.ts'
import { isListed } from '#server/features/parks/offers.ts'
import { findParks, listByWeight, type SearchDeps } from './list.ts'
import { specialTerms } from './special-terms.ts'

/** Radius of a directory search by a place's name. */
const around_m = 25_000
const mostCities = 60

type Query = ParsedQuery<typeof browseParks>

/** Returns the parks of a country, state or city, bookable ones first, with the number per state and city. */
export async function findDirectory(deps: SearchDeps, query: Query, language: Language): Promise<Directory> {
  const { db } = deps
  const country = query.country === undefined ? undefined : await getCountry(db, query.country)
  const inCountry = country === undefined ? isListed : sql<boolean>`${isListed} and p.country_id = ${country.id}`
  const states = await countStates(db, inCountry, language)
  const state = states.find(({ code }) => code === query.state)
  if (query.state !== undefined && state === undefined) throw new AppError('not_found')
  const inState = state === undefined ? inCountry : sql<boolean>`${inCountry} and p.state_id = ${state.id}`
  const cities = await countCities(db, inState)
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

type Area = {
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

async function countStates(db: Db, condition: RawBuilder<boolean>, language: Language) {
  const { rows } = await sql<Directory['states'][number] & { id: number }>`
    select s.id, s.code, ${sql.ref(language === 'fr' ? 's.name_fr' : 's.name')} as name, count(*)::int as total
    from parks p join states s on s.id = p.state_id where ${condition} group by s.id`.execute(db)
  return rows.toSorted((a, b) => a.name.localeCompare(b.name, language))
}

async function countCities(db: Db, condition: RawBuilder<boolean>): Promise<Directory['cities']> {
  const { rows } = await sql<Directory['cities'][number]>`
    select min(p.city) as name, s.code as state_code, count(*)::int as total
    from parks p left join states s on s.id = p.state_id
    where ${condition} and p.city is not null group by lower(p.city), s.code
    order by total desc, name limit ${mostCities}`.execute(db)
  return rows
}
