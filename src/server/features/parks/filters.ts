import { sql, type RawBuilder } from 'kysely'
import type { ParsedQuery } from '#contract/endpoint.ts'
import { amenities as knownAmenities, type Amenity, type listParks } from '#contract/parks.ts'
import type { Db } from '#server/database/connect.ts'
import { fieldError } from '#server/errors.ts'
import { foldText } from '#server/features/places/fold.ts'
import { findCountry, getCountry } from '#server/features/places/queries.ts'
import { readTyped, type Typed } from '#server/features/places/rules.ts'
import { findAlikePlace, findPlaceByText, hasWords } from '#server/features/places/search.ts'
import { distanceTo, type Point } from './geo.ts'

export type ListQuery = ParsedQuery<typeof listParks>

/** Which parks are asked for: conditions on the alias `p`, and the point they are looked at from. */
export type Filters = { condition: RawBuilder<boolean>; centre: Point | undefined }

/**
 * Only what a driver is to see once: a park whose source marks it as another's record ("source:source_id") is left out
 * where that other one is listed. What the importer merges never becomes a park of its own.
 */
export const isListed = sql<boolean>`(p.possible_duplicate_of is null or not exists (
  select from parks twin where twin.source = split_part(p.possible_duplicate_of, ':', 1)
    and twin.source_id = substr(p.possible_duplicate_of, strpos(p.possible_duplicate_of, ':') + 1) and twin.id <> p.id))`

/**
 * Reads the filters of a list. Throws a 422 for an unknown country or amenity, for half of a pair of coordinates, and for
 * a radius or an order by distance from nowhere. A search text is a country, a place or a state where it is surely one,
 * and otherwise words in names, addresses, cities and the source's title.
 */
export async function readFilters(db: Db, query: ListQuery): Promise<Filters> {
  const given = readPoint(query)
  const country = query.country === undefined ? undefined : await getCountry(db, query.country)
  const amenities = readAmenities(query.amenities)
  const text = query.search === undefined || query.search === '' ? undefined : query.search
  if (given === undefined && text === undefined && (query.radius !== undefined || query.sort === 'distance'))
    throw fieldError('lat', 'required')

  const conditions = [isListed]
  if (country !== undefined) conditions.push(sql`p.country_id = ${country.id}`)
  if (query.kind !== undefined) conditions.push(sql`p.kind = ${query.kind}`)
  if (amenities.length > 0) conditions.push(sql`p.amenities @> ${amenities}::text[]`)
  const asked = text === undefined ? undefined : await readText(db, text, given, country?.id)
  if (asked?.condition !== undefined) conditions.push(asked.condition)
  const centre = given ?? asked?.centre
  if (centre !== undefined && query.radius !== undefined)
    conditions.push(sql`${distanceTo(centre)} <= ${query.radius}::float8`)
  return { condition: sql<boolean>`(${sql.join(conditions, sql` and `)})`, centre }
}

function readPoint({ lat, lng }: Pick<ListQuery, 'lat' | 'lng'>): Point | undefined {
  if (lat === undefined && lng === undefined) return undefined
  if (lat === undefined || lng === undefined) throw fieldError(lat === undefined ? 'lat' : 'lng', 'pair')
  return { lat, lng }
}

function readAmenities(text: string | undefined): Amenity[] {
  if (text === undefined) return []
  const names = text.split(',').map((name) => name.trim())
  const unknown = names.filter((name) => !(knownAmenities as readonly string[]).includes(name))
  if (unknown.length > 0) throw fieldError('amenities', 'amenity')
  return names as Amenity[]
}

/** With coordinates the text is words: where to look is told already. */
async function readText(
  db: Db,
  text: string,
  given: Point | undefined,
  country_id: number | undefined,
): Promise<{ condition?: RawBuilder<boolean>; centre?: Point }> {
  if (given === undefined) {
    const country = await findCountry(db, text)
    if (country !== undefined) return { condition: sql<boolean>`p.country_id = ${country.id}` }
    const place = await findPlaceByText(db, text, country_id)
    if (place?.kind === 'place') return { centre: { lat: place.lat, lng: place.lng } }
    if (place?.kind === 'state') return { condition: sql<boolean>`p.state_id = ${place.id}` }
  }
  const condition = await wordsIn(db, readTyped(text))
  if (given !== undefined || (await isAny(db, condition))) return { condition }
  const alike = await findAlikePlace(db, text, country_id)
  return alike?.kind === 'place' ? { centre: { lat: alike.lat, lng: alike.lng } } : { condition }
}

async function isAny(db: Db, condition: RawBuilder<boolean>): Promise<boolean> {
  const { rows } = await sql<{
    found: boolean
  }>`select exists (select from parks p where ${condition}) as found`.execute(db)
  return rows[0]!.found
}

async function wordsIn(db: Db, typed: Typed): Promise<RawBuilder<boolean>> {
  if (typed.words.length === 0) return sql<boolean>`false`
  const sources = await db.selectFrom('sources').select(['code', 'title']).execute()
  const each = typed.words.map((word) => {
    const named = sources.filter(({ title }) => foldText(title).split(' ').includes(word)).map(({ code }) => code)
    const own = hasWords(sql.ref('p.folded'), { folded: word, words: [word] })
    return named.length === 0 ? own : sql<boolean>`(${own} or p.source = any(${named}::text[]))`
  })
  return sql<boolean>`(${sql.join(each, sql` and `)})`
}
