import type { Locale } from '#contract/formats.ts'
import type { Language } from '#contract/places/places.ts'
import { suggestionKinds } from '#contract/places/suggestion-kinds.ts'
import type { PlaceRow } from '#server/features/places/queries.ts'
import {
  readNames,
  wordAlternatives,
  type Findable,
  type Match,
  type TypedText,
} from '#server/features/places/text-matching.ts'
import type { Entry, Filter, ParkIndex, Point, Row } from '../index/types.ts'
import { nameTerms, specialTerms } from '../special-terms.ts'

/** Maximum candidates per kind of match, which the rules then score. */
const limits = { named: 60, nameStart: 40, each: 12 }
/** Weight from which a place is large: texts with typing errors only match large places. */
const large_weight = 0.6

/** Decoded places in memory: some 2 MB. */
const mostDecoded = 2_000

/** A position is called after places up to this far away. */
const farthest_m = 200_000

/** A request for suggestions; `tier` decides whether typing errors are allowed. */
export interface SuggestionRequest {
  country_id: number | undefined
  language: Language
  /** With the country in whose words car parks without a name are described. */
  locale: Locale
  tier: Match['tier']
  near?: { lat: number; lng: number } | undefined
}

const findables = new WeakMap<PlaceRow, Findable & { kind: string }>()

/** A place as the text rules see it. */
export function toFindable(row: PlaceRow): Findable & { kind: string } {
  const known = findables.get(row)
  if (known !== undefined) return known
  const findable = { ...row, names: readNames(row.folded), codes: [row.iata, row.icao] }
  findables.set(row, findable)
  return findable
}

/** The part of the index that places use; tests scan all places instead. */
export type IndexOfPlaces = Pick<ParkIndex<Uint8Array>, 'top' | 'near' | 'snapshot'>

/** Index of all places, with the same structure as for parks: the places are the payloads, outside the heap. */
export class PlaceIndex {
  readonly #index: IndexOfPlaces
  /** Places that were found, by rank: short texts find the same large ones. Past `mostDecoded` the oldest is dropped. */
  readonly #decoded = new Map<number, PlaceRow>()
  readonly #largestCities = new Map<number, { lat: number; lng: number } | undefined>()

  constructor(index: IndexOfPlaces) {
    this.#index = index
  }

  /** Returns places that a search text may name, best candidates first. */
  findNamed(typed: TypedText, kind: string | undefined, country_id: number | undefined): PlaceRow[] {
    const filter = { words: typed.words, country_id, ...(kind === undefined ? {} : { kind: kindNumber(kind) }) }
    const exact = this.#withTerms(
      filter,
      [specialTerms.code(typed.folded), specialTerms.whole(specialTerms.exactName(typed.folded))],
      limits.named,
    )
    return this.#rowsOf([...exact.sort(byRank), ...this.#top(filter, limits.named)]).slice(0, limits.named)
  }

  /** Returns candidates for suggestions, which the rules score. */
  findCandidates(typed: TypedText, { tier, country_id, near }: SuggestionRequest): PlaceRow[] {
    const countries = [...new Set([country_id, undefined])]
    if (tier === 'alike')
      return this.#rowsOf(
        countries.flatMap((id) => this.#top({ country_id: id, words: typed.words, typos: true }, limits.each)),
      )
    const words = wordAlternatives(typed)
    const found = this.#withTerms(
      { words },
      [specialTerms.code(typed.folded), specialTerms.whole(specialTerms.exactName(typed.folded))],
      limits.each,
    )
    for (const id of countries) {
      const filter = { country_id: id, words }
      found.push(
        ...this.#withTerms(filter, [specialTerms.nameStarts(words[0]!)], limits.nameStart),
        ...this.#top(filter, limits.each),
      )
    }
    if (near !== undefined) {
      const page = { offset: 0, limit: limits.each }
      found.push(...this.#index.near(near, { words }, page).items.map(({ row }) => row))
    }
    return this.#rowsOf(found)
  }

  /** Returns large places that match a text with typing errors. */
  findLarge(typed: TypedText, country_id: number | undefined): PlaceRow[] {
    const filter = { bookable: true, country_id, words: typed.words }
    const found = [
      ...this.#withTerms(
        filter,
        [specialTerms.whole(specialTerms.exactName(typed.folded)), specialTerms.nameStart(typed.words[0]!)],
        limits.each,
      ),
      ...this.#top(filter, limits.each),
      ...this.#top({ ...filter, typos: true }, limits.each),
    ]
    return this.#rowsOf(found.sort(byRank))
  }

  /** Returns the place nearest to a point, of a kind if given; undefined beyond a distance at which it says nothing. */
  findNearest(point: Point, kind?: 'city'): PlaceRow | undefined {
    const filter = kind === undefined ? {} : { kind: kindNumber(kind) }
    const [nearest] = this.#index.near(point, filter, { offset: 0, limit: 1 }).items
    return nearest === undefined || nearest.distance_m > farthest_m ? undefined : decodePlace(nearest.row)
  }

  /** Returns a country's most important places, in order. */
  findHeaviest(country_id: number, most: number): PlaceRow[] {
    return this.#rowsOf(this.#top({ country_id }, most))
  }

  /** Returns the position of a state's largest city. */
  findLargestCity(state_id: number): { lat: number; lng: number } | undefined {
    if (!this.#largestCities.has(state_id)) {
      const [city] = this.#top({ state_id, kind: kindNumber('city') }, 1)
      this.#largestCities.set(state_id, city && { lat: city.lat, lng: city.lng })
    }
    return this.#largestCities.get(state_id)
  }

  /** Returns all places in pieces for `restoreParkIndex`. */
  snapshot(): Iterable<Uint8Array> {
    return this.#index.snapshot()
  }

  #top(filter: Filter<Uint8Array>, limit: number): Row<Uint8Array>[] {
    return this.#index.top(filter, { offset: 0, limit }).map(({ row }) => row)
  }

  #withTerms(filter: Filter<Uint8Array> & { words: Words }, terms: Words, limit: number) {
    return terms.flatMap((term) => this.#top({ ...filter, words: [...filter.words, term] }, limit))
  }

  /** Returns distinct places. */
  #rowsOf(found: readonly Row<Uint8Array>[]): PlaceRow[] {
    return [...new Map(found.map((row) => [rankOf(row), row]))].map(([rank, row]) => this.#decode(rank, row))
  }

  #decode(rank: number, row: Row<Uint8Array>): PlaceRow {
    const known = this.#decoded.get(rank)
    if (known !== undefined) return known
    const place = decodePlace(row)
    this.#decoded.set(rank, place)
    if (this.#decoded.size > mostDecoded) this.#decoded.delete(this.#decoded.keys().next().value!)
    return place
  }
}

