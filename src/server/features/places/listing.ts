import { sql, type RawBuilder } from 'kysely'
import type { ParsedQuery } from '#contract/endpoint.ts'
import { toPage } from '#contract/fields.ts'
import type { listPlaces, Place, PlaceKind, PlaceList } from '#contract/places/browse.ts'
import type { Language } from '#contract/places/places.ts'
import type { Db } from '#server/database/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { getCountry } from './queries.ts'
import { mayHaveErrors, parseTypedText, wordAlternatives, type TypedText } from './text-matching.ts'

/** Arenas have their pages among the stadiums. Their slugs differ (`seed-slugs.ts`). */
export const pageKind = sql<PlaceKind>`case when p.kind = 'arena' then 'stadium' else p.kind end`
const isOfKind = (kind: PlaceKind) =>
  sql<boolean>`p.kind in (${sql.join(kind === 'stadium' ? ['stadium', 'arena'] : [kind])})`

/** Columns of a place with a page, for use with `placeTables`. */
const placeColumns = (
  language: Language,
) => sql`${pageKind} as kind, p.slug, ${language === 'fr' ? sql`coalesce(p.name_fr, p.name)` : sql.ref('p.name')} as name, p.city, p.lat, p.lng, p.iata, p.icao,
  s.code as state_code, ${sql.ref(language === 'fr' ? 's.name_fr' : 's.name')} as state, c.code as country_code`
const placeTables = sql`places p join countries c on c.id = p.country_id left join states s on s.id = p.state_id`

/**
 * Returns a page of the places of one kind that are `offered`, and their number per state. A typed text finds every place,
 * the offered ones first.
 */
export async function findPlaces(
  db: Db,
  kind: PlaceKind,
  query: ParsedQuery<typeof listPlaces>,
  offered: readonly string[],
  language: Language,
): Promise<Omit<PlaceList, 'items'> & { items: Place[] }> {
  const country = query.country === undefined ? undefined : await getCountry(db, query.country)
  const ofKind = sql<boolean>`${isOfKind(kind)} and p.slug is not null${
    country === undefined ? sql`` : sql` and p.country_id = ${country.id}`
  }`
  const isOffered = sql<boolean>`p.id = any(${offered}::text[])`
  const states = await findStateCounts(db, sql<boolean>`${ofKind} and ${isOffered}`, language)
  const isUnknown =
    query.state !== undefined &&
    !states.some(({ code }) => code === query.state) &&
    !(await findStateCounts(db, ofKind, language)).some(({ code }) => code === query.state)
  if (isUnknown) throw new AppError('not_found')
  const inState = query.state === undefined ? ofKind : sql<boolean>`${ofKind} and s.code = ${query.state}`
  const typed = query.search === undefined ? undefined : parseTypedText(query.search)
  const order =
    query.state === undefined ? sql`p.weight desc, t.weight desc nulls last, p.id` : sql`p.folded collate "C", p.id`
  const ask = (condition: RawBuilder<boolean>, sorted: RawBuilder<unknown>) =>
    findSome(db, condition, sorted, query, language)
  const found =
    typed === undefined
      ? await ask(sql<boolean>`${inState} and ${isOffered}`, order)
      : await ask(
          typed.words.length === 0 ? sql`false` : sql`${inState} and ${hasWords(sql.ref('p.folded'), typed)}`,
          sql`${isOffered} desc, (p.folded like ${`${typed.folded}%`}) desc, ${order}`,
        )
  const isMistyped = found.total === 0 && typed !== undefined && mayHaveErrors(typed)
  const { items, total } = isMistyped ? await ask(sql`${inState} and ${isSimilar(typed)}`, bySimilarity(typed)) : found
  return { ...toPage(items, total, query.page, query.size), states }
}

/** Sorts airports of one size by the size of their cities. */
const towns = sql`(
  select country_id, name, max(weight) as weight from places where kind = 'city' group by country_id, name
) t on t.country_id = p.country_id and t.name = p.city`

/** Two subqueries that each use their own trigram index; a single `or` would use none. */
const isSimilar = ({ folded }: TypedText) => sql<boolean>`p.id in (
  select id from places where slug is not null and folded % ${folded}
  union all select id from places where slug is not null and ${folded} <% folded)`
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

/** Returns a place by kind and slug, or undefined. */
export async function findPlace(db: Db, kind: PlaceKind, slug: string, language: Language): Promise<Place | undefined> {
  const { rows } = await sql<Place>`
    select ${placeColumns(language)} from ${placeTables} where ${isOfKind(kind)} and p.slug = ${slug}`.execute(db)
  return rows[0]
}

const nearbyMost = 8
/** In degrees: about 37 km of latitude. */
const nearbyDegrees = 0.33

/** Returns the most important of the `offered` places near another. */
export async function findPlacesNearby(
  db: Db,
  { kind, slug, lat, lng }: Place,
  offered: readonly string[],
  language: Language,
): Promise<Place[]> {
  const { rows } = await sql<Place>`
    select ${placeColumns(language)} from ${placeTables}
    where p.id = any(${offered}::text[]) and not (${isOfKind(kind)} and p.slug = ${slug})
      and p.lat between ${lat - nearbyDegrees}::float8 and ${lat + nearbyDegrees}::float8
      and p.lng between ${lng - nearbyDegrees}::float8 and ${lng + nearbyDegrees}::float8
    order by p.weight desc, p.id limit ${nearbyMost}`.execute(db)
  return rows
}

/**
 * SQL: whether each typed word is a prefix of a word of `column`; the last one may be any of its alternatives.
 * Normalized text has no LIKE wildcards.
 */
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
