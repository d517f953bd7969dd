import type { Language } from '#contract/places.ts'
import { suggestionKinds } from '#contract/places.ts'
import type { Db } from '#server/database/connect.ts'
import {
  buildParkIndex,
  bytesCodec,
  type Entry,
  type Filter,
  type ParkIndex,
  type Row,
} from '#server/features/search/index/park-index.ts'
import { placeLimits } from './candidates.ts'
import { foldText } from './fold.ts'
import { marks, marksOf } from './marks.ts'
import { wordsOf, type Typed } from './rules.ts'
import { findAllPlaces, large, type Asked, type PlaceReader, type PlaceRow, type StateRow } from './search.ts'

/** Countries and states as they stand in memory. */
export type Reference = {
  countries: readonly { id: number; code: string; name: string; name_fr: string }[]
  states: readonly StateRow[]
}

/** All places in memory, found by the same index as parks are. */
export class PlaceBook implements PlaceReader {
  readonly #rows: readonly PlaceRow[]
  readonly #index: ParkIndex<Uint8Array>
  readonly #largest = new Map<number, { lat: number; lng: number }>()
  readonly #states: readonly StateRow[]
  readonly #countryNames: ReadonlyMap<number, Record<Language, string>>

  /** `rows` the heaviest first: their order is kept where nothing else decides. */
  constructor(rows: readonly PlaceRow[], { countries, states }: Reference) {
    this.#rows = rows.map((row) => ({ ...row, folded_name: row.folded_name ?? foldText(row.name) }))
    this.#index = buildParkIndex(this.#rows.map(toEntry), bytesCodec)
    for (const { kind, state_id, lat, lng } of rows)
      if (kind === 'city' && state_id !== null && !this.#largest.has(state_id))
        this.#largest.set(state_id, { lat, lng })
    this.#states = states
    this.#countryNames = new Map(countries.map(({ id, name, name_fr }) => [id, { en: name, fr: name_fr }]))
  }

  static async load(db: Db, reference: Reference): Promise<PlaceBook> {
    return new PlaceBook(await findAllPlaces(db), reference)
  }

  /** The same places with other names of countries and states. */
  with(reference: Reference): PlaceBook {
    return new PlaceBook(this.#rows, reference)
  }

  async findNamed(typed: Typed, kind: string | undefined, country_id: number | undefined): Promise<PlaceRow[]> {
    const filter = { words: typed.words, country_id, ...(kind === undefined ? {} : { kind: numberOfKind(kind) }) }
    const exact = this.#ofMarks(filter, [marks.code(typed.folded), marks.only(marks.text(typed.folded))], most)
    return this.#rowsOf([...exact.sort(byRank), ...this.#top(filter, most)]).slice(0, most)
  }

  async findCandidates(typed: Typed, asked: Asked): Promise<PlaceRow[]> {
    if (asked.tier === 'alike') return this.#rowsOf(this.#alike(typed, asked))
    const words = wordsOf(typed)
    const found = this.#ofMarks({ words }, [marks.code(typed.folded), marks.only(marks.whole(typed.folded))], few)
    for (const country_id of new Set([asked.country_id, undefined])) {
      const filter = { country_id, words }
      found.push(...this.#ofMarks(filter, [marks.beginnings(words[0]!)], some), ...this.#top(filter, few))
    }
    if (asked.near !== undefined) {
      const page = { offset: 0, limit: few }
      found.push(...this.#index.near(asked.near, { words }, page).items.map(({ row }) => row))
    }
    return this.#rowsOf(found)
  }

  async findLarge(typed: Typed, country_id: number | undefined): Promise<PlaceRow[]> {
    const filter = { bookable: true, country_id, words: typed.words }
    const found = [
      ...this.#ofMarks(filter, [marks.only(marks.whole(typed.folded)), marks.beginning(typed.words[0]!)], few),
      ...this.#top(filter, few),
      ...this.#top({ ...filter, typos: true }, few),
    ]
    return this.#rowsOf(found.sort(byRank))
  }

  async findHeaviest(country_id: number, most: number): Promise<PlaceRow[]> {
    const found: PlaceRow[] = []
    for (const row of this.#rows) {
      if (row.country_id === country_id) found.push(row)
      if (found.length === most) break
    }
    return found
  }

  findStates = async () => this.#states
  findCountryNames = async () => this.#countryNames
  findLargest = async () => this.#largest

  #alike(typed: Typed, { country_id }: Asked) {
    return [...new Set([country_id, undefined])].flatMap((id) =>
      this.#top({ country_id: id, words: typed.words, typos: true }, few),
    )
  }

  #top(filter: Filter<Uint8Array>, limit: number): Row<Uint8Array>[] {
    return this.#index.top(filter, { offset: 0, limit }).map(({ row }) => row)
  }

  #ofMarks(filter: Filter<Uint8Array> & { words: Words }, each: Words, limit: number) {
    return each.flatMap((mark) => this.#top({ ...filter, words: [...filter.words, mark] }, limit))
  }

  /** Each once. */
  #rowsOf(found: readonly Row<Uint8Array>[]): PlaceRow[] {
    return [...new Set(found.map(rankOf))].map((rank) => this.#rows[rank]!)
  }
}

type Words = readonly (string | readonly string[])[]

/** So many are looked at again; of each way to answer, so many. */
const most = 60
const { begun: some, each: few } = placeLimits

const numberOfKind = (kind: string): number => (suggestionKinds as readonly string[]).indexOf(kind)
const rankOf = ({ payload_bytes: bytes }: Row<Uint8Array>) => bytes[0]! | (bytes[1]! << 8) | (bytes[2]! << 16)
const byRank = (a: Row<Uint8Array>, b: Row<Uint8Array>) => rankOf(a) - rankOf(b)

/** The rank is the id, so that it decides among equals. */
function toEntry(row: PlaceRow, rank: number): Entry<Uint8Array> {
  return {
    id: `00000000-0000-4000-8000-${rank.toString(16).padStart(12, '0')}`,
    country_id: row.country_id,
    state_id: row.state_id,
    lat: row.lat,
    lng: row.lng,
    kind: numberOfKind(row.kind),
    amenities: 0,
    // Large: told apart by the column that places have no other use for.
    bookable: row.weight >= large,
    max_height_cm: null,
    max_length_cm: null,
    max_width_cm: null,
    rating: null,
    weight: Math.max(0, 65_535 - rank),
    words: [row.folded, marksOf(row.folded_name!, [row.iata, row.icao]), marks.text(row.folded)].join(' '),
    payload: Uint8Array.of(rank & 255, (rank >> 8) & 255, rank >> 16),
  }
}
