import { sql, type RawBuilder } from 'kysely'
import type { browseParks, Directory } from '#contract/browse.ts'
import type { ParsedQuery } from '#contract/endpoint.ts'
import { toPage, type Page } from '#contract/page.ts'
import type { ParkSummary } from '#contract/parks.ts'
import type { Language } from '#contract/places.ts'
import type { Db } from '#server/database/connect.ts'
import { AppError } from '#server/errors.ts'
import { getCountry } from '#server/features/places/queries.ts'
import { readTyped } from '#server/features/places/rules.ts'
import { hasWords } from '#server/features/places/words.ts'
import { isListed } from './sql-filters.ts'
import { findParks } from './list.ts'
import { getVehicleType, isBookable } from '#server/features/parks/offers.ts'
import { findSummaries } from '#server/features/parks/summaries.ts'

/** A text that is a place means the parks this far around it. */
const around_m = 25_000
const mostCities = 60

type Query = ParsedQuery<typeof browseParks>

/** The parks of a country, of its state, of its city, as a directory has them: those that can be booked first. */
export async function findDirectory(db: Db, query: Query, language: Language, now: Date): Promise<Directory> {
  const country = query.country === undefined ? undefined : await getCountry(db, query.country)
  const inCountry = country === undefined ? isListed : sql<boolean>`${isListed} and p.country_id = ${country.id}`
  const states = await countStates(db, inCountry, language)
  if (query.state !== undefined && !states.some(({ code }) => code === query.state)) throw new AppError('not_found')
  const inState =
    query.state === undefined
      ? inCountry
      : sql<boolean>`${inCountry} and p.state_id = (select id from states where code = ${query.state})`
  const cities = await countCities(db, inState)
  const inCity =
    query.city === undefined ? inState : sql<boolean>`${inState} and lower(p.city) = ${query.city.toLowerCase()}`
  const page =
    query.search !== undefined && query.state === undefined && query.city === undefined
      ? await searchParks(db, { ...query, search: query.search }, language, now)
      : await pageOf(db, withWords(inCity, query.search), query, language, now)
  return { ...page, states, cities }
}

const searchParks = (
  db: Db,
  { country, search, page, size }: Query & { search: string },
  language: Language,
  now: Date,
) => findParks(db, { country, search, radius: around_m, sort: 'best', vehicle_type_id: 1, page, size }, language, now)

function withWords(condition: RawBuilder<boolean>, search: string | undefined): RawBuilder<boolean> {
  if (search === undefined) return condition
  const typed = readTyped(search)
  return typed.words.length === 0 ? sql`false` : sql`${condition} and ${hasWords(sql.ref('p.folded'), typed)}`
}

async function pageOf(
  db: Db,
  condition: RawBuilder<boolean>,
  { page, size }: Query,
  language: Language,
  now: Date,
): Promise<Page<ParkSummary>> {
  const counted = await sql<{ total: number }>`select count(*)::int as total from parks p where ${condition}`.execute(
    db,
  )
  const found = await sql<{ id: string }>`
    select p.id from parks p where ${condition}
    order by ${isBookable} desc, (p.name is not null) desc, p.capacity desc nulls last, p.id
    limit ${size} offset ${(page - 1) * size}`.execute(db)
  const view = { vehicle: await getVehicleType(db, 1), window: undefined, centre: undefined, now, language }
  const ids = found.rows.map(({ id }) => id)
  return toPage(await findSummaries(db, ids, view), counted.rows[0]!.total, page, size)
}

async function countStates(db: Db, condition: RawBuilder<boolean>, language: Language) {
  const { rows } = await sql<Directory['states'][number]>`
    select s.code, ${sql.ref(language === 'fr' ? 's.name_fr' : 's.name')} as name, count(*)::int as total
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
