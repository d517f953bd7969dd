import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { normalizeText } from '#server/features/places/normalize-text.ts'
import { errorsIn } from '../brute.ts'
import { jsonCodec } from '../codecs.ts'
import { parksFrom } from '../generated-entries.ts'
import { buildPart } from '../storage/build.ts'
import type { Terms } from '../storage/layout.ts'
import { findSimilarTerms, allowedErrors, findPrefixTerms, hasTerm, termOf } from './terms.ts'

const letters = fc.constantFrom('a', 'b', 'c')
const words = fc.uniqueArray(fc.string({ unit: letters, minLength: 1, maxLength: 11 }), { minLength: 1, maxLength: 60 })
const typed = fc.string({ unit: letters, minLength: 1, maxLength: 9 })

const partOf = (list: string[]) => buildPart([{ ...parksFrom(1, 1)[0]!, words: list.join(' ') }], jsonCodec<number>())
const listed = (part: ReturnType<typeof partOf>, { ranges }: Terms) =>
  Array.from({ length: part.letters_at.length - 1 }, (_, term) => term)
    .filter((term) => ranges.some((from, at) => at % 2 === 0 && term >= from && term < ranges[at + 1]!))
    .map((term) => termOf(part, term))

test('finds terms by prefix', () => {
  fc.assert(
    fc.property(words, typed, (list, word) => {
      const part = partOf(list)
      expect(listed(part, findPrefixTerms(part, word))).toEqual(
        list.filter((candidate) => candidate.startsWith(word)).toSorted(),
      )
    }),
  )
})

test('finds similar terms with the same errors as the matching of places', () => {
  fc.assert(
    fc.property(words, typed, (list, word) => {
      const part = partOf(list)
      const found = findSimilarTerms(part, word)
      for (const [errors, terms] of found.entries()) {
        const expected = list.filter((candidate) => (errorsIn([word], candidate, true) ?? Infinity) <= errors)
        expect(listed(part, terms)).toEqual(expected.toSorted())
        expect(hasTerm(part, 0, terms)).toBe(expected.length > 0)
        expect(terms.postings).toBe(expected.length)
      }
    }),
    { numRuns: 300 },
  )
})

const real = readFileSync('data/places/cities_CA.ndjson', 'utf8')
  .split('\n')
  .filter((_, line) => line % 4 === 0)
  .flatMap((line) => (line === '' ? [] : normalizeText((JSON.parse(line) as { name: string }).name).split(' ')))
const vocabulary = [...new Set(real)].toSorted()

/** A word as it is typed by a hasty hand: a letter too much, too few, wrong, or two the wrong way round, the first too. */
const slip = fc.record({
  kind: fc.constantFrom('add', 'drop', 'change', 'swap'),
  at: fc.nat(),
  letter: fc.constantFrom(...'aeiostk7'),
})
interface Slip {
  kind: string
  at: number
  letter: string
}
function slipped(word: string, { kind, at, letter }: Slip): string {
  const place = at % word.length
  const [before, here, after] = [word.slice(0, place), word.charAt(place), word.slice(place + 1)]
  if (kind === 'add') return before + letter + here + after
  if (kind === 'drop') return before + after
  if (kind === 'change') return before + letter + after
  return before + after.charAt(0) + here + after.slice(1)
}

test('finds mistyped town names as brute force does', () => {
  const part = partOf(vocabulary)
  fc.assert(
    fc.property(
      fc.constantFrom(...vocabulary.filter(({ length }) => length > 3)),
      fc.array(slip, { minLength: 1, maxLength: 2 }),
      fc.integer({ min: 4, max: 30 }),
      (town, slips, length) => {
        const word = slips.reduce(slipped, town.slice(0, length))
        const found = findSimilarTerms(part, word)
        const errorsByTerm = vocabulary.map((entry) => [entry, errorsIn([word], entry, true) ?? Infinity] as const)
        for (const [errors, terms] of found.entries())
          expect(listed(part, terms)).toEqual(
            errorsByTerm.flatMap(([first, least]) => (least <= errors ? [first] : [])),
          )
        if (slips.length === 1 && allowedErrors(word) > 0 && length >= town.length)
          expect(listed(part, found.at(-1)!)).toContain(town)
      },
    ),
    { numRuns: 150 },
  )
})

test('finds tags exactly, never with typing errors', () => {
  const part = partOf(['$$$toronto_', '===toronto_', '^^^toronto', 'toronto', '~~~toronto~', 'ŋoronto'])
  expect(listed(part, findSimilarTerms(part, 'toronto').at(-1)!)).toEqual(['toronto', 'ŋoronto'])
  expect(listed(part, findPrefixTerms(part, '^^^tor'))).toEqual(['^^^toronto'])
})

test('accepts words of any length', () => {
  const long = 'abcdefghij'.repeat(5)
  const part = partOf([long, long.slice(1), long.slice(0, 29), 'abc'])
  for (const length of [29, 30, 31, 32, 33, 50])
    expect(listed(part, findSimilarTerms(part, long.slice(0, length)).at(-1)!)).toContain(long)
})
