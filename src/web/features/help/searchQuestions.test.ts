import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { GroupItem } from '#contract/content/content.ts'
import { findQuestions, isNearly } from './searchQuestions.ts'

const question = (id: string, title: string, html = ''): GroupItem => ({ id, title, html, icon: null, to: null })
const some = [
  question('refund', 'When is my money back?', '<p>A refund is in your <a href="/wallet">wallet</a> at once.</p>'),
  question('plate', 'Puis-je changer la plaque\u00a0?', '<p>Jusqu’à la sortie, sur la réservation.</p>'),
  question('topup', 'How do I top up the wallet?', '<p>Choose an amount.</p>'),
]
const ids = (typed: string) => findQuestions(some, typed)?.map(({ id }) => id)

describe('findQuestions', () => {
  it.each([
    ['refund', ['refund']],
    ['refnud', ['refund']],
    ['REFUN', ['refund']],
    ['reservatoin', ['plate']],
    ['Plaqué', ['plate']],
    ['wallet', ['topup', 'refund']],
    ['my refund', ['refund']],
    ['wallet amount', ['topup']],
    ['zzzzzz', []],
  ])('%s finds %j', (typed, found) => {
    expect(ids(typed)).toEqual(found)
  })
  it('returns undefined without words', () => {
    expect(findQuestions(some, '  ?! ')).toBeUndefined()
  })
})

describe('isNearly', () => {
  const word = fc.string({ unit: fc.constantFrom(...'abcdefg'), minLength: 4, maxLength: 12 })
  it('matches prefixes, with one wrong letter', () => {
    fc.assert(
      fc.property(word, fc.nat(), fc.constantFrom('x', 'y'), (whole, at, wrong) => {
        const place = at % whole.length
        expect(isNearly(whole.slice(0, place + 1), whole)).toBe(true)
        expect(isNearly(whole.slice(0, place) + wrong + whole.slice(place + 1), whole)).toBe(true)
        expect(isNearly(whole.slice(0, place) + wrong + whole.slice(place), whole)).toBe(true)
      }),
    )
  })
  it('matches short words exactly', () => {
    expect(isNearly('car', 'cat')).toBe(false)
  })
})
