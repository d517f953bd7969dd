import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countMistakes } from './edit-distance.ts'

test('mistakes are counted alike in both directions, none only for the same', () => {
  const text = fc.stringMatching(/^[A-C0-2]{0,6}$/)
  fc.assert(
    fc.property(text, text, (a, b) => {
      const mistakes = countMistakes(a, b).at(-1)!
      expect(mistakes).toBe(countMistakes(b, a).at(-1))
      expect(mistakes === 0).toBe(a === b)
      expect(mistakes).toBeGreaterThanOrEqual(Math.abs(a.length - b.length))
      expect(mistakes).toBeLessThanOrEqual(Math.max(a.length, b.length))
    }),
  )
})

test('two that changed places are one mistake, and each beginning has its own count', () => {
  expect(countMistakes('praking', 'parking').at(-1)).toBe(1)
  expect(countMistakes('par', 'parking')).toEqual([3, 2, 1, 0, 1, 2, 3, 4])
})
