import type { Language } from '#contract/places.ts'

/*
 * A park in the index's memory, as bytes: numbers that say what its price, hours and spaces come from, then its card as
 * JSON, written once and cut where a figure of the question's own goes in.
 */

/** Numbers at the head, of four bytes each; then two for each rate and three for each pool. */
const at = { hours: 0, bookable: 1, reviews: 2, rates: 3, pools: 4, pieces: 5 } as const
/** The card up to its time zone in English, in French where that is another; from its capacity; from its amenities; what suggestions need. */
const pieces = ['begin', 'begin_fr', 'middle', 'end', 'facts'] as const
const headNumbers = at.pieces + pieces.length

const vehicleClasses = ['car', 'motorcycle', 'large']

export type CardParts = {
  hours: number
  bookable: boolean
  reviews: number
  /** By vehicle type, the number of its rate. */
  rates: readonly { vehicle_type_id: number; rate: number }[]
  pools: readonly { vehicle_class: string; id: number; capacity: number }[]
} & Record<(typeof pieces)[number], string>

/** What a park is suggested and told by. */
export type CardFacts = {
  park_code: string
  slug: string
  name: string | null
  address: string | null
  city: string | null
  state: string | null
  state_fr: string | null
  folded: string
  folded_name: string
  has_partner: boolean
}

export function encodeCard(parts: CardParts): Uint8Array {
  const texts = pieces.map((name) => Buffer.from(parts[name]))
  const numbers = [
    parts.hours,
    Number(parts.bookable),
    parts.reviews,
    parts.rates.length,
    parts.pools.length,
    ...texts.map(({ length }) => length),
    ...parts.rates.flatMap(({ vehicle_type_id, rate }) => [vehicle_type_id, rate]),
    ...parts.pools.flatMap(({ vehicle_class, id, capacity }) => [vehicleClasses.indexOf(vehicle_class), id, capacity]),
  ]
  const head = Buffer.from(Uint32Array.from(numbers).buffer)
  return Buffer.concat([head, ...texts])
}

/** A card read where it lies. */
export class Card {
  readonly #bytes: Uint8Array

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  #number(index: number): number {
    const bytes = this.#bytes
    const from = index * 4
    return (bytes[from]! | (bytes[from + 1]! << 8) | (bytes[from + 2]! << 16) | (bytes[from + 3]! << 24)) >>> 0
  }

  get hours() {
    return this.#number(at.hours)
  }
  get bookable() {
    return this.#number(at.bookable) === 1
  }
  get reviews() {
    return this.#number(at.reviews)
  }

  /** The number of the vehicle type's rate; undefined without one. */
  rateOf(vehicle_type_id: number): number | undefined {
    const rates = this.#number(at.rates)
    for (let index = 0; index < rates; index += 1) {
      const from = headNumbers + index * 2
      if (this.#number(from) === vehicle_type_id) return this.#number(from + 1)
    }
    return undefined
  }

  poolOf(vehicle_class: string): { id: number; capacity: number } | undefined {
    const wanted = vehicleClasses.indexOf(vehicle_class)
    const first = headNumbers + this.#number(at.rates) * 2
    for (let index = 0; index < this.#number(at.pools); index += 1) {
      const from = first + index * 3
      if (this.#number(from) === wanted) return { id: this.#number(from + 1), capacity: this.#number(from + 2) }
    }
    return undefined
  }

  get facts(): CardFacts {
    const { bytes, from, to } = this.#pieceOf('facts')
    return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString()) as CardFacts
  }

  /** What a figure is put in between. */
  static readonly fixed = {
    distance: ',"distance_m":',
    bookable: { true: ',"bookable":true,"open":', false: ',"bookable":false,"open":' },
    fits: ',"fits":',
    available: ',"available":',
    price: ',"price":',
  } as const

  /** Writes a piece of the card at `to` of the target; gives where it ends. */
  write(name: 'begin' | 'middle' | 'end', language: Language, target: Uint8Array, to: number): number {
    const own = name === 'begin' && language === 'fr' ? this.#pieceOf('begin_fr') : undefined
    const { bytes, from, to: end } = own !== undefined && own.to > own.from ? own : this.#pieceOf(name)
    target.set(bytes.subarray(from, end), to)
    return to + end - from
  }

  /** Bytes that all pieces of one language have at most. */
  get length(): number {
    return this.#bytes.length
  }

  #pieceOf(name: (typeof pieces)[number]): { bytes: Uint8Array; from: number; to: number } {
    let from = (headNumbers + this.#number(at.rates) * 2 + this.#number(at.pools) * 3) * 4
    for (let index = 0; ; index += 1) {
      const length = this.#number(at.pieces + index)
      if (pieces[index] === name) return { bytes: this.#bytes, from, to: from + length }
      from += length
    }
  }
}
