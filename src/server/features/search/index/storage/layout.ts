import { firstNodes, levelsOf } from '../spatial/tree-shape.ts'
import { Tombstones } from './tombstones.ts'

/** The columns of a part in storage order. Increase `version` when they change. */
const columns = {
  lat: Float64Array,
  lng: Float64Array,
  /** Map cells (`cells.ts`); rows are in cell order. */
  cell: Float64Array,
  country_id: Uint16Array,
  /** 0 for none, as in the sizes. */
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
  /** Four numbers per row, which compare like the text. */
  id: Uint32Array,
  /** Rows by id; rows by descending weight, then id. */
  by_id: Uint32Array,
  by_weight: Uint32Array,
  /** Boxes of the tree's nodes (`tree.ts`): in x, y, z on the unit sphere, and in degrees. */
  spheres: Float64Array,
  degrees: Float64Array,
  /** The letters of all terms in sorted order; the start of each term and one end. */
  letters: Uint16Array,
  letters_at: Uint32Array,
  /** Bitmap of the letters of each term (`letterBit`). */
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

/** Selected rows of a part, including deleted ones. */
export interface Selection {
  /** Number of rows; an upper bound for `TestedRows`, exact otherwise. */
  readonly size: number
  has: (row: number) => boolean
  /** Counts rows in [`from`, `to`). */
  count: (from: number, to: number) => number
  /** Visits rows in order; stops when `visit` returns true. */
  each: (from: number, to: number, visit: (row: number) => boolean | void) => void
  /** Returns the first row in [`from`, `to`), or -1. */
  first: (from: number, to: number) => number
}

/**
 * Terms that match a typed word, as ordered ranges of term numbers (from, to, from, to …), and their number of
 * postings.
 */
export interface Terms {
  ranges: number[]
  postings: number
}

/** For each term the positions of its rows among the heaviest, in order. */
export interface HeaviestRows {
  ranks: Uint32Array
  ranks_at: Uint32Array
}

/** Parks built together. Immutable except for the tombstones and caches. */
export type Part = Columns & {
  size: number
  /** All columns in shared memory, so that a worker reads them without copying. */
  bytes: Uint8Array<SharedArrayBuffer>
  tombstones: Tombstones
  recent_selections: Map<string, Selection>
  attribute_selections: Map<string, Selection>
  /** Selections of very common words, never evicted. */
  common_selections: Map<string, Selection>
  similar_terms: Map<string, Terms[]>
  /** Number of nodes per level, leaves first, and each level's first node (`tree-shape.ts`). */
  levels: readonly number[]
  firsts: readonly number[]
  /**
   * Computed on first use: positions by weight (`weights.ts`), coordinate sums (`centroid.ts`), sampled cells
   * (`clusters.ts`).
   */
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

/** Opens a part on its bytes; reads only the column lengths and copies nothing. */
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
