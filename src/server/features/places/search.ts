import { sql, type RawBuilder } from 'kysely'
import type { Language, Suggestion } from '#contract/places.ts'
import type { Db } from '#server/database/connect.ts'
import { foldText } from './fold.ts'
import { isMeant, matchTyped, readPlaceText, type Match, type Typed } from './rules.ts'

/** A suggestion with how well it answers; `country_id` tells whether it lies in the chosen country. */
export type Suggested = { suggestion: Suggestion; match: Match; country_id: number }

export type PlaceRow = {
  id: string
  kind: Suggestion['kind']
  name: string
  folded: string
  country_id: number
  state_id: number | null
  city: string | null
  lat: number
  lng: number
  iata: string | null
  icao: string | null
  weight: number
}

const placeColumns = sql`p.id, p.kind, p.name, p.folded, p.country_id, p.state_id, p.city, p.lat, p.lng, p.iata, p.icao, p.weight`
const candidates = 60

/** True where each typed word begins a word of `column`. Folded text has no LIKE signs. */
export const hasWords = (column: RawBuilder<unknown>, typed: Typed): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    typed.words.map((word) => sql`(${column} like ${`${word}%`} or ${column} like ${`% ${word}%`})`),
    sql` and `,
  )})`

/** True where `column` is like what was typed, typing errors and all; what comes is to be looked at again. */
export const isAlike = (column: RawBuilder<unknown>, typed: Typed): RawBuilder<boolean> =>
  sql<boolean>`(${column} % ${typed.folded} or ${typed.folded} <% ${column})`

/** Looks twice at most: for the words as typed and, where they give little, for words like them. */
export async function findTyped<T>(typed: Typed, find: (fuzzy: boolean) => Promise<T[]>): Promise<T[]> {
  const sure = await find(false)
  return sure.length >= 3 || typed.folded.length < 4 ? sure : [...sure, ...(await find(true))]
}

/** Places and states for what was typed, unsorted. */
export async function findSuggestedPlaces(
  db: Db,
  typed: Typed,
  country_id: number | undefined,
  language: Language,
): Promise<Suggested[]> {
  const folded = sql.ref('p.folded')
  const find = async (fuzzy: boolean) => {
    const found = await sql<PlaceRow>`
      select ${placeColumns} from places p
      where ${fuzzy ? isAlike(folded, typed) : hasWords(folded, typed)}
      order by (p.country_id = ${country_id ?? 0}) desc,
        ${fuzzy ? sql`greatest(similarity(p.folded, ${typed.folded}), word_similarity(${typed.folded}, p.folded)) desc` : sql`(p.folded like ${`${typed.folded}%`}) desc`},
        p.weight desc, p.id
      limit ${candidates}`.execute(db)
    return found.rows
  }
  const [states, countries] = [await findAllStates(db), await findCountryNames(db)]
  const stateNames = new Map(states.map((state) => [state.id, language === 'fr' ? state.name_fr : state.name]))
  const seen = new Set<string>()
  const places = (await findTyped(typed, find)).flatMap((row): Suggested[] => {
    const match = matchTyped(typed, { ...row, codes: [row.iata, row.icao] })
    if (match === undefined || seen.has(row.id)) return []
    seen.add(row.id)
    const state = row.state_id === null ? undefined : stateNames.get(row.state_id)
    const country = countries.get(row.country_id)
    const name = row.iata === null || row.kind !== 'airport' ? row.name : `${row.name} (${row.iata})`
    const { kind, lat, lng, country_id: id } = row
    return [
      {
        suggestion: { kind, name, context: contextOf(row.city, state, country?.[language]), lat, lng },
        match,
        country_id: id,
      },
    ]
  })
  return [...places, ...(await suggestStates(db, typed, states, countries, language))]
}

/** "Toronto, Ontario, Canada"; a city is not told twice where its state or itself has the name. */
function contextOf(...parts: (string | null | undefined)[]): string {
  return [...new Set(parts.filter((part) => part !== null && part !== undefined))].join(', ')
}

type StateRow = { id: number; country_id: number; name: string; name_fr: string }
const findAllStates = (db: Db): Promise<StateRow[]> =>
  db.selectFrom('states').select(['id', 'country_id', 'name', 'name_fr']).orderBy('id').execute()

async function findCountryNames(db: Db): Promise<Map<number, Record<Language, string>>> {
  const rows = await db.selectFrom('countries').select(['id', 'name', 'name_fr']).execute()
  return new Map(rows.map(({ id, name, name_fr }) => [id, { en: name, fr: name_fr }]))
}

const stateWeight = 0.9

/** States stand where their largest city does: a state's middle is where nobody parks. */
async function suggestStates(
  db: Db,
  typed: Typed,
  states: StateRow[],
  countries: Map<number, Record<Language, string>>,
  language: Language,
): Promise<Suggested[]> {
  const matches = states.flatMap((state) => {
    const best = [state.name, state.name_fr]
      .map((name) => matchTyped(typed, { name, folded: foldText(name), codes: [], weight: stateWeight }))
      .filter((match) => match !== undefined)
      .toSorted((a, b) => (a.tier === b.tier ? b.score - a.score : a.tier === 'sure' ? -1 : 1))[0]
    return best === undefined ? [] : [{ state, match: best }]
  })
  if (matches.length === 0) return []
  const largest = await sql<{ state_id: number; lat: number; lng: number }>`
    select distinct on (state_id) state_id, lat, lng from places
    where kind = 'city' and state_id = any(${matches.map(({ state }) => state.id)}::int[])
    order by state_id, weight desc, id`.execute(db)
  const positions = new Map(largest.rows.map(({ state_id, lat, lng }) => [state_id, { lat, lng }]))
  return matches.flatMap(({ state, match }): Suggested[] => {
    const position = positions.get(state.id)
    if (position === undefined) return []
    const name = language === 'fr' ? state.name_fr : state.name
    const context = contextOf(countries.get(state.country_id)?.[language])
    return [{ suggestion: { kind: 'state', name, context, ...position }, match, country_id: state.country_id }]
  })
}

/** What a search text means when it is surely a place, or a whole state. */
export type MeantPlace =
  | { kind: 'place'; id: string; name: string; lat: number; lng: number }
  | { kind: 'state'; id: number; name: string }

/** A city this large is meant rather than the state of the same name. */
const metropolis = 250_000

/**
 * Reads a search text as a place: a code, a name, or words of a name with its kind ("lagos airport"). Undefined when
 * it is not surely one; then it is to be searched as words.
 */
export async function findPlaceByText(db: Db, text: string, country_id?: number): Promise<MeantPlace | undefined> {
  const { named, kind } = readPlaceText(text)
  if (named.length === 0) return undefined
  const typed = { folded: named.join(' '), words: named }
  const found = await sql<PlaceRow & { population: number | null }>`
    select ${placeColumns}, p.population from places p
    where ${hasWords(sql.ref('p.folded'), typed)}
      ${kind === undefined ? sql`` : sql`and p.kind = ${kind}`}
      ${country_id === undefined ? sql`` : sql`and p.country_id = ${country_id}`}
    order by (p.folded = ${typed.folded} or lower(p.iata) = ${typed.folded} or lower(p.icao) = ${typed.folded}) desc, p.weight desc, p.id
    limit ${candidates}`.execute(db)
  const sure = found.rows.map((row) => ({ row, how: isMeant(named, kind, { ...row, codes: [row.iata, row.icao] }) }))
  const exact = sure
    .filter(({ how }) => how === 'exactly')
    .map(({ row }) => row)
    .toSorted((a, b) => b.weight - a.weight)
  const byWords = sure.find(({ how }) => how === 'by words')?.row
  const place = exact[0] ?? byWords
  const state = kind === undefined ? await findStateByName(db, typed.folded, country_id) : undefined
  // "New York" is the city, "Kansas" is not Kansas City in Missouri, "Ontario" is not the town in California.
  const isCity = ({ state_id, name, population }: (typeof exact)[number]) =>
    (population ?? 0) >= metropolis && (state_id === state?.id || foldText(name) === typed.folded)
  if (state !== undefined && !exact.some(isCity)) return { kind: 'state', id: state.id, name: state.name }
  if (place === undefined) return undefined
  return { kind: 'place', id: place.id, name: place.name, lat: place.lat, lng: place.lng }
}

async function findStateByName(db: Db, folded: string, country_id: number | undefined): Promise<StateRow | undefined> {
  const states = await findAllStates(db)
  return states.find(
    (state) =>
      (country_id === undefined || state.country_id === country_id) &&
      [state.name, state.name_fr].some((name) => foldText(name) === folded),
  )
}
