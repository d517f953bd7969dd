import type { Language } from '#contract/places.ts'
import { distanceM, roundDistanceM } from '#server/geo.ts'
import type { Card } from '#server/features/search/live/card.ts'
import { cardOf, type IndexRow, type ParkEvaluator } from './evaluator.ts'
import type { RankedPage } from './ranking.ts'
import type { View } from '#server/features/parks/summaries.ts'

/** Room for the figures that are put into a card, and for what stands around all of them. */
const figuresLength = 256
const envelopeLength = 128

/**
 * The list's answer as one piece of bytes, as `pageOf(ParkSummary)` would be written: the cards as they lie in the index,
 * with the figures of this question put in.
 */
export function writeList(
  { rows, distances, total, evaluator }: RankedPage,
  { page, size }: { page: number; size: number },
  { centre, language, window }: View,
): Buffer {
  const cards = rows.map(cardOf)
  const room = cards.reduce((sum, card) => sum + card.length + figuresLength, envelopeLength)
  const answer = new Answer(room)
  const options = { language, hasWindow: window !== undefined, evaluator }
  answer.text('{"items":[')
  for (const [index, row] of rows.entries()) {
    if (index > 0) answer.text(',')
    const distance = centre === undefined ? undefined : (distances?.[index] ?? distanceM(centre, row))
    writeCard(answer, row, cards[index]!, distance, options)
  }
  const pages = Math.max(1, Math.ceil(total / size))
  answer.text(`],"total":${total},"page":${page},"size":${size},"pages":${pages}}`)
  return answer.written
}

type CardOptions = { language: Language; hasWindow: boolean; evaluator: ParkEvaluator }

function writeCard(
  answer: Answer,
  row: IndexRow,
  card: Card,
  distance_m: number | undefined,
  options: CardOptions,
): void {
  const { language, hasWindow, evaluator } = options
  answer.piece(card, 'begin', language)
  if (distance_m !== undefined) {
    answer.text(',"distance_m":')
    answer.number(roundDistanceM(distance_m))
  }
  answer.text(card.bookable ? ',"bookable":true,"open":' : ',"bookable":false,"open":')
  answer.fact(evaluator.isOpen(card))
  answer.text(',"fits":')
  answer.fact(evaluator.fits(row, card))
  answer.piece(card, 'middle', language)
  if (hasWindow) {
    answer.text(',"available":')
    answer.number(evaluator.available(card))
  }
  answer.text(',"price":')
  answer.text(evaluator.price(card)?.json ?? 'null')
  answer.piece(card, 'end', language)
}

const digit = 48
const point = 46

/**
 * Every answer is written here, and goes out as a copy of its own length: memory that is new costs more than what is
 * written into it. Nothing may wait between the first byte and the copy.
 */
let scratch = Buffer.allocUnsafeSlow(64 * 1024)

/** Bytes, one after the other. Of a dozen of letters each is faster put by itself than any call that puts them all. */
class Answer {
  readonly #bytes: Buffer
  #at = 0

  constructor(room: number) {
    if (scratch.length < room) scratch = Buffer.allocUnsafeSlow(room)
    this.#bytes = scratch
  }

  get written(): Buffer {
    return Buffer.from(this.#bytes.subarray(0, this.#at))
  }

  piece(card: Card, name: 'begin' | 'middle' | 'end', language: Language): void {
    this.#at = card.write(name, language, this.#bytes, this.#at)
  }

  /** Of ASCII alone. */
  text(text: string): void {
    const bytes = this.#bytes
    const from = this.#at
    for (let index = 0; index < text.length; index += 1) bytes[from + index] = text.charCodeAt(index)
    this.#at = from + text.length
  }

  fact(value: boolean | null): void {
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
