import type { ParkList } from '#contract/parks/parks.ts'
import type { Language } from '#contract/places/places.ts'
import { toClosedTimes } from '#server/features/parks/closures.ts'
import type { View } from '#server/features/parks/summaries.ts'
import { distanceM, roundDistanceM } from '#server/geo.ts'
import { cardOf, type IndexRow, type ParkEvaluator } from './evaluator.ts'
import type { Card } from './live/card.ts'
import type { RankedPage } from './ranking.ts'

/** Buffer space in bytes for the inserted values of a card. */
const figuresLength = 256

/**
 * Writes the list response as bytes, equal to a serialized `pageOf(ParkSummary)`: cards copied from the index with the
 * values of this query inserted.
 */
export function writeList(
  ranked: RankedPage & { about?: Pick<ParkList, 'elsewhere' | 'beyond' | 'street' | 'has_amenities'> },
  { page, size }: { page: number; size: number },
  view: View,
): Buffer {
  const { total, about = {} } = ranked
  const pages = Math.max(1, Math.ceil(total / size))
  return writeWith(
    ranked,
    view,
    '{"items":',
    `,"total":${total},"page":${page},"size":${size},"pages":${pages}${writeAbout(about)}}`,
  )
}

/** The fields of an object without its braces, as ASCII with other letters escaped. */
function writeAbout(about: object): string {
  const json = JSON.stringify(about).slice(1, -1)
  const escaped = json.replaceAll(
    /[\u0080-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return escaped === '' ? '' : `,${escaped}`
}

/** Writes parks as bytes, equal to a serialized list of `ParkSummary`. */
export const writeCards = (parks: Omit<RankedPage, 'total'>, view: View): Buffer => writeWith(parks, view, '', '')

/** Writes a list of parks between two ASCII texts. */
function writeWith(
  { rows, distances, evaluator }: Omit<RankedPage, 'total'>,
  { centre, language, window }: View,
  before: string,
  after: string,
): Buffer {
  const cards = rows.map(cardOf)
  const capacity = cards.reduce(
    (sum, card) => sum + card.length + evaluator.sourceOf(card).length + figuresLength,
    before.length + after.length + 2,
  )
  const writer = new ResponseWriter(capacity)
  const options = { language, hasWindow: window !== undefined, evaluator }
  writer.text(`${before}[`)
  for (const [index, row] of rows.entries()) {
    if (index > 0) writer.text(',')
    const distance = centre === undefined ? undefined : (distances?.[index] ?? distanceM(centre, row))
    writeCard(writer, row, cards[index]!, distance, options)
  }
  writer.text(`]${after}`)
  return writer.written
}

interface CardOptions {
  language: Language
  hasWindow: boolean
  evaluator: ParkEvaluator
}

function writeCard(
  writer: ResponseWriter,
  row: IndexRow,
  card: Card,
  distance_m: number | undefined,
  options: CardOptions,
): void {
  const { language, hasWindow, evaluator } = options
  writer.piece(card, 'begin', language)
  if (distance_m !== undefined) {
    writer.text(',"distance_m":')
    writer.number(roundDistanceM(distance_m))
  }
  writer.text(card.bookable ? ',"bookable":true,"open":' : ',"bookable":false,"open":')
  writer.nullableBoolean(evaluator.isOpen(card))
  const closure = evaluator.closure(card)
  if (closure !== undefined) writer.text(`,"closure":${JSON.stringify(toClosedTimes(closure))}`)
  writer.text(',"fits":')
  writer.nullableBoolean(evaluator.fits(row, card))
  writer.piece(card, 'middle', language)
  if (hasWindow) {
    writer.text(',"available":')
    writer.number(evaluator.available(card))
  }
  writer.text(',"price":')
  writer.text(evaluator.price(card)?.json ?? 'null')
  writer.piece(card, 'end', language)
  writer.bytes(evaluator.sourceOf(card))
  writer.piece(card, 'tail', language)
}

const digit = 48
const point = 46

/**
 * Shared buffer for responses, which are sent as copies, because allocating memory costs more than filling it. Writing
 * must not be interrupted by an `await`.
 */
let scratch = Buffer.allocUnsafeSlow(64 * 1024)

/** Appends to the buffer. For short texts, a loop over characters is faster than any built-in call. */
class ResponseWriter {
  readonly #bytes: Buffer
  #at = 0

  constructor(capacity: number) {
    if (scratch.length < capacity) scratch = Buffer.allocUnsafeSlow(capacity)
    this.#bytes = scratch
  }

  get written(): Buffer {
    return Buffer.from(this.#bytes.subarray(0, this.#at))
  }

  bytes(bytes: Uint8Array): void {
    this.#bytes.set(bytes, this.#at)
    this.#at += bytes.length
  }

  piece(card: Card, name: 'begin' | 'middle' | 'end' | 'tail', language: Language): void {
    this.#at = card.write(name, language, this.#bytes, this.#at)
  }

  /** Appends ASCII text. */
  text(text: string): void {
    const bytes = this.#bytes
    const from = this.#at
    for (let index = 0; index < text.length; index += 1) bytes[from + index] = text.charCodeAt(index)
    this.#at = from + text.length
  }

  nullableBoolean(value: boolean | null): void {
    this.text(value === null ? 'null' : value ? 'true' : 'false')
  }

  number(value: number | null): void {
    const tenths = value === null ? NaN : value * 10
    if (tenths >= 0 && tenths < 1e9 && Number.isInteger(tenths)) this.#tenths(tenths)
    else this.text(String(value))
  }

  #tenths(tenths: number): void {
    const bytes = this.#bytes
    const last = tenths % 10
    let whole = (tenths - last) / 10
    let length = 1
    for (let more = 10; more <= whole; more *= 10) length += 1
    for (let at = this.#at + length - 1; at >= this.#at; at -= 1) {
      bytes[at] = digit + (whole % 10)
      whole = Math.floor(whole / 10)
    }
    this.#at += length
    if (last === 0) return
    bytes[this.#at] = point
    bytes[this.#at + 1] = digit + last
    this.#at += 2
  }
}
