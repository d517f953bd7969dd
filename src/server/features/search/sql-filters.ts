import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/database/connect.ts'
import { findCountry, getCountry } from '#server/features/places/queries.ts'
import { findAlikePlace, findPlaceByText, placesIn } from '#server/features/places/search.ts'
import { hasWords } from '#server/features/places/words.ts'
import { distanceTo } from '#server/geo.ts'
import { getVehicleType, type VehicleType } from '#server/features/parks/offers.ts'
import type { Filters, Knowledge, Word } from './search-query.ts'

/**
 * Only what a driver is to see once: a park whose source marks it as another's record ("source:source_id") is left out
 * where that other one is listed. What the importer merges never becomes a park of its own.
 */
export const isListed = sql<boolean>`(p.possible_duplicate_of is null or not exists (
  select from parks twin where twin.source = split_part(p.possible_duplicate_of, ':', 1)
    and twin.source_id = substr(p.possible_duplicate_of, strpos(p.possible_duplicate_of, ':') + 1) and twin.id <> p.id))`

/** The filters as conditions on the alias `p`; a price, and whether a vehicle is served, cannot be asked of it. */
export function conditionOf(filters: Filters, vehicle: VehicleType): RawBuilder<boolean> {
  const { countries, state_id, kind, amenities, words, within, box, access, mustFit } = filters
  const conditions = [isListed]
  for (const country_id of countries) conditions.push(sql`p.country_id = ${country_id}`)
  if (state_id !== undefined) conditions.push(sql`p.state_id = ${state_id}`)
  if (kind !== undefined) conditions.push(sql`p.kind = ${kind}`)
  if (amenities.length > 0) conditions.push(sql`p.amenities @> ${amenities}::text[]`)
  if (access.step_free) conditions.push(sql`coalesce(p.step_free, false)`)
  if (access.lift) conditions.push(sql`coalesce(p.lift, false)`)
  if (access.bay_width_cm !== undefined)
    conditions.push(sql`coalesce(p.accessible_bay_width_cm, 0) >= ${access.bay_width_cm}::int`)
  if (words !== undefined) conditions.push(wordsIn(words))
  if (within !== undefined) conditions.push(sql`${distanceTo(within)} <= ${within.radius_m}::float8`)
  if (box !== undefined) {
    const { west, south, east, north } = box
    const isBetween = west <= east ? sql`and` : sql`or`
    conditions.push(sql`(p.lat between ${south}::float8 and ${north}::float8
      and (p.lng >= ${west}::float8 ${isBetween} p.lng <= ${east}::float8))`)
  }
  if (mustFit)
    conditions.push(sql`(coalesce(p.max_height_cm >= ${vehicle.height_cm}::int, true)
      and coalesce(p.max_length_cm >= ${vehicle.length_cm}::int, true)
      and coalesce(p.max_width_cm >= ${vehicle.width_cm}::int, true))`)
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

function wordsIn(words: readonly Word[]): RawBuilder<boolean> {
  if (words.length === 0) return sql<boolean>`false`
  const each = words.map(({ word, sources }) => {
    const own = hasWords(sql.ref('p.folded'), { folded: word, words: [word] })
    return sources.length === 0 ? own : sql<boolean>`(${own} or p.source = any(${sources}::text[]))`
  })
  return sql<boolean>`(${sql.join(each, sql` and `)})`
}

/** What the database knows. */
export const knowledgeIn = (db: Db): Knowledge => ({
  getCountry: (text) => getCountry(db, text),
  findCountry: (text) => findCountry(db, text),
  getVehicleType: (id) => getVehicleType(db, id),
  findPlace: (text, country_id) => findPlaceByText(placesIn(db), text, country_id),
  findAlikePlace: (text, country_id) => findAlikePlace(placesIn(db), text, country_id),
  findSources: () => db.selectFrom('sources').select(['code', 'title']).execute(),
  isAny: async (words) => {
    const { rows } = await sql<{ found: boolean }>`
      select exists (select from parks p where ${isListed} and ${wordsIn(words)}) as found`.execute(db)
    return rows[0]!.found
  },
})
