import fc from 'fast-check'
import { expect, test } from 'vitest'
import { errorsIn } from './brute.ts'
import { buildPart } from './build.ts'
import { jsonCodec } from './codecs.ts'
import { alikeTerms, begunWith, hasTerm, termOf, type Terms } from './terms.ts'
import { parksFrom } from './test-parks.ts'

const letters = fc.constantFrom('a', 'b', 'c')
const words = fc.uniqueArray(fc.string({ unit: letters, minLength: 1, maxLength: 11 }), { minLength: 1, maxLength: 60 })
const typed = fc.string({ unit: letters, minLength: 1, maxLength: 9 })

const partOf = (list: string[]) => buildPart([{ ...parksFrom(1, 1)[0]!, words: list.join(' ') }], jsonCodec<number>())
const listed = (part: ReturnType<typeof partOf>, { ranges }: Terms) =>
  Array.from({ length: part.letters_at.length - 1 }, (_, term) => term)
    .filter((term) => ranges.some((from, at) => at % 2 === 0 && term >= from && term < ranges[at + 1]!))
    .map((term) => termOf(part, term))

test('terms begun with a word', () => {
  fc.assert(
    fc.property(words, typed, (list, word) => {
      const part = partOf(list)
      expect(listed(part, begunWith(part, word))).toEqual(list.filter((one) => one.startsWith(word)).toSorted())
    }),
  )
})

test('terms like a word, with their errors, are those that the rule of places finds', () => {
  fc.assert(
    fc.property(words, typed, (list, word) => {
      const part = partOf(list)
      const found = alikeTerms(part, word)
      for (const [errors, terms] of found.entries()) {
        const expected = list.filter((one) => (errorsIn([word], one, true) ?? Infinity) <= errors)
        expect(listed(part, terms)).toEqual(expected.toSorted())
        expect(hasTerm(part, 0, terms)).toBe(expected.length > 0)
        expect(terms.postings).toBe(expected.length)
      }
    }),
    { numRuns: 1000 },
  )
})
