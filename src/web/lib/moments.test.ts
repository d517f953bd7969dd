import { expect, test } from 'vitest'
import { momentInWords } from './moments.ts'

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
