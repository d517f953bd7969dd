import { sql, type RawBuilder } from 'kysely'
import type { KnownPlace, Language, Suggestion } from '#contract/places.ts'
import type { Db } from '#server/database/connect.ts'
import { foldText } from './fold.ts'
import { findCandidates, placeColumns } from './candidates.ts'
import { isMeant, matchTyped, mayHaveErrors, readPlaceText, type Match, type Typed } from './rules.ts'
import { hasWords } from './words.ts'

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
  population: number | null
  folded_name?: string
}

/** `names` are both, folded. */
export type StateRow = { id: number; country_id: number; name: string; name_fr: string; names: readonly string[] }

/** Where places are read: in the database, or in memory (`memory.ts`). What comes is to be looked at again. */
export type PlaceReader = {
  /** What may be meant by a search text. */
  findNamed(typed: Typed, kind: string | undefined, country_id: number | undefined): Promise<readonly PlaceRow[]>
  /** What may be suggested for what is typed. */
  findCandidates(typed: Typed, asked: Asked): Promise<readonly PlaceRow[]>
  /** The large places that a text with typing errors may mean. */
  findLarge(typed: Typed, country_id: number | undefined): Promise<readonly PlaceRow[]>
  /** The heaviest of a country, in order. */
  findHeaviest(country_id: number, most: number): Promise<readonly PlaceRow[]>
  findStates(): Promise<readonly StateRow[]>
  findCountryNames(): Promise<ReadonlyMap<number, Record<Language, string>>>
  /** Where the largest city of each state stands. */
  findLargest(state_ids: readonly number[]): Promise<ReadonlyMap<number, { lat: number; lng: number }>>
}

const candidates = 60

/** The ids of rows that are like what was typed, typing errors and all; what comes is to be looked at again. Apart, each finds its index. */
export const alikeIds = (table: 'places' | 'parks', { folded }: Typed): RawBuilder<unknown> => sql`
  select id from ${sql.table(table)} where folded % ${folded}
  union all select id from ${sql.table(table)} where ${folded} <% folded`

/** How suggestions are asked for: `tier` tells whether words must begin as typed, or may be like it. */
export type Asked = {
  country_id: number | undefined
  language: Language
  tier: Match['tier']
  near?: { lat: number; lng: number } | undefined
}

/** Large places are what a text with typing errors may mean. */
export const large = 0.6

async function findNamed(
  db: Db,
  typed: Typed,
  kind: string | undefined,
  country_id: number | undefined,
): Promise<PlaceRow[]> {
  const { rows } = await sql<PlaceRow>`
    select ${placeColumns} from places p
    where ${hasWords(sql.ref('p.folded'), typed)}
      ${kind === undefined ? sql`` : sql`and p.kind = ${kind}`}
      ${country_id === undefined ? sql`` : sql`and p.country_id = ${country_id}`}
    order by ((p.folded = ${typed.folded}) or ${typed.folded} in (coalesce(lower(p.iata), ''), coalesce(lower(p.icao), ''))) desc,
      p.weight desc, p.id
    limit ${candidates}`.execute(db)
  return rows
}

async function findLargest(db: Db, state_ids: readonly number[]): Promise<Map<number, { lat: number; lng: number }>> {
  const { rows } = await sql<{ state_id: number; lat: number; lng: number }>`
    select distinct on (state_id) state_id, lat, lng from places
    where kind = 'city' and state_id = any(${state_ids}::int[])
    order by state_id, weight desc, id`.execute(db)
  return new Map(rows.map(({ state_id, lat, lng }) => [state_id, { lat, lng }]))
}

/** Every place, the heaviest first: in the order in which the database would find them. */
export async function findAllPlaces(db: Db): Promise<PlaceRow[]> {
  const { rows } = await sql<PlaceRow>`select ${placeColumns} from places p order by p.weight desc, p.id`.execute(db)
  return rows
}

export async function findAllStates(db: Db): Promise<StateRow[]> {
  const rows = await db.selectFrom('states').select(['id', 'country_id', 'name', 'name_fr']).orderBy('id').execute()
  return rows.map((state) => ({ ...state, names: [foldText(state.name), foldText(state.name_fr)] }))
}

async function findLarge(db: Db, country_id: number | undefined): Promise<PlaceRow[]> {
  const { rows } = await sql<PlaceRow>`
    select ${placeColumns} from places p where p.weight >= ${large}::real
      ${country_id === undefined ? sql`` : sql`and p.country_id = ${country_id}`}
    order by p.weight desc, p.id`.execute(db)
  return rows
}

