import { cellOf } from '../spatial/cells.ts'
import { levelsOf } from '../spatial/tree-shape.ts'
import { fillTree } from '../spatial/tree.ts'
import { letterBit } from '../text/fuzzy-pattern.ts'
import type { Codec, Entry } from '../types.ts'
import { EntryBuffer, field, recordLength } from './entry-buffer.ts'
import { newPart, type Part } from './layout.ts'

/** From this size radix sort is faster than comparing. */
const radixThreshold = 4096
const digits = 2 ** 16

/** Sorts `order` in place by 32-bit `keys`, the first being most significant; stable. */
function sortBy(order: Uint32Array, ...keys: ((row: number) => number)[]): void {
  if (order.length < radixThreshold) {
    order.sort((a, b) => {
      for (const key of keys) {
        const difference = key(a) - key(b)
        if (difference !== 0) return difference
      }
      return 0
    })
    return
  }
  let from: Uint32Array = order
  let to: Uint32Array = new Uint32Array(order.length)
  for (const key of keys.toReversed()) {
    const values = new Uint32Array(order.length)
    for (let at = 0; at < order.length; at += 1) values[order[at]!] = key(order[at]!)
    for (const shift of [0, 16]) {
      if (sortDigit(from, to, values, shift)) [from, to] = [to, from]
    }
  }
  if (from !== order) order.set(from)
}

/** Returns false when all have the same digit and nothing was moved. */
function sortDigit(from: Uint32Array, to: Uint32Array, values: Uint32Array, shift: number): boolean {
  const starts = new Uint32Array(digits)
  for (let at = 0; at < from.length; at += 1) starts[(values[from[at]!]! >>> shift) & 0xffff]! += 1
  let sum = 0
  for (let digit = 0; digit < digits; digit += 1) {
    const count = starts[digit]!
    if (count === from.length) return false
    starts[digit] = sum
    sum += count
  }
  for (let at = 0; at < from.length; at += 1) {
    const row = from[at]!
    const digit = (values[row]! >>> shift) & 0xffff
    to[starts[digit]!] = row
    starts[digit]! += 1
  }
  return true
}

/** A complete buffer, without `add`. */
type FullBuffer = Omit<EntryBuffer<never>, 'add'>

/** Builds a part from entries; of several with the same id the last one counts. */
export function buildPart<P>(entries: Iterable<Entry<P>>, codec: Codec<P>): Part {
  const draft = new EntryBuffer(codec)
  for (const entry of entries) draft.add(entry)
  return partOf(draft)
}

/** Builds a part from a buffer. */
export function partOf(draft: FullBuffer): Part {
  const byId = sortedById(draft)
  const cells = new Float64Array(draft.size)
  for (const from of byId) {
    const at = from * recordLength
    cells[from] = cellOf(draft.records[at + field.lat]!, draft.records[at + field.lng]!)
  }
  const order = byId.slice()
  sortBy(
    order,
    (from) => Math.floor(cells[from]! / 2 ** 32),
    (from) => cells[from]! % 2 ** 32,
  )
  const words = [...draft.vocabulary.keys()].sort()
  const nodes = levelsOf(order.length).reduce((sum, count) => sum + count, 0)
  const size = order.length
  const sum = (at: readonly number[]) => order.reduce((total, from) => total + at[from + 1]! - at[from]!, 0)
  const postings = sum(draft.termsAt)
  const part = newPart({
    lat: size,
    lng: size,
    cell: size,
    country_id: size,
    state_id: size,
    kind: size,
    bookable: size,
    amenities: size,
    max_height_cm: size,
    max_length_cm: size,
    max_width_cm: size,
    rating: size,
    weight: size,
    id: size * 4,
    by_id: size,
    by_weight: size,
    spheres: nodes * 6,
    degrees: nodes * 4,
    letters: words.reduce((total, word) => total + word.length, 0),
    letters_at: words.length + 1,
    signs: words.length,
    postings,
    postings_at: words.length + 1,
    terms: postings,
    terms_at: size + 1,
    payloads: sum(draft.payloadsAt),
    payloads_at: size + 1,
  })
  fillColumns(part, draft, order, cells)
  fillOrders(part, order, byId, draft.size)
  fillTerms(part, draft, order, words)
  fillPayloads(part, draft, order)
  fillTree(part)
  return part
}

