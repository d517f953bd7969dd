export interface Point {
  lat: number
  lng: number
}

/** In degrees, edges included; runs from `west` eastwards to `east`, so `west > east` crosses ±180°. */
export interface Box {
  west: number
  south: number
  east: number
  north: number
}

export interface Sizes {
  height_cm: number
  length_cm: number
  width_cm: number
}

/** A park to index. `id` is a UUID in lower case; of several entries with one id the last counts. */
export interface Entry<P> {
  id: string
  country_id: number
  state_id: number | null
  lat: number
  lng: number
  /** 0 to 255. */
  kind: number
  /** A 32-bit set. */
  amenities: number
  bookable: boolean
  /** Largest vehicle that fits; null when unknown. */
  max_height_cm: number | null
  max_length_cm: number | null
  max_width_cm: number | null
  /** Stored with two decimals. */
  rating: number | null
  /** 0 to 65,535; heavier parks come first (`top`). */
  weight: number
  /**
   * Normalized words separated by single spaces. Words that start with an ASCII symbol are tags: matched by prefix and
   * never with typing errors.
   */
  words: string
  payload: P
}

/** An indexed park, read from the columns. The row passed to `where` is only valid during that call. */
export type Row<P> = Readonly<Omit<Entry<P>, 'words'>> & {
  /** The distinct words, sorted. */
  readonly terms: string[]
  /** The encoded payload. Read-only: it is the index's own memory. */
  readonly payload_bytes: Uint8Array
}

/** All given conditions must hold. */
export interface Filter<P = unknown> {
  country_id?: number | undefined
  state_id?: number | undefined
  kind?: number | undefined
  /** Bits that must all be set. */
  amenities?: number | undefined
  bookable?: boolean | undefined
  /** Only parks that fit these sizes or whose limits are unknown. */
  fits?: Partial<Sizes> | undefined
  /**
   * Each must be the prefix of a word of the park; of a list of alternatives, one must (or equal a word, if it ends
   * with a space). An empty list is no condition.
   */
  words?: readonly (string | readonly string[])[] | undefined
  /** Allows typing errors: none below 4 letters, one below 7, else two. */
  typos?: boolean | undefined
  within?: (Point & { radius_m: number }) | undefined
  box?: Box | undefined
  /** Any other condition, called for parks that meet all others. */
  where?: ((row: Row<P>) => boolean) | undefined
}

export interface Page {
  offset: number
  limit: number
}

/** Several parks in one map square: `cell` ("z/x/y") is its id, `box` its edges, the point their centroid. */
/** Several parks of one square of the map, at the middle of them. */
export type Cluster = Point & { square: string; count: number }

export type Change<P> = { put: Entry<P> } | { remove: string }

export interface ParkIndex<P> {
  readonly size: number
  /** Number of changes since the main part was built. Every query scans them too, so rebuild after some thousands. */
  readonly changes: number

  get: (id: string) => Row<P> | undefined

  /** Returns the nearest by great circle, then id, at any offset, with the exact total. */
  near: (point: Point, filter: Filter<P>, page: Page) => { items: { row: Row<P>; distance_m: number }[]; total: number }

  /** Returns rows by fewest typing errors (0 without `typos`), then greatest weight, then id. */
  top: (filter: Filter<P>, page: Page) => { row: Row<P>; errors: number }[]

  count: (filter: Filter<P>) => number

  /** Returns all matching rows in no particular order. Don't keep the iterator across an `apply`. */
  all: (filter: Filter<P>) => Iterable<Row<P>>

  /**
   * Returns every park of a box once, alone or in a cluster. Squares have an eighth of the side of the map's 512-pixel
   * tiles at `zoom`, or more if there would be too many squares or marks.
   */
  clusters: (box: Box, zoom: number, filter: Filter<P>) => { total: number; clusters: Cluster[]; rows: Row<P>[] }

  apply: (changes: readonly Change<P>[]) => void

  /** Builds one main part in a worker thread; changes made meanwhile take effect immediately and are kept. */
  rebuild: () => Promise<void>

  /** Returns the current state in pieces for `restoreParkIndex` of the same version. */
  snapshot: () => Iterable<Uint8Array>
}

/** Converts payloads to bytes, which are kept in the index's memory instead of the heap. */
export interface Codec<P> {
  encode: (payload: P) => Uint8Array
  decode: (bytes: Uint8Array) => P
}
