import type { Language } from '#contract/places.ts'

/*
 * A park in the index's memory, as bytes: numbers that say what its price, hours and spaces come from, then its card as
 * JSON, written once and cut where a figure of the question's own goes in.
 */

/** Numbers at the head, of four bytes each; then two for each rate and three for each pool. */
const at = { hours: 0, bookable: 1, reviews: 2, rates: 3, pools: 4, pieces: 5 } as const
/** The card up to its time zone in English, in French where that is another; from its capacity; from its amenities; what suggestions need. */
const piece = { begin: 0, begin_fr: 1, middle: 2, end: 3, facts: 4 } as const
const pieces = Object.keys(piece) as (keyof typeof piece)[]
const headNumbers = at.pieces + pieces.length

const vehicleClasses = ['car', 'motorcycle', 'large']

/** A vehicle class as cards know it. */
export const classNumber = (vehicle_class: string): number => vehicleClasses.indexOf(vehicle_class)

export type CardParts = {
  hours: number
  bookable: boolean
  reviews: number
  /** By vehicle type, the number of its rate. */
  rates: readonly { vehicle_type_id: number; rate: number }[]
  pools: readonly { vehicle_class: string; id: number; capacity: number }[]
} & Record<keyof typeof piece, string>

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
    ...parts.pools.flatMap(({ vehicle_class, id, capacity }) => [classNumber(vehicle_class), id, capacity]),
  ]
  const head = Buffer.from(Uint32Array.from(numbers).buffer)
  return Buffer.concat([head, ...texts])
}

/** Of memory that threads share, as the index's is, `set` copies byte by byte. */
const { copy } = Buffer.prototype

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

  /** By the number of the vehicle's class. */
  poolOf(vehicle_class: number): { id: number; capacity: number } | undefined {
    const first = headNumbers + this.#number(at.rates) * 2
    const pools = this.#number(at.pools)
    for (let index = 0; index < pools; index += 1) {
      const from = first + index * 3
      if (this.#number(from) === vehicle_class) return { id: this.#number(from + 1), capacity: this.#number(from + 2) }
    }
    return undefined
  }

  get facts(): CardFacts {
    const from = this.#startOf(piece.facts)
    const { buffer, byteOffset } = this.#bytes
    return JSON.parse(Buffer.from(buffer, byteOffset + from, this.#lengthOf(piece.facts)).toString()) as CardFacts
  }

  /** Writes a piece of the card at `to` of the target; gives where it ends. */
  write(name: 'begin' | 'middle' | 'end', language: Language, target: Uint8Array, to: number): number {
    const isFrench = name === 'begin' && language === 'fr' && this.#lengthOf(piece.begin_fr) > 0
    const number = isFrench ? piece.begin_fr : piece[name]
    const from = this.#startOf(number)
    const length = this.#lengthOf(number)
    copy.call(this.#bytes, target, to, from, from + length)
    return to + length
  }

  /** Bytes that all pieces of one language have at most. */
  get length(): number {
    return this.#bytes.length - this.#lengthOf(piece.facts)
  }

  #lengthOf(number: number): number {
    return this.#number(at.pieces + number)
  }

  #startOf(number: number): number {
    let from = (headNumbers + this.#number(at.rates) * 2 + this.#number(at.pools) * 3) * 4
    for (let before = 0; before < number; before += 1) from += this.#lengthOf(before)
    return from
  }
}