/** Returns the buffer's positions sorted by id, the last one for each id. */
function sortedById({ records, size }: Pick<FullBuffer, 'records' | 'size'>): Uint32Array {
  const order = Uint32Array.from({ length: size }, (_, from) => from)
  const word = (index: number) => (from: number) => records[from * recordLength + field.id + index]!
  sortBy(order, word(0), word(1), word(2), word(3))
  const isSame = (a: number, b: number) => [0, 1, 2, 3].every((index) => word(index)(a) === word(index)(b))
  return order.filter((from, at) => at + 1 === size || !isSame(from, order[at + 1]!))
}

const plain = [
  'lat',
  'lng',
  'country_id',
  'state_id',
  'kind',
  'bookable',
  'amenities',
  'max_height_cm',
  'max_length_cm',
  'max_width_cm',
  'rating',
  'weight',
] as const

function fillColumns(part: Part, { records }: FullBuffer, order: Uint32Array, cells: Float64Array) {
  const values = new Float64Array(order.length)
  for (const name of plain) {
    for (let row = 0; row < order.length; row += 1) values[row] = records[order[row]! * recordLength + field[name]]!
    part[name].set(values)
  }
  for (let row = 0; row < order.length; row += 1) {
    part.cell[row] = cells[order[row]!]!
    for (let word = 0; word < 4; word += 1)
      part.id[row * 4 + word] = records[order[row]! * recordLength + field.id + word]!
  }
}

function fillOrders({ by_id, by_weight, weight }: Part, order: Uint32Array, byId: Uint32Array, drafted: number): void {
  const rowOf = new Uint32Array(drafted)
  for (let row = 0; row < order.length; row += 1) rowOf[order[row]!] = row
  for (let at = 0; at < byId.length; at += 1) by_id[at] = rowOf[byId[at]!]!
  by_weight.set(by_id)
  sortBy(by_weight, (row) => 65_535 - weight[row]!)
}

function fillTerms(
  { letters, letters_at, signs, postings, postings_at, terms, terms_at }: Part,
  draft: FullBuffer,
  order: Uint32Array,
  words: readonly string[],
): void {
  const sorted = new Uint32Array(words.length)
  let end = 0
  for (const [term, word] of words.entries()) {
    sorted[draft.vocabulary.get(word)!] = term
    for (let at = 0; at < word.length; at += 1) {
      const letter = word.charCodeAt(at)
      letters[end + at] = letter
      signs[term]! |= letterBit(letter)
    }
    end += word.length
    letters_at[term + 1] = end
  }
  end = 0
  for (let row = 0; row < order.length; row += 1) {
    const from = order[row]!
    const begin = end
    for (let at = draft.termsAt[from]!; at < draft.termsAt[from + 1]!; at += 1) {
      const term = sorted[draft.terms[at]!]!
      let place = end
      for (; place > begin && terms[place - 1]! > term; place -= 1) terms[place] = terms[place - 1]!
      terms[place] = term
      postings_at[term + 1]! += 1
      end += 1
    }
    terms_at[row + 1] = end
  }
  for (let term = 0; term < words.length; term += 1) postings_at[term + 1]! += postings_at[term]!
  const next = postings_at.slice()
  for (let row = 0; row < order.length; row += 1) {
    for (let at = terms_at[row]!; at < terms_at[row + 1]!; at += 1) {
      const term = terms[at]!
      postings[next[term]!] = row
      next[term]! += 1
    }
  }
}

function fillPayloads({ payloads, payloads_at }: Part, draft: FullBuffer, order: Uint32Array): void {
  let end = 0
  for (let row = 0; row < order.length; row += 1) {
    const from = order[row]!
    const bytes = draft.payloads.subarray(draft.payloadsAt[from], draft.payloadsAt[from + 1])
    payloads.set(bytes, end)
    end += bytes.length
    payloads_at[row + 1] = end
  }
}
