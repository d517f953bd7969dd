import type { Language } from '#contract/places.ts'
import { distanceM, roundedM, type Point } from './geo.ts'
import { Card } from './index-card.ts'
import { cardOf, type Found, type Judge } from './search-index.ts'
import type { View } from './summaries.ts'

/** Room for the figures that are put into a card, and for what stands around all of them. */
const figuresLength = 256
const envelopeLength = 128

/**
 * The list's answer as one piece of bytes, as `pageOf(ParkSummary)` would be written: the cards as they lie in the index,
 * with the figures of this question put in.
 */
export function writeList(
  rows: readonly Found[],
  { total, page, size }: { total: number; page: number; size: number },
  judge: Judge,
  { centre, language, window }: View,
): Buffer {
  const cards = rows.map(cardOf)
  const room = cards.reduce((sum, card) => sum + card.length + figuresLength, envelopeLength)
  const target = Buffer.allocUnsafe(room)
  let at = target.write('{"items":[', 0, 'latin1')
  for (const [index, card] of cards.entries()) {
    if (index > 0) at += target.write(',', at, 'latin1')
    at = writeCard(target, at, rows[index]!, card, { centre, language, hasWindow: window !== undefined }, judge)
  }
  const pages = Math.max(1, Math.ceil(total / size))
  at += target.write(`],"total":${total},"page":${page},"size":${size},"pages":${pages}}`, at, 'latin1')
  return target.subarray(0, at)
}

type Asked = { centre: Point | undefined; language: Language; hasWindow: boolean }

function writeCard(target: Buffer, from: number, row: Found, card: Card, asked: Asked, judge: Judge): number {
  const { centre, language, hasWindow } = asked
  const { fixed } = Card
  let at = card.write('begin', language, target, from)
  const distance = centre === undefined ? '' : `${fixed.distance}${roundedM(distanceM(centre, row))}`
  const isBookable = fixed.bookable[card.bookable ? 'true' : 'false']
  at += target.write(`${distance}${isBookable}${judge.isOpen(card)}${fixed.fits}${judge.fits(row, card)}`, at, 'latin1')
  at = card.write('middle', language, target, at)
  const available = hasWindow ? `${fixed.available}${judge.available(card)}` : ''
  const rate = judge.rateOf(card)
  const price =
    rate === undefined
      ? 'null'
      : `{"amount":${judge.price(card)},"currency":"${rate.currency}","unit":"${hasWindow ? 'stay' : 'hour'}"}`
  at += target.write(`${available}${fixed.price}${price}`, at, 'latin1')
  return card.write('end', language, target, at)
}
