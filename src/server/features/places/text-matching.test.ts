import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  matchPlaceName,
  dropParking,
  matchTyped,
  readPlaceText,
  parseTypedText,
  parsePartialText,
  typingErrors,
  type Findable,
} from './text-matching.ts'

const place = (name: string, normalized = name.toLowerCase(), weight = 0.5, codes: string[] = []): Findable => ({
  name,
  folded: normalized,
  codes,
  weight,
})
const match = (typed: string, candidate: Findable) => matchTyped(parseTypedText(typed), candidate)

describe('matching typed text', () => {
  test.each([
    ['the beginning', 'toro', 'sure'],
    ['another case and accents', 'TORÓNTO', 'sure'],
    ['a letter twice', 'torronto', 'alike'],
    ['two letters swapped', 'torotno', 'alike'],
    ['a letter missing', 'tornto', 'alike'],
    ['a wrong beginning', 'doron', 'alike'],
    ['something else', 'montreal', undefined],
    ['too short for errors', 'tr', undefined],
    ['nothing to compare', '🙂', undefined],
  ])('%s', (_name, typed, tier) => {
    expect(match(typed, place('Toronto'))?.tier).toBe(tier)
  })

  test('matches words in any order, the last one incomplete', () => {
    const pearson = place(
      'Lester B. Pearson International Airport',
      'lester b pearson intl airport toronto yyz cyyz',
      0.9,
      ['YYZ', 'CYYZ'],
    )
    expect(match('toronto airp', pearson)?.tier).toBe('sure')
    expect(match('pearson toronto', pearson)?.tier).toBe('sure')
    expect(match('yyz', pearson)!.score).toBeGreaterThan(1)
    expect(match('cyyz', pearson)!.score).toBeGreaterThan(1)
  })

  test.each([
    ['sa', 'st louis'],
    ['Sain', 'st louis'],
    ['louis sai', 'st louis'],
    ['boul', 'boulder'],
    ['mont', 'montreal'],
    ['mont', 'mt tremblant'],
    ['mont tr', 'mt tremblant'],
  ])('matches while typing: "%s" finds %s', (typed, normalized) => {
    expect(matchTyped(parsePartialText(typed), place(normalized), 'sure')?.tier).toBe('sure')
  })

  test.each([
    ['sai', 'stadium'],
    ['sai louis', 'st louis'],
    ['sa', 'stadium'],
  ])('"%s" does not find %s', (typed, normalized) => {
    expect(matchTyped(parsePartialText(typed), place(normalized), 'sure')).toBeUndefined()
  })

  test('ranks whole names before prefixes, prefixes before words, and big places before small', () => {
    const score = (name: string, weight: number) => match('york', place(name, name.toLowerCase(), weight))!.score
    expect(score('York', 0.5)).toBeGreaterThan(score('Yorkton', 0.5))
    expect(score('Yorkton', 0.5)).toBeGreaterThan(score('New York', 0.5))
    expect(score('Yorkton', 0.8)).toBeGreaterThan(score('Yorkville', 0.2))
  })

  test('counts typing errors symmetrically and at most the longer word’s length', () => {
    const words = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd'), maxLength: 9 })
    fc.assert(
      fc.property(words, words, (a, b) => {
        const errors = typingErrors(a, b)
        expect(errors).toBe(typingErrors(b, a))
        expect(errors).toBeLessThanOrEqual(Math.max(a.length, b.length))
        expect(errors === 0).toBe(a === b)
      }),
    )
  })
})

describe('words for parking', () => {
  test.each([
    ['jfk parking', 'jfk'],
    ['parking at jfk', 'jfk'],
    ['car park near pearson', 'pearson'],
    ['parking garage union station', 'union station'],
    ['stationnement à l’aéroport de montréal', 'airport de montreal'],
    ['airport parking toronto', 'airport toronto'],
  ])('"%s" names "%s"', (text, named) => {
    expect(dropParking(parsePartialText(text))?.folded).toBe(named)
  })

  test.each(['parking', 'car park', 'jfk', 'central park', 'park avenue', 'car wash'])(
    '"%s" has none to drop',
    (text) => {
      expect(dropParking(parsePartialText(text))).toBeUndefined()
    },
  )

  test('one that is being typed counts when nothing else is found', () => {
    expect(dropParking(parsePartialText('jfk parki'), true)?.folded).toBe('jfk')
    expect(dropParking(parsePartialText('jfk parki'))).toBeUndefined()
  })
})

describe('reading a search text as a place', () => {
  const lagos = {
    ...place(
      'Murtala Muhammed International Airport',
      'murtala muhammed intl airport lagos airport los dnmm aeroport international',
      0.9,
      ['LOS', 'DNMM'],
    ),
    kind: 'airport',
  }
  const meant = (text: string, candidate: Findable & { kind: string }) => {
    const { named, kind } = readPlaceText(text)
    return matchPlaceName(named, kind, candidate)
  }

  test.each([
    ['lagos airport', lagos, 'by words'],
    ['Aéroport de Lagos', lagos, 'by words'],
    ['LOS', lagos, 'exactly'],
    ['Murtala Muhammed International', lagos, 'exactly'],
    ['murtala', lagos, undefined],
    ['lagos', lagos, undefined],
    ['lagos stadium', lagos, undefined],
    ['airport', lagos, undefined],
    ['Toronto', { ...place('Toronto'), kind: 'city' }, 'exactly'],
    ['parking à Toronto', { ...place('Toronto'), kind: 'city' }, 'exactly'],
    ['new york', { ...place('New York City'), kind: 'city' }, 'exactly'],
    ['york', { ...place('New York City'), kind: 'city' }, undefined],
    ['toron', { ...place('Toronto'), kind: 'city' }, undefined],
  ])('%s', (text, candidate, expected) => {
    expect(meant(text, candidate)).toBe(expected)
  })
})
