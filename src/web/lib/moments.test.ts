import { expect, test } from 'vitest'
import { momentInWords, untilInWords } from './moments.ts'

const now = new Date('2026-11-21T12:00:00Z')

test.each([
  ['2026-11-21T13:30:00Z', 'en', 'today at 14:30'],
  ['2026-11-22T08:00:00Z', 'en', 'tomorrow at 09:00'],
  ['2026-11-28T08:00:00Z', 'en', 'Sat 28 Nov at 09:00'],
  ['2026-11-21T13:30:00Z', 'fr', 'aujourd’hui à 14:30'],
  ['2026-11-28T08:00:00Z', 'fr', 'le sam. 28 nov. à 09:00'],
  ['2027-01-02T08:00:00Z', 'fr', 'le sam. 2 janv. 2027 à 09:00'],
])('%s in %s', (at, locale, words) => {
  expect(momentInWords(new Date(at), 'Africa/Lagos', locale, now)).toBe(words)
})

test.each([
  ['2026-11-21T13:30:00Z', 'en', 'until today at 14:30'],
  ['2026-11-28T08:00:00Z', 'en', 'until Sat 28 Nov at 09:00'],
  ['2026-11-21T13:30:00Z', 'fr', 'jusqu’à aujourd’hui 14:30'],
  ['2026-11-22T08:00:00Z', 'fr', 'jusqu’à demain 09:00'],
  ['2026-11-28T08:00:00Z', 'fr', 'jusqu’au sam. 28 nov. à 09:00'],
])('writes the deadline %s in %s', (at, locale, words) => {
  expect(untilInWords(new Date(at), 'Africa/Lagos', locale, now)).toBe(words)
})
