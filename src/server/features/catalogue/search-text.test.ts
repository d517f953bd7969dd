import fc from 'fast-check'
import { expect, test } from 'vitest'
import { matchesSearch, toFolded } from './search-text.ts'

const item = toFolded(['Hand wash with wax', 'Lavage à la main avec cirage', 'Crêpe œuf-fromage', null])

test.each([
  ['wash', true],
  ['WAX hand', true],
  ['lavage a la main', true],
  ['crepe', true],
  ['oeuf', true],
  ['lavag', true],
  ['lavaeg', true],
  ['lvage', true],
  ['lavvage', true],
  ['lavoge', true],
  ['fromge', true],
  ['lvaeg', false],
  ['wqx', false],
  ['tyre', false],
  ['  ', false],
  ['wash tyre', false],
])('a search for %s finds it: %s', (search, found) => {
  expect(matchesSearch(item, search)).toBe(found)
})

test('a word of at least five letters is found with any one typing error', () => {
  const letter = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz')
  const word = fc.array(letter, { minLength: 5, maxLength: 12 }).map((letters) => letters.join(''))
  const typo = fc.tuple(fc.constantFrom('more', 'less', 'other', 'swap'), fc.nat(), letter)
  fc.assert(
    fc.property(word, typo, (text, [kind, at, other]) => {
      const place = at % (text.length - 1)
      const [before, after] = [text.slice(0, place), text.slice(place)]
      const typed = {
        more: before + other + after,
        less: before + after.slice(1),
        other: before + other + after.slice(1),
        swap: before + after[1]! + after[0]! + after.slice(2),
      }[kind]!
      expect(matchesSearch(`some ${text} more`, typed)).toBe(true)
    }),
  )
})
