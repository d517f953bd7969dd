import { sql, type RawBuilder } from 'kysely'
import type { ParsedQuery } from '#contract/endpoint.ts'
import type { listPlaces, Place, PlaceKind, PlaceList } from '#contract/browse.ts'
import { toPage } from '#contract/fields.ts'
import type { Language } from '#contract/places.ts'
import type { Db } from '#server/database/connect.ts'
import { AppError } from '#server/errors.ts'
import { getCountry } from './queries.ts'
import { mayHaveErrors, parseTypedText, wordAlternatives, type TypedText } from './text-matching.ts'

/** Columns of a place with a page, of `placeTables`. */
const placeColumns = (language: Language) => sql`p.kind, p.slug, p.name, p.city, p.lat, p.lng, p.iata, p.icao,
  s.code as state_code, ${sql.ref(language === 'fr' ? 's.name_fr' : 's.name')} as state, c.code as country_code`
const placeTables = sql`places p join countries c on c.id = p.country_id left join states s on s.id = p.state_id`

/** A page of the places of one kind, and how many of them each state has. */
export async function findPlaces(
  db: Db,
  kind: PlaceKind,
  query: ParsedQuery<typeof listPlaces>,
  language: Language,
): Promise<PlaceList> {
  const country = query.country === undefined ? undefined : await getCountry(db, query.country)
  const ofKind = sql<boolean>`p.kind = ${kind} and p.slug is not null${
    country === undefined ? sql`` : sql` and p.country_id = ${country.id}`
  }`
  const states = await findStateCounts(db, ofKind, language)
  if (query.state !== undefined && !states.some(({ code }) => code === query.state)) throw new AppError('not_found')
  const inState = query.state === undefined ? ofKind : sql<boolean>`${ofKind} and s.code = ${query.state}`
  const typed = query.search === undefined ? undefined : parseTypedText(query.search)
  const order =
    query.state === undefined ? sql`p.weight desc, t.weight desc nulls last, p.id` : sql`p.folded collate "C", p.id`
  const ask = (condition: RawBuilder<boolean>, sorted: RawBuilder<unknown>) =>
    findSome(db, condition, sorted, query, language)
  const found =
    typed === undefined
      ? await ask(inState, order)
      : await ask(
          typed.words.length === 0 ? sql`false` : sql`${inState} and ${hasWords(sql.ref('p.folded'), typed)}`,
          sql`(p.folded like ${`${typed.folded}%`}) desc, ${order}`,
        )
  const isMistyped = found.total === 0 && typed !== undefined && mayHaveErrors(typed)
  const { items, total } = isMistyped ? await ask(sql`${inState} and ${isSimilar(typed)}`, bySimilarity(typed)) : found
  return { ...toPage(items, total, query.page, query.size), states }
}

/** Airports of one size stand in the order of their cities. */
const towns = sql`(
  select country_id, name, max(weight) as weight from places where kind = 'city' group by country_id, name
) t on t.country_id = p.country_id and t.name = p.city`

/** Two conditions that each use their own trigram index, which one with `or` does not. */
const isSimilar = ({ folded }: TypedText) => sql<boolean>`p.id in (
  select id from places where folded % ${folded} union all select id from places where ${folded} <% folded)`
const bySimilarity = ({ folded }: TypedText) => sql`word_similarity(${folded}, p.folded) desc, p.weight desc, p.id`

async function findSome(
  db: Db,
  condition: RawBuilder<boolean>,
  order: RawBuilder<unknown>,
  { page, size }: { page: number; size: number },
  language: Language,
): Promise<{ items: Place[]; total: number }> {
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from ${placeTables} where ${condition}`.execute(db)
  const { rows } = await sql<Place>`
    select ${placeColumns(language)} from ${placeTables} left join ${towns} where ${condition} order by ${order}
    limit ${size} offset ${(page - 1) * size}`.execute(db)
  return { items: rows, total: counted.rows[0]!.total }
}

async function findStateCounts(db: Db, condition: RawBuilder<boolean>, language: Language) {
  const { rows } = await sql<{ code: string; name: string; total: number }>`
    select s.code, ${sql.ref(language === 'fr' ? 's.name_fr' : 's.name')} as name, count(*)::int as total
    from places p join states s on s.id = p.state_id where ${condition} group by s.id`.execute(db)
  return rows.toSorted((a, b) => a.name.localeCompare(b.name, language))
}

/** A place by its kind and the end of its address; undefined when there is none. */
export async function findPlace(db: Db, kind: PlaceKind, slug: string, language: Language): Promise<Place | undefined> {
  const { rows } = await sql<Place>`
    select ${placeColumns(language)} from ${placeTables} where p.kind = ${kind} and p.slug = ${slug}`.execute(db)
  return rows[0]
}

const nearbyMost = 8
/** A third of a degree is some 37 km from south to north. */
const nearbyDegrees = 0.33

/** The weightiest places with pages around another. */
export async function findPlacesNearby(db: Db, { kind, slug, lat, lng }: Place, language: Language): Promise<Place[]> {
  const { rows } = await sql<Place>`
    select ${placeColumns(language)} from ${placeTables}
    where p.slug is not null and not (p.kind = ${kind} and p.slug = ${slug})
      and p.lat between ${lat - nearbyDegrees}::float8 and ${lat + nearbyDegrees}::float8
      and p.lng between ${lng - nearbyDegrees}::float8 and ${lng + nearbyDegrees}::float8
    order by p.weight desc, p.id limit ${nearbyMost}`.execute(db)
  return rows
}

/** True where each typed word begins a word of `column`, or the last is one that it may become. Folded text has no LIKE signs. */
const hasWords = (column: RawBuilder<unknown>, typed: TypedText): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    wordAlternatives(typed).map(
      (word) =>
        sql`(${sql.join(
          [word].flat().map((each) => hasWord(column, each)),
          sql` or `,
        )})`,
    ),
    sql` and `,
  )})`

function hasWord(column: RawBuilder<unknown>, word: string): RawBuilder<boolean> {
  if (!word.endsWith(' ')) return sql<boolean>`${column} like ${`${word}%`} or ${column} like ${`% ${word}%`}`
  const whole = word.trimEnd()
  return sql<boolean>`${column} = ${whole} or ${column} like ${`${word}%`} or ${column} like ${`% ${word}%`} or ${column} like ${`% ${whole}`}`
}
