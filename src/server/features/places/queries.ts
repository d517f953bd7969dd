import { sql } from 'kysely'
import type { Currency } from '#contract/money.ts'
import type { Country, CountryCode, Language, State, Suggestion } from '#contract/places/places.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { fieldError } from '#server/http/errors.ts'
import { normalizeText } from './normalize-text.ts'

/** Returns a country's flag emoji: two regional indicator letters. */
const flagOf = (code: string) => String.fromCodePoint(...[...code].map((letter) => 0x1f1a5 + letter.charCodeAt(0)))

/** Returns the countries served, in the specification's order. */
export async function findCountries(db: Db, language: Language): Promise<Country[]> {
  const rows = await db.selectFrom('countries').selectAll().orderBy('id').execute()
  return rows.map(({ id, code, name, name_fr, currency, languages }) => ({
    id,
    code: code as CountryCode,
    name: language === 'fr' ? name_fr : name,
    currency: currency as Currency,
    languages: languages as Language[],
    flag: flagOf(code),
  }))
}

/** Returns a country's states or regions; those of country 1 when it is unknown. */
export async function findStates(db: Db, country_id: number, language: Language): Promise<State[]> {
  const of = (id: number) =>
    db
      .selectFrom('states')
      .select(['id', language === 'fr' ? 'name_fr as name' : 'name', 'country_id', 'code'])
      .where('country_id', '=', id)
      .orderBy('id')
      .execute()
  const states = await of(country_id)
  return states.length > 0 ? states : of(1)
}

export interface CountryRow {
  id: number
  code: CountryCode
  name: string
  name_fr: string
}

/** Returns a country by code or by its name in either language, ignoring case and accents. */
export async function findCountry(db: Db | Tx, text: string): Promise<CountryRow | undefined> {
  const rows = await db.selectFrom('countries').select(['id', 'code', 'name', 'name_fr']).execute()
  const searched = normalizeText(text)
  const row = rows.find(({ code, name, name_fr }) =>
    [code, name, name_fr].some((own) => normalizeText(own) === searched),
  )
  return row === undefined ? undefined : { ...row, code: row.code as CountryCode }
}

/** Returns a country like `findCountry`; throws a 422 for the field `country` when there is none. */
export async function getCountry(db: Db, text: string): Promise<CountryRow> {
  const country = await findCountry(db, text)
  if (country === undefined) throw fieldError('country', 'country')
  return country
}

export interface PlaceRow {
  id: string
  kind: Suggestion['kind']
  name: string
  /** French name where it differs. */
  name_fr: string | null
  /** Search text: normalized names, separated by `nameSeparator`, then other words after `wordsSeparator`. */
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
  approximate: boolean
}

const batch = 5_000

/** Yields all places, most important first, in batches, so that other requests are served in between. */
export async function* loadAllPlaces(db: Db): AsyncIterable<PlaceRow> {
  let [weight, id] = [Infinity, '']
  for (;;) {
    const { rows } = await sql<PlaceRow>`
      select id, kind, name, name_fr, folded, country_id, state_id, city, lat, lng, iata, icao, weight, population,
        approximate
      from places where weight < ${weight} or (weight = ${weight} and id > ${id})
      order by weight desc, id limit ${batch}`.execute(db)
    yield* rows
    if (rows.length < batch) return
    ;({ weight, id } = rows.at(-1)!)
  }
}

/** Returns the places with these ids, in their order; unknown ids are left out. */
export async function findPlacesById(db: Db, ids: readonly string[]): Promise<PlaceRow[]> {
  const { rows } = await sql<PlaceRow>`
    select p.id, kind, name, name_fr, folded, country_id, state_id, city, lat, lng, iata, icao, weight, population,
      approximate
    from places p join unnest(${ids}::text[]) with ordinality as w (id, n) using (id) order by w.n`.execute(db)
  return rows
}

/** `names`: normalized names in both languages. */
export interface StateRow {
  id: number
  country_id: number
  /** ISO 3166-2. */
  code: string
  name: string
  name_fr: string
  names: readonly string[]
}

export async function findAllStates(db: Db): Promise<StateRow[]> {
  const rows = await db
    .selectFrom('states')
    .select(['id', 'country_id', 'code', 'name', 'name_fr'])
    .orderBy('id')
    .execute()
  return rows.map((state) => ({ ...state, names: [normalizeText(state.name), normalizeText(state.name_fr)] }))
}
