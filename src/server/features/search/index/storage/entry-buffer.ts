import type { Codec } from '../types.ts'
import type { Entry } from '../types.ts'
import { readId } from './ids.ts'

/** Offset of each field in a park's numeric record. */
export const field = {
  id: 0,
  lat: 4,
  lng: 5,
  country_id: 6,
  state_id: 7,
  kind: 8,
  bookable: 9,
  amenities: 10,
  max_height_cm: 11,
  max_length_cm: 12,
  max_width_cm: 13,
  rating: 14,
  weight: 15,
} as const
export const recordLength = 16

/** Collects entries: numeric records, the terms of each, and payloads one after another. */
export class EntryBuffer<P> {
  size = 0
  records = new Float64Array(recordLength * 64)
  /** Term numbers in order of first use. */
  terms = new Uint32Array(512)
  readonly termsAt: number[] = [0]
  readonly vocabulary = new Map<string, number>()
  payloads = new Uint8Array(1024)
  readonly payloadsAt: number[] = [0]
  readonly #encode: Codec<P>['encode']

  constructor({ encode }: Codec<P>) {
    this.#encode = encode
  }

  /** Throws RangeError for values that don't fit the columns, because truncated values would give wrong results. */
  add(entry: Entry<P>): void {
    const id = readId(entry.id)
    if (id === undefined) throw new RangeError(`The id "${entry.id}" is not a UUID in lower case`)
    const at = this.size * recordLength
    this.records = grown(this.records, at + recordLength)
    const { records } = this
    records.set(id, at)
    records[at + field.lat] = checked(entry, 'lat', -90, 90)
    records[at + field.lng] = checked(entry, 'lng', -180, 180)
    records[at + field.country_id] = whole(entry, 'country_id', 0, 65_535)
    records[at + field.state_id] = entry.state_id === null ? 0 : whole(entry, 'state_id', 1, 65_535)
    records[at + field.kind] = whole(entry, 'kind', 0, 255)
    records[at + field.bookable] = entry.bookable ? 1 : 0
    records[at + field.amenities] = whole(entry, 'amenities', 0, 2 ** 32 - 1)
    for (const size of ['max_height_cm', 'max_length_cm', 'max_width_cm'] as const)
      records[at + field[size]] = entry[size] === null ? 0 : whole(entry, size, 1, 65_535)
    records[at + field.rating] = entry.rating === null ? Number.NaN : checked(entry, 'rating', 0, 1000)
    records[at + field.weight] = whole(entry, 'weight', 0, 65_535)
    this.#addTerms(entry.words)
    this.#addPayload(this.#encode(entry.payload))
    this.size += 1
  }

  #addTerms(words: string): void {
    let end = this.termsAt.at(-1)!
    const begin = end
    for (const word of words.split(' ')) {
      if (word === '') continue
      let term = this.vocabulary.get(word)
      if (term === undefined) {
        term = this.vocabulary.size
        this.vocabulary.set(word, term)
      }
      let known = begin
      while (known < end && this.terms[known] !== term) known += 1
      if (known < end) continue
      this.terms = grown(this.terms, end + 1)
      this.terms[end] = term
      end += 1
    }
    this.termsAt.push(end)
  }

  #addPayload(bytes: Uint8Array): void {
    const end = this.payloadsAt.at(-1)!
    this.payloads = grown(this.payloads, end + bytes.length)
    this.payloads.set(bytes, end)
    this.payloadsAt.push(end + bytes.length)
  }
}

type Numbers<P> = {
  [name in keyof Entry<P>]: number | null extends Entry<P>[name] ? name : Entry<P>[name] extends number ? name : never
}[keyof Entry<P>]

function checked<P>(entry: Entry<P>, name: Numbers<P>, least: number, most: number): number {
  const value = entry[name] as number
  if (!(value >= least && value <= most)) throw new RangeError(`${name} ${value} of park ${entry.id} is out of range`)
  return value
}

function whole<P>(entry: Entry<P>, name: Numbers<P>, least: number, most: number): number {
  const value = checked(entry, name, least, most)
  if (!Number.isInteger(value)) throw new RangeError(`${name} ${value} of park ${entry.id} is not a whole number`)
  return value
}

/** Returns the array, or a larger copy when it is too short. */
function grown<T extends Float64Array | Uint32Array | Uint8Array>(values: T, length: number): T {
  if (length <= values.length) return values
  const larger = new (values.constructor as new (length: number) => T)(Math.max(length, values.length * 2))
  larger.set(values)
  return larger
}
