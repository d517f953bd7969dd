import fc from 'fast-check'
import { expect, test } from 'vitest'
import { normalizeText, unfinishedWords } from './normalize-text.ts'

test.each([
  ['Montréal', 'montreal'],
  ['ST. JOHN’S', 'st johns'],
  ["Saint John's", 'st johns'],
  ['St-Jean-sur-Richelieu', 'st jean sur richelieu'],
  ["L'Île-Perrot", 'l ile perrot'],
  ["N'Djamena d’Ivoire", 'n djamena d ivoire'],
  ['Hawaiʻi', 'hawaii'],
  ['Ọ̀ṣogbo', 'osogbo'],
  ['Ƙofar Ɗan', 'kofar dan'],
  ['Cœur-Brûlé', 'coeur brule'],
  ['Ste-Catherine Street W.', 'ste catherine st w'],
  ['Sainte-Catherine St W', 'ste catherine st w'],
  ['Boulevard  René-Lévesque', 'bd rene levesque'],
  ['blvd. rene levesque', 'bd rene levesque'],
  ['Toronto Pearson International Airport', 'toronto pearson intl airport'],
  ["aéroport int'l toronto pearson", 'airport intl toronto pearson'],
  ['Washington, D.C.', 'washington dc'],
  ['U.S. Bank', 'us bank'],
  ['5th & King', '5th king'],
  ['امباني', 'امباني'],
  ['constructor __proto__', 'constructor proto'],
  ['—', ''],
])('%s is searched as "%s"', (text, normalized) => {
  expect(normalizeText(text)).toBe(normalized)
})

test('is idempotent and leaves only single spaces', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const normalized = normalizeText(text)
      expect(normalizeText(normalized)).toBe(normalized)
      expect(normalized).not.toMatch(/^ | $| {2}/)
    }),
    { numRuns: 2_000 },
  )
})

test.each([
  ['s', []],
  ['Sai', ['st ', 'ste ']],
  ['rue Saint', ['saint', 'ste ']],
  ['boul', ['boul', 'bd ']],
  ['St', []],
  ['mon', ['mt ']],
  ['Mont', ['mont']],
  ['toro', []],
  ['Aéro', ['airport ']],
])('"%s" may become %j', (text, words) => {
  expect(unfinishedWords(text)).toEqual(words)
})
