import fc from 'fast-check'
import { expect, test } from 'vitest'
import { coloursOfAccent, contrast, leastContrast, mix, nearestReadable, readableAccent } from './colours.ts'

const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

test('measures contrast as WCAG 2.2 does', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  expect(contrast('#1b4dff', '#1b4dff')).toBe(1)
})

test('proposes the colour itself where it can be read, and otherwise the nearest one', () => {
  expect(readableAccent('#1b4dff')).toBe('#1b4dff')
  const green = readableAccent('#34c759')
  expect(contrast(green, '#f2f0ea')).toBeGreaterThanOrEqual(leastContrast)
  // A step of a percent less dark could not be read.
  expect(contrast(mix(green, '#34c759', 0.03), '#f2f0ea')).toBeLessThan(leastContrast)
  expect(nearestReadable('#ffffff', ['#000000'], '#ffffff')).toBe('#ffffff')
})

test('every readable accent gives pairs that can be read, in the light and in the dark', () => {
  fc.assert(
    fc.property(colour, (chosen) => {
      const { light, dark } = coloursOfAccent(readableAccent(chosen))
      const pairs: [string, string][] = [
        ...['#fbfaf7', '#f2f0ea', '#ffffff', light['act-soft']].map((ground): [string, string] => [light.act, ground]),
        [light['on-act'], light.act],
        [light['on-act'], light['act-press']],
        [light['act-press'], light['act-soft']],
        ['#0d1526', light['act-soft']],
        ...['#0b1120', '#0f1728', '#141d30', dark['act-soft']].map((ground): [string, string] => [dark.act, ground]),
        [dark['on-act'], dark.act],
        [dark['on-act'], dark['act-press']],
        [dark['act-press'], dark['act-soft']],
        ['#f4f2ec', dark['act-soft']],
      ]
      for (const [words, ground] of pairs) if (contrast(words, ground) < leastContrast) return false
      return true
    }),
  )
})
