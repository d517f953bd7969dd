import { Tombstones } from './tombstones.ts'
import { firstNodes, levelsOf } from '#server/features/search/index/spatial/tree-shape.ts'

/** The columns of a part, in the order in which they lie one after another. Change `version` with them. */
const columns = {
  lat: Float64Array,
  lng: Float64Array,
  /** Cells of the map (`cells.ts`): rows stand in their order. */
  cell: Float64Array,
  country_id: Uint16Array,
  /** 0 for none, here and in the sizes. */
  state_id: Uint16Array,
  kind: Uint8Array,
  bookable: Uint8Array,
  amenities: Uint32Array,
  max_height_cm: Uint16Array,
  max_length_cm: Uint16Array,
  max_width_cm: Uint16Array,
  /** NaN for none. */
  rating: Float32Array,
  weight: Uint16Array,
  /** Four for each row, so that numbers compare as the text does. */
  id: Uint32Array,
  /** Rows in the order of their ids; by weight, the greatest first, then by id. */
  by_id: Uint32Array,
  by_weight: Uint32Array,
  /** The tree's boxes (`tree.ts`): on the sphere in x, y, z, and in degrees. */
  spheres: Float64Array,
  degrees: Float64Array,
  /** Terms sorted, their letters one after another; where each begins, and one end. */
  letters: Uint16Array,
  letters_at: Uint32Array,
  /** Which letters each term has (`signOf`). */
  signs: Uint32Array,
  /** The rows of each term, sorted. */
  postings: Uint32Array,
  postings_at: Uint32Array,
  /** The terms of each row, sorted. */
  terms: Uint32Array,
  terms_at: Uint32Array,
  payloads: Uint8Array,
  payloads_at: Float64Array,
} as const
export const version = 3

type Columns = { readonly [name in keyof typeof columns]: InstanceType<(typeof columns)[name]> }
export type Lengths = { [name in keyof typeof columns]: number }

/** Rows of a part that answer a question, dead ones among them. */
export type Selection = {
  /** How many at most; exactly, but for `Tested`. */
  readonly size: number
  has: (row: number) => boolean
  /** Of the rows `from` (included) to `to` (not). */
  count: (from: number, to: number) => number
  /** In order; stops when `visit` says true. */
  each: (from: number, to: number, visit: (row: number) => boolean | void) => void
  /** The first of them; -1 where there is none. */
  first: (from: number, to: number) => number
}

/** Terms that answer a typed word, as ranges of their numbers (from, to, from, to …) in order, and how many postings. */
export type Terms = { ranges: number[]; postings: number }

/** Of each term the places of its rows among the heaviest, in order. */
export type HeaviestRows = { ranks: Uint32Array; ranks_at: Uint32Array }

/** Parks that were built together: nothing in it changes but which rows are `dead`, and what is kept of questions. */
export type Part = Columns & {
  size: number
  /** All columns; shared, so that a worker reads them where they stand. */
  bytes: Uint8Array<SharedArrayBuffer>
  tombstones: Tombstones
  recent_selections: Map<string, Selection>
  attribute_selections: Map<string, Selection>
  /** Of words that very many rows have: never forgotten. */
  common_selections: Map<string, Selection>
  similar_terms: Map<string, Terms[]>
  /** Nodes of each level of the tree, leaves first, and the first of them, counted through all (`tree.ts`). */
  levels: readonly number[]
  firsts: readonly number[]
  /** Made when they are first needed: what helps to find the heaviest (`weights.ts`), sums of places (`middle.ts`), some of the cells (`clusters.ts`). */
  ranks: Uint32Array | undefined
  heaviest_rows: HeaviestRows | undefined
  sums: Float64Array | undefined
  steps: Float64Array | undefined
}

const names = Object.keys(columns) as (keyof Lengths)[]
const headBytes = names.length * 8
const rounded = (bytes: number) => Math.ceil(bytes / 8) * 8

export function newPart(lengths: Lengths): Part {
  const bytes = names.reduce((sum, name) => sum + rounded(lengths[name] * columns[name].BYTES_PER_ELEMENT), headBytes)
  const buffer = new SharedArrayBuffer(bytes)
  new Float64Array(buffer, 0, names.length).set(names.map((name) => lengths[name]))
  return openPart(new Uint8Array(buffer), new Tombstones())
}

/** Nothing is copied or read but the lengths at the head. */
export function openPart(bytes: Uint8Array<SharedArrayBuffer>, tombstones: Tombstones): Part {
  const { buffer, byteOffset } = bytes
  const lengths = new Float64Array(buffer, byteOffset, names.length)
  let at = byteOffset + headBytes
  const views = names.map((name, index) => {
    const from = at
    at += rounded(lengths[index]! * columns[name].BYTES_PER_ELEMENT)
    const Column = columns[name] as new (buffer: SharedArrayBuffer, from: number, length: number) => ArrayBufferView
    return [name, new Column(buffer, from, lengths[index]!)]
  })
  const size = lengths[0]!
  return {
    ...(Object.fromEntries(views) as Columns),
    size,
    bytes,
    tombstones,
    recent_selections: new Map(),
    attribute_selections: new Map(),
    common_selections: new Map(),
    similar_terms: new Map(),
    levels: levelsOf(size),
    firsts: firstNodes(size),
    ranks: undefined,
    heaviest_rows: undefined,
    sums: undefined,
    steps: undefined,
  }
}
