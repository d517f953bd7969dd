import { matchTyped } from '#server/features/places/text-matching.ts'
import { distanceM } from '#server/geo.ts'
import type { Box, Entry, Filter, Page, ParkIndex, Point, Row } from './types.ts'

/** The index's methods by scanning every park: the oracle of tests and the baseline of benchmarks. */

type BruteFilter<P> = Omit<Filter<P>, 'where'> & { where?: (entry: Entry<P>) => boolean }

export const isInBox = ({ west, south, east, north }: Box, { lat, lng }: Point): boolean =>
  lat >= south && lat <= north && (west <= east ? lng >= west && lng <= east : lng >= west || lng <= east)

type SearchedWords = readonly (string | readonly string[])[]

/** Each word of an entry with a space after it, which stands for the word's end; by all words of the entry. */
const paddedWords = new Map<string, string[]>()

function padWords(normalized: string): string[] {
  const known = paddedWords.get(normalized)
  if (known !== undefined) return known
  const padded = normalized.split(' ').map((word) => `${word} `)
  paddedWords.set(normalized, padded)
  return padded
}

/** Returns the typing errors of the searched words in an entry's words, by the rule for places; undefined without a match. */
export function errorsIn(searched: SearchedWords, normalized: string, typos: boolean): number | undefined {
  const own = padWords(normalized)
  const isPresent = (word: string) => own.some((each) => each.startsWith(word))
  const missing = searched.filter((word) => (typeof word === 'string' ? !isPresent(word) : !word.some(isPresent)))
  if (missing.length === 0) return 0
  if (!typos || missing.some((word) => typeof word !== 'string')) return undefined
  const words = searched.filter((word) => typeof word === 'string')
  const match = matchTyped({ folded: words.join(' '), words }, { name: '', folded: normalized, codes: [], weight: 0 })
  return match === undefined ? undefined : match.score * -4
}

export function holds<P>(entry: Entry<P>, filter: BruteFilter<P>): boolean {
  const {
    country_id,
    state_id,
    kind,
    amenities = 0,
    bookable,
    fits = {},
    words = [],
    typos = false,
    within,
    box,
  } = filter
  const fitsLimit = (most: number | null, needed: number | undefined) =>
    most === null || needed === undefined || most >= needed
  return (
    (country_id === undefined || entry.country_id === country_id) &&
    (state_id === undefined || entry.state_id === state_id) &&
    (kind === undefined || entry.kind === kind) &&
    (entry.amenities & amenities) === (amenities | 0) &&
    (bookable === undefined || entry.bookable === bookable) &&
    fitsLimit(entry.max_height_cm, fits.height_cm) &&
    fitsLimit(entry.max_length_cm, fits.length_cm) &&
    fitsLimit(entry.max_width_cm, fits.width_cm) &&
    (within === undefined || distanceM(within, entry) <= within.radius_m) &&
    (box === undefined || isInBox(box, entry)) &&
    errorsIn(words, entry.words, typos) !== undefined &&
    (filter.where?.(entry) ?? true)
  )
}

export const allOf = <P>(entries: readonly Entry<P>[], filter: BruteFilter<P>): Entry<P>[] =>
  entries.filter((entry) => holds(entry, filter))

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

export function nearOf<P>(entries: readonly Entry<P>[], point: Point, filter: BruteFilter<P>, { offset, limit }: Page) {
  const found = allOf(entries, filter).map(({ id, ...entry }) => ({ id, distance_m: distanceM(point, entry) }))
  found.sort((a, b) => a.distance_m - b.distance_m || byId(a, b))
  return { items: found.slice(offset, offset + limit), total: found.length }
}

export function topOf<P>(entries: readonly Entry<P>[], filter: BruteFilter<P>, { offset, limit }: Page) {
  const { words = [], typos = false } = filter
  return allOf(entries, filter)
    .map((entry) => ({ ...entry, errors: errorsIn(words, entry.words, typos)! }))
    .sort((a, b) => a.errors - b.errors || b.weight - a.weight || byId(a, b))
    .slice(offset, offset + limit)
    .map(({ id, errors }) => ({ id, errors }))
}

/** Implements the index methods that suggestions and places use by scanning entries. */
export class BruteIndex implements Pick<ParkIndex<Uint8Array>, 'top' | 'near' | 'count'> {
  readonly #entries: readonly Entry<Uint8Array>[]
  readonly #rows: ReadonlyMap<string, Row<Uint8Array>>

  constructor(entries: readonly Entry<Uint8Array>[]) {
    this.#entries = entries
    this.#rows = new Map(
      entries.map(({ words, ...entry }) => [
        entry.id,
        { ...entry, terms: [...new Set(words.split(' '))].toSorted(), payload_bytes: entry.payload },
      ]),
    )
  }

  top({ where: _where, ...filter }: Filter<Uint8Array>, page: Page) {
    return topOf(this.#entries, filter, page).map(({ id, errors }) => ({ row: this.#rows.get(id)!, errors }))
  }

  count({ where: _where, ...filter }: Filter<Uint8Array>): number {
    return allOf(this.#entries, filter).length
  }

  near(point: Point, { where: _where, ...filter }: Filter<Uint8Array>, page: Page) {
    const { items, total } = nearOf(this.#entries, point, filter, page)
    return { items: items.map(({ id, distance_m }) => ({ row: this.#rows.get(id)!, distance_m })), total }
  }
}
