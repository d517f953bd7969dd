export type Point = { lat: number; lng: number }

/** Degrees, edges included; from `west` eastwards to `east`, so that `west > east` lies across ±180°. */
export type Box = { west: number; south: number; east: number; north: number }

export type Sizes = { height_cm: number; length_cm: number; width_cm: number }

/** A park as it comes in. `id` is a UUID in lower case; of two with one id the later one counts. */
export type Entry<P> = {
  id: string
  country_id: number
  state_id: number | null
  lat: number
  lng: number
  /** 0 to 255. */
  kind: number
  /** 32 bits. */
  amenities: number
  bookable: boolean
  /** What goes in; null where it is not known. */
  max_height_cm: number | null
  max_length_cm: number | null
  max_width_cm: number | null
  /** Kept to the hundredth. */
  rating: number | null
  /** 0 to 65,535: the greater one first where nothing else decides (`top`). */
  weight: number
  /**
   * Folded text, words parted by one space: all that the park is found by. A word that begins with a sign (of ASCII, no
   * letter or digit) is a mark: found as it begins, and never with typing errors.
   */
  words: string
  payload: P
}

/** A park as the index holds it, read where it stands. The one given to `where` is only good within that call. */
export type Row<P> = Readonly<Omit<Entry<P>, 'words'>> & {
  /** The words, each once and sorted. */
  readonly terms: string[]
  /** The payload as it was encoded: for the index's own memory is read, not to be changed. */
  readonly payload_bytes: Uint8Array
}

/** Every condition that is given must hold. */
export type Filter<P = unknown> = {
  country_id?: number | undefined
  state_id?: number | undefined
  kind?: number | undefined
  /** Bits, all of which are needed. */
  amenities?: number | undefined
  bookable?: boolean | undefined
  /** Only parks that take at least this, where it is known what they take. */
  fits?: Partial<Sizes> | undefined
  /**
   * Each begins a word of the park; of several that stand for one, any does (or is all of it, where it ends with a space).
   * No words are no condition.
   */
  words?: readonly (string | readonly string[])[] | undefined
  /** The words may have typing errors: none under 4 letters, one under 7, two from there. */
  typos?: boolean | undefined
  within?: (Point & { radius_m: number }) | undefined
  box?: Box | undefined
  /** Anything else; asked of every park that all other conditions leave. */
  where?: ((row: Row<P>) => boolean) | undefined
}

export type Page = { offset: number; limit: number }

/** Many parks in one square of the map: `cell` ("z/x/y") is its name, `box` its edges, the point their middle. */
export type Cluster = Point & { cell: string; box: Box; count: number }

export type Change<P> = { put: Entry<P> } | { remove: string }

export type ParkIndex<P> = {
  readonly size: number
  /** Parks changed since the main part was built: each question looks at them besides, so some thousands are many. */
  readonly changes: number

  get: (id: string) => Row<P> | undefined

  /** The nearest first, by great circle, ties by id; as deep as asked, with the exact total. */
  near: (point: Point, filter: Filter<P>, page: Page) => { items: { row: Row<P>; distance_m: number }[]; total: number }

  /** The fewest typing errors first (0 without `typos`), then the greatest weight, then by id. */
  top: (filter: Filter<P>, page: Page) => { row: Row<P>; errors: number }[]

  count: (filter: Filter<P>) => number

  /** In no order that means anything. Not to be kept open over an `apply`. */
  all: (filter: Filter<P>) => Iterable<Row<P>>

  /**
   * What a map shows of a box: every park that is in it once, alone or counted in a cluster. Squares have an eighth of
   * the side of the map's tile (of 512 pixels) at `zoom`, a larger one where the box would hold too many of them.
   */
  clusters: (box: Box, zoom: number, filter: Filter<P>) => { total: number; clusters: Cluster[]; rows: Row<P>[] }

  apply: (changes: readonly Change<P>[]) => void

  /** One main part of everything, made in a worker thread; changes that come meanwhile count at once and stay. */
  rebuild: () => Promise<void>

  /** Everything as it is now, in pieces of bytes one after another, for `restoreParkIndex` of the same version. */
  snapshot: () => Iterable<Uint8Array>
}

/** How payloads are kept. They are bytes in the index's memory, not objects in the heap. */
export type Codec<P> = { encode: (payload: P) => Uint8Array; decode: (bytes: Uint8Array) => P }
