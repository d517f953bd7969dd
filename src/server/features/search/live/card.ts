import type { ParkNear } from '#contract/parks/park-near.ts'
import type { Language } from '#contract/places/places.ts'
import type { ClosedTime } from '#server/features/parks/closures.ts'

/*
 * A park's payload in the index: numbers that refer to its rates, hours and pools, then its card as JSON text, split
 * where values that depend on the query are inserted.
 */

/** Positions of the leading 32-bit numbers; then follow two numbers per rate, three per pool and two per closure. */
const at = { hours: 0, bookable: 1, reviews: 2, source: 3, rates: 4, pools: 5, closures: 6, pieces: 7 } as const
/**
 * Pieces of the card: up to the city, the state (English, and French if different), up to the time zone; from the capacity;
 * from the amenities to the source, which many parks share, and what follows it; and the facts that no other piece has,
 * which end the JSON that `begin` and `state` begin.
 */
const piece = { begin: 0, state: 1, state_fr: 2, place: 3, middle: 4, end: 5, tail: 6, facts: 7 } as const
const pieces = Object.keys(piece) as (keyof typeof piece)[]
const headNumbers = at.pieces + pieces.length

const vehicleClasses = ['car', 'motorcycle', 'large']

/** Returns the number of a vehicle class in cards. */
export const classNumber = (vehicle_class: string): number => vehicleClasses.indexOf(vehicle_class)

export type CardParts = {
  hours: number
  bookable: boolean
  reviews: number
  /** The number of the source. */
  source: number
  /** The number of each vehicle type's rate. */
  rates: readonly { vehicle_type_id: number; rate: number }[]
  pools: readonly { vehicle_class: string; id: number; capacity: number }[]
  closures: readonly ClosedTime[]
} & Record<keyof typeof piece, string>

/** Facts for suggesting and labelling a park. */
export interface CardFacts {
  park_code: string
  slug: string
  name: string | null
  near: ParkNear | null
  address: string | null
  city: string | null
  state: string | null
  state_fr: string | null
  folded: string
  folded_name: string
  has_partner: boolean
}

/** Facts that the card does not show, and the French name of the state where it differs. */
export type OwnFacts = Pick<CardFacts, 'folded' | 'folded_name' | 'has_partner'> & { state_fr?: string | null }

export function encodeCard(parts: CardParts): Uint8Array {
  const texts = pieces.map((name) => Buffer.from(parts[name]))
  const numbers = [
    parts.hours,
    Number(parts.bookable),
    parts.reviews,
    parts.source,
    parts.rates.length,
    parts.pools.length,
    parts.closures.length,
    ...texts.map(({ length }) => length),
    ...parts.rates.flatMap(({ vehicle_type_id, rate }) => [vehicle_type_id, rate]),
    ...parts.pools.flatMap(({ vehicle_class, id, capacity }) => [classNumber(vehicle_class), id, capacity]),
    ...parts.closures.flatMap(({ start_s, end_s }) => [start_s, end_s]),
  ]
  const head = Buffer.from(Uint32Array.from(numbers).buffer)
  return Buffer.concat([head, ...texts])
}

/** `set` copies shared memory byte by byte, so `copy` is used. */
const { copy } = Buffer.prototype

const noClosures: readonly ClosedTime[] = []

/** Reads a card in place, without copying. */
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
  /** The number of its source. */
  get source() {
    return this.#number(at.source)
  }

  /** Returns the number of a vehicle type's rate; undefined without one. */
  rateOf(vehicle_type_id: number): number | undefined {
    const rates = this.#number(at.rates)
    for (let index = 0; index < rates; index += 1) {
      const from = headNumbers + index * 2
      if (this.#number(from) === vehicle_type_id) return this.#number(from + 1)
    }
    return undefined
  }

  /** Returns the pool of a vehicle class by its number. */
  poolOf(vehicle_class: number): { id: number; capacity: number } | undefined {
    const first = headNumbers + this.#number(at.rates) * 2
    const pools = this.#number(at.pools)
    for (let index = 0; index < pools; index += 1) {
      const from = first + index * 3
      if (this.#number(from) === vehicle_class) return { id: this.#number(from + 1), capacity: this.#number(from + 2) }
    }
    return undefined
  }

  /** The closures of the whole park, by their start; for nearly all parks there are none. */
  get closures(): readonly ClosedTime[] {
    const count = this.#number(at.closures)
    if (count === 0) return noClosures
    const first = headNumbers + this.#number(at.rates) * 2 + this.#number(at.pools) * 3
    return Array.from({ length: count }, (_, n) => ({
      start_s: this.#number(first + n * 2),
      end_s: this.#number(first + n * 2 + 1),
    }))
  }

  /** The card's own JSON up to the state, completed by what it does not show. */
  get facts(): CardFacts {
    const shown = this.#text(piece.begin, this.#lengthOf(piece.begin) + this.#lengthOf(piece.state))
    const facts = JSON.parse(shown + this.#text(piece.facts, this.#lengthOf(piece.facts))) as CardFacts
    facts.near ??= null
    facts.state_fr ??= facts.state
    return facts
  }

  #text(number: number, length: number): string {
    const { buffer, byteOffset } = this.#bytes
    return Buffer.from(buffer, byteOffset + this.#startOf(number), length).toString()
  }

  /**
   * Writes a part of the card to the target at `to`; returns the end position. Between `end` and `tail` stands the source's
   * own text (`SharedValues.sources`).
   */
  write(name: 'begin' | 'middle' | 'end' | 'tail', language: Language, target: Uint8Array, to: number): number {
    if (name !== 'begin') return this.#copy(piece[name], target, to)
    const isFrench = language === 'fr' && this.#lengthOf(piece.state_fr) > 0
    const upToCity = this.#copy(piece.begin, target, to)
    const upToState = this.#copy(isFrench ? piece.state_fr : piece.state, target, upToCity)
    return this.#copy(piece.place, target, upToState)
  }

  #copy(number: number, target: Uint8Array, to: number): number {
    const from = this.#startOf(number)
    const length = this.#lengthOf(number)
    copy.call(this.#bytes, target, to, from, from + length)
    return to + length
  }

  /** Upper bound in bytes of the pieces of one language. */
  get length(): number {
    return this.#bytes.length - this.#lengthOf(piece.facts)
  }

  #lengthOf(number: number): number {
    return this.#number(at.pieces + number)
  }

  #startOf(number: number): number {
    const counted = this.#number(at.rates) * 2 + this.#number(at.pools) * 3 + this.#number(at.closures) * 2
    let from = (headNumbers + counted) * 4
    for (let before = 0; before < number; before += 1) from += this.#lengthOf(before)
    return from
  }
}
