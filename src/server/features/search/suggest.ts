import type { ParsedQuery } from '#contract/endpoint.ts'
import type { KnownPlace, Language, listKnownPlaces, suggest, Suggestion } from '#contract/places.ts'
import type { Db } from '#server/database/connect.ts'
import { getCountry } from '#server/features/places/queries.ts'
import { matchTyped, mayHaveErrors, readTyping, type Typed } from '#server/features/places/rules.ts'
import {
  findKnownPlaces,
  findSuggestedPlaces,
  placesIn,
  type Asked,
  type PlaceReader,
  type Suggested,
} from '#server/features/places/search.ts'
import { distanceM, type Point } from '#server/geo.ts'
import { readPoint } from './search-query.ts'
import { findParkCandidates } from './suggest-sql.ts'
import { titleOf } from '#server/features/parks/titles.ts'

const most = 10
/** How much standing near counts, and how far near is. */
const nearness = { weight: 0.2, reach_m: 50_000 }

/** Places and parks for what is typed, at most ten: what surely answers first, of that the chosen country, then the best. */
export async function findSuggestions(
  reader: SuggestionReader,
  query: ParsedQuery<typeof suggest>,
  language: Language,
): Promise<Suggestion[]> {
  const near = readPoint(query)
  const country = query.country === undefined ? undefined : await reader.getCountry(query.country)
  const typed = readTyping(query.q)
  if (typed.words.length === 0) return []
  const find = async (tier: Asked['tier']) => {
    const asked: Asked = { country_id: country?.id, language, tier, near }
    const parks = await reader.findParks(query.q.trim(), typed, asked)
    return [...(await findSuggestedPlaces(reader.places, typed, asked)), ...suggestParks(parks, typed, asked)]
  }
  const sure = await find('sure')
  const found = sure.length === 0 && mayHaveErrors(typed) ? await find('alike') : sure
  const scored = found.map((one) => ({
    ...one,
    isChosen: one.country_id === country?.id,
    score: one.match.score + (near === undefined ? 0 : bonusOf(near, one.suggestion)),
  }))
  scored.sort(
    (a, b) => Number(b.isChosen) - Number(a.isChosen) || b.score - a.score || byName(a.suggestion, b.suggestion),
  )
  const seen = new Set<string>()
  return scored
    .map(({ suggestion }) => suggestion)
    .filter(({ kind, name, context, slug }) => {
      const key = JSON.stringify([slug ?? kind, name, context])
      return !seen.has(key) && seen.add(key)
    })
    .slice(0, most)
}

/** What a page holds to suggest at once. */
export async function findKnown(
  reader: SuggestionReader,
  query: ParsedQuery<typeof listKnownPlaces>,
  language: Language,
): Promise<KnownPlace[]> {
  const { id } = await reader.getCountry(query.country)
  return findKnownPlaces(reader.places, id, language)
}

/** Of one name by what else tells them apart, so that the same ones stand first wherever they were read. */
const byName = (a: Suggestion, b: Suggestion): number =>
  compareTexts(a.name, b.name) ||
  compareTexts(a.context, b.context) ||
  compareTexts(a.slug ?? '', b.slug ?? '') ||
  a.lat - b.lat ||
  a.lng - b.lng

const compareTexts = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

const bonusOf = (near: Point, at: Point) => nearness.weight * Math.exp(-distanceM(near, at) / nearness.reach_m)

/** A park that may be suggested. */
export type ParkCandidate = {
  id: string
  slug: string
  park_code: string
  name: string | null
  address: string | null
  city: string | null
  state: string | null
  country_id: number
  lat: number
  lng: number
  folded: string
  has_partner: boolean
  folded_name?: string
}

/** Where places and parks are read: in the database, or in memory. */
export type SuggestionReader = {
  /** Throws a 422 for `country` when there is none. */
  getCountry(text: string): Promise<{ id: number }>
  places: PlaceReader
  /** What may be suggested; it is looked at again. */
  findParks(text: string, typed: Typed, asked: Asked): Promise<ParkCandidate[]>
}

export const suggestionsIn = (db: Db): SuggestionReader => ({
  getCountry: (text) => getCountry(db, text),
  places: placesIn(db),
  findParks: (text, typed, asked) => findParkCandidates(db, text, typed, asked),
})

function suggestParks(rows: readonly ParkCandidate[], typed: Typed, { language, tier }: Asked): Suggested[] {
  return rows.flatMap((row): Suggested[] => {
    const weight = row.has_partner ? 0.3 : 0.1
    const match = matchTyped(typed, { ...row, name: row.name ?? '', codes: [row.park_code], weight }, tier)
    if (match?.tier !== tier) return []
    const context = [...new Set([row.name === null ? null : row.address, row.city, row.state])]
      .filter((part) => part !== null)
      .join(', ')
    const { id, slug, lat, lng } = row
    const name = titleOf(row, language)
    return [{ suggestion: { kind: 'park', name, context, lat, lng, id, slug }, match, country_id: row.country_id }]
  })
}
