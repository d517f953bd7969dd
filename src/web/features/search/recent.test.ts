import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Suggestion } from '#contract/places/places.ts'
import { suggestionKinds } from '#contract/places/suggestion-kinds.ts'
import { parseRecent, withoutRecent, withRecent } from './recent.ts'

const suggestions: fc.Arbitrary<Suggestion> = fc.record({
  kind: fc.constantFrom(...suggestionKinds),
  name: fc.constantFrom('Toronto', 'Dakar', 'Lagos'),
  context: fc.string(),
  lat: fc.integer({ min: -90, max: 90 }),
  lng: fc.integer({ min: -180, max: 180 }),
})

test('keeps few recent searches, the latest first, each once', () => {
  fc.assert(
    fc.property(fc.array(suggestions), suggestions, (all, last) => {
      const list = [...all, last].reduce<Suggestion[]>(withRecent, [])
      expect(list[0]).toEqual(last)
      expect(list.length).toBeLessThanOrEqual(5)
      expect(withoutRecent(list, last)).toEqual(list.slice(1))
      expect(parseRecent(JSON.stringify(list))).toEqual(list)
    }),
  )
})

test.each([undefined, '', '{', '{}', 'null', '[1]', '[{"kind":"moon"}]'])('%j is nothing', (text) => {
  expect(parseRecent(text)).toEqual([])
})