async function findHeaviest(db: Db, country_id: number, most: number): Promise<PlaceRow[]> {
  const { rows } = await sql<PlaceRow>`
    select ${placeColumns} from places p where p.country_id = ${country_id}
    order by p.weight desc, p.id limit ${most}`.execute(db)
  return rows
}

export const placesIn = (db: Db): PlaceReader => ({
  findLarge: (_typed, country_id) => findLarge(db, country_id),
  findNamed: (typed, kind, country_id) => findNamed(db, typed, kind, country_id),
  findCandidates: (typed, asked) => findCandidates(db, typed, asked),
  findHeaviest: (country_id, most) => findHeaviest(db, country_id, most),
  findStates: () => findAllStates(db),
  findCountryNames: async () => {
    const rows = await db.selectFrom('countries').select(['id', 'name', 'name_fr']).execute()
    return new Map(rows.map(({ id, name, name_fr }) => [id, { en: name, fr: name_fr }]))
  },
  findLargest: (state_ids) => findLargest(db, state_ids),
})

/** Places and states for what was typed, unsorted. */
export async function findSuggestedPlaces(reader: PlaceReader, typed: Typed, asked: Asked): Promise<Suggested[]> {
  const { language, tier } = asked
  const names = await readNames(reader, language)
  const rows = await reader.findCandidates(typed, asked)
  const places = rows.flatMap((row): Suggested[] => {
    const weight = row.weight * weightOfKind(row.kind)
    const match = matchTyped(typed, { ...row, codes: [row.iata, row.icao], weight }, tier)
    if (match?.tier !== tier) return []
    return [{ suggestion: toSuggestion(row, names), match, country_id: row.country_id }]
  })
  return [...places, ...(await suggestStates(reader, typed, names, asked))]
}

const mostKnown = 300

/** The great places and all states of a country, the heaviest first: what its drivers mostly look for. */
export async function findKnownPlaces(
  reader: PlaceReader,
  country_id: number,
  language: Language,
): Promise<KnownPlace[]> {
  const names = await readNames(reader, language)
  const rows = await reader.findHeaviest(country_id, mostKnown)
  const places = rows.map((row) => ({ ...toSuggestion(row, names), weight: row.weight * weightOfKind(row.kind) }))
  const states = await placeStates(
    reader,
    names.states.filter((state) => state.country_id === country_id),
    names,
  )
  const known = [...places, ...states.map(({ suggestion }) => ({ ...suggestion, weight: stateWeight }))]
  return known.toSorted((a, b) => b.weight - a.weight)
}

/** What states and countries are called in the reader's language. */
type Names = {
  states: readonly StateRow[]
  ofState: ReadonlyMap<number, string>
  ofCountry: (id: number) => string | undefined
}

async function readNames(reader: PlaceReader, language: Language): Promise<Names> {
  const states = await reader.findStates()
  const countries = await reader.findCountryNames()
  return {
    states,
    ofState: new Map(states.map((state) => [state.id, language === 'fr' ? state.name_fr : state.name])),
    ofCountry: (id) => countries.get(id)?.[language],
  }
}

function toSuggestion(row: PlaceRow, { ofState, ofCountry }: Names): Suggestion {
  const { kind, lat, lng } = row
  const state = row.state_id === null ? undefined : ofState.get(row.state_id)
  const name = row.iata === null || row.kind !== 'airport' ? row.name : `${row.name} (${row.iata})`
  return { kind, name, context: contextOf(row.city, state, ofCountry(row.country_id)), lat, lng }
}

/** Cities before airports, as long as those are not asked for: many more drivers go there. */
const weightOfKind = (kind: Suggestion['kind']) => (kind === 'airport' ? 0.75 : 1)

/** "Toronto, Ontario, Canada"; a city is not told twice where its state or itself has the name. */
function contextOf(...parts: (string | null | undefined)[]): string {
  return [...new Set(parts.filter((part) => part !== null && part !== undefined))].join(', ')
}

const stateWeight = 0.5