type Words = readonly (string | readonly string[])[]

const kindNumber = (kind: string): number => (suggestionKinds as readonly string[]).indexOf(kind)
const rankOf = ({ payload_bytes: bytes }: Row<Uint8Array>) => bytes[0]! | (bytes[1]! << 8) | (bytes[2]! << 16)
const byRank = (a: Row<Uint8Array>, b: Row<Uint8Array>) => rankOf(a) - rankOf(b)

/** Payload: the rank in three bytes, then the place as a JSON list. */
const rankBytes = 3

function encodePlace(row: PlaceRow, rank: number): Uint8Array {
  const { id, kind, name, name_fr, folded, country_id, state_id, city } = row
  const { lat, lng, iata, icao, weight, population, approximate } = row
  const values = [id, kind, name, name_fr, folded, country_id, state_id, city]
  values.push(lat, lng, iata, icao, weight, population, Number(approximate))
  return Buffer.concat([Uint8Array.of(rank & 255, (rank >> 8) & 255, rank >> 16), Buffer.from(JSON.stringify(values))])
}

function decodePlace({ payload_bytes: { buffer, byteOffset, byteLength } }: Row<Uint8Array>): PlaceRow {
  const text = Buffer.from(buffer, byteOffset + rankBytes, byteLength - rankBytes).toString()
  const [id, kind, name, name_fr, normalized, country_id, state_id, city, ...rest] = JSON.parse(text)
  const [lat, lng, iata, icao, weight, population, approximate] = rest
  const names = { id, kind, name, name_fr, folded: normalized, country_id, state_id, city }
  return { ...names, lat, lng, iata, icao, weight, population, approximate: approximate === 1 }
}

/** Creates the index entry of the place with this rank, by descending weight: it is the id, which breaks ties. */
export function toPlaceEntry(row: PlaceRow, rank: number): Entry<Uint8Array> {
  const names = readNames(row.folded)
  return {
    id: `00000000-0000-4000-8000-${rank.toString(16).padStart(12, '0')}`,
    country_id: row.country_id,
    state_id: row.state_id,
    lat: row.lat,
    lng: row.lng,
    kind: kindNumber(row.kind),
    amenities: 0,
    // Places are not booked: marks large ones.
    bookable: row.weight >= large_weight,
    max_height_cm: null,
    max_length_cm: null,
    max_width_cm: null,
    rating: null,
    weight: Math.max(0, 65_535 - rank),
    words: [row.folded, ...names.map((name) => nameTerms(name, [])), nameTerms('', [row.iata, row.icao])].join(' '),
    payload: encodePlace(row, rank),
  }
}
