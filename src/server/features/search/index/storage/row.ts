import { termOf } from '../text/terms.ts'
import type { Codec } from '../types.ts'
import type { Row } from '../types.ts'
import { idOf } from './ids.ts'
import type { Part } from './layout.ts'

/** A row that reads from the columns on access. */
export class RowOf<P> implements Row<P> {
  readonly #codec: Codec<P>
  readonly #part: Part
  #row: number

  constructor(codec: Codec<P>, part: Part, row: number) {
    this.#codec = codec
    this.#part = part
    this.#row = row
  }

  /** Moves to another row, to iterate with one object. */
  at(row: number): this {
    this.#row = row
    return this
  }

  get id() {
    return idOf(this.#part, this.#row)
  }
  get country_id() {
    return this.#part.country_id[this.#row]!
  }
  get state_id() {
    return orNull(this.#part.state_id[this.#row]!)
  }
  get lat() {
    return this.#part.lat[this.#row]!
  }
  get lng() {
    return this.#part.lng[this.#row]!
  }
  get kind() {
    return this.#part.kind[this.#row]!
  }
  get amenities() {
    return this.#part.amenities[this.#row]!
  }
  get bookable() {
    return this.#part.bookable[this.#row] === 1
  }
  get max_height_cm() {
    return orNull(this.#part.max_height_cm[this.#row]!)
  }
  get max_length_cm() {
    return orNull(this.#part.max_length_cm[this.#row]!)
  }
  get max_width_cm() {
    return orNull(this.#part.max_width_cm[this.#row]!)
  }
  get rating() {
    const rating = this.#part.rating[this.#row]!
    return Number.isNaN(rating) ? null : Math.round(rating * 100) / 100
  }
  get weight() {
    return this.#part.weight[this.#row]!
  }
  get terms() {
    const { terms, terms_at } = this.#part
    const own = terms.subarray(terms_at[this.#row]!, terms_at[this.#row + 1]!)
    return Array.from(own, (term) => termOf(this.#part, term))
  }
  get payload_bytes() {
    const { payloads, payloads_at } = this.#part
    return payloads.subarray(payloads_at[this.#row]!, payloads_at[this.#row + 1]!)
  }
  get payload() {
    return this.#codec.decode(this.payload_bytes)
  }
}

const orNull = (value: number) => (value === 0 ? null : value)