async function suggestStates(reader: PlaceReader, typed: Typed, names: Names, { tier }: Asked): Promise<Suggested[]> {
  const matches = new Map<StateRow, Match>()
  for (const state of names.states) {
    const best = state.names
      .map((name) => matchTyped(typed, { name, folded: name, folded_name: name, codes: [], weight: stateWeight }, tier))
      .filter((match) => match?.tier === tier)
      .toSorted((a, b) => b!.score - a!.score)[0]
    if (best !== undefined) matches.set(state, best)
  }
  const placed = await placeStates(reader, [...matches.keys()], names)
  return placed.map(({ state, suggestion }) => ({
    suggestion,
    match: matches.get(state)!,
    country_id: state.country_id,
  }))
}

/** States stand where their largest city does: a state's middle is where nobody parks. One without any is left out. */
async function placeStates(
  reader: PlaceReader,
  states: readonly StateRow[],
  { ofState, ofCountry }: Names,
): Promise<{ state: StateRow; suggestion: Suggestion }[]> {
  if (states.length === 0) return []
  const positions = await reader.findLargest(states.map(({ id }) => id))
  return states.flatMap((state) => {
    const position = positions.get(state.id)
    if (position === undefined) return []
    const context = contextOf(ofCountry(state.country_id))
    return [{ state, suggestion: { kind: 'state' as const, name: ofState.get(state.id)!, context, ...position } }]
  })
}

/** What a search text means when it is surely a place, or a whole state. */
export type MeantPlace =
  | { kind: 'place'; id: string; name: string; lat: number; lng: number }
  | { kind: 'state'; id: number; name: string }

/** A city is meant rather than the state of the same name where it is this large: within the state, and elsewhere. */
const metropolis = { within: 250_000, elsewhere: 500_000 }
/** Of a name that many places have, the one meant must stand out by this weight. */
const known = 0.4

/**
 * Reads a search text as a place: a code, a name, or words of a name with its kind ("lagos airport"). Undefined when
 * it is not surely one; then it is to be searched as words.
 */
export async function findPlaceByText(
  reader: PlaceReader,
  text: string,
  country_id?: number,
): Promise<MeantPlace | undefined> {
  const { named, kind } = readPlaceText(text)
  if (named.length === 0) return undefined
  const typed = { folded: named.join(' '), words: named }
  const found = await reader.findNamed(typed, kind, country_id)
  const sure = found.map((row) => ({ row, how: isMeant(named, kind, { ...row, codes: [row.iata, row.icao] }) }))
  const exact = sure
    .filter(({ how }) => how === 'exactly')
    .map(({ row }) => row)
    .toSorted((a, b) => b.weight - a.weight)
  const byWords = sure.find(({ how }) => how === 'by words')?.row
  const isKnown = exact[0] !== undefined && (exact.length === 1 || kind !== undefined || exact[0].weight >= known)
  const place = isKnown ? exact[0] : byWords
  const state = kind === undefined ? await findStateByName(reader, typed.folded, country_id) : undefined
  // "New York" is the city, "Kansas" is not Kansas City in Missouri, "Ontario" is not the town in California.
  const isCity = ({ state_id, population }: (typeof exact)[number]) =>
    (population ?? 0) >= (state_id === state?.id ? metropolis.within : metropolis.elsewhere)
  if (state !== undefined && !exact.some(isCity)) return { kind: 'state', id: state.id, name: state.name }
  if (place === undefined) return undefined
  return { kind: 'place', id: place.id, name: place.name, lat: place.lat, lng: place.lng }
}

async function findStateByName(
  reader: PlaceReader,
  folded: string,
  country_id: number | undefined,
): Promise<StateRow | undefined> {
  const states = await reader.findStates()
  return states.find(
    (state) => (country_id === undefined || state.country_id === country_id) && state.names.includes(folded),
  )
}

/** The large place that a text with typing errors is most like; undefined when none is. */
export async function findAlikePlace(
  reader: PlaceReader,
  text: string,
  country_id?: number,
): Promise<MeantPlace | undefined> {
  const { named } = readPlaceText(text)
  const typed = { folded: named.join(' '), words: named }
  if (!mayHaveErrors(typed)) return undefined
  const rows = await reader.findLarge(typed, country_id)
  const [best] = rows
    .map((row) => ({ row, match: matchTyped(typed, { ...row, codes: [] }) }))
    .filter(({ match }) => match !== undefined)
    .toSorted((a, b) => b.match!.score - a.match!.score)
  return best === undefined
    ? undefined
    : { kind: 'place', id: best.row.id, name: best.row.name, lat: best.row.lat, lng: best.row.lng }
}
