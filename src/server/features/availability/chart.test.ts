import fc from 'fast-check'
import { expect, test } from 'vitest'
import { quarter_ms } from '#contract/time.ts'
import { chartProblems, splitIntoSteps } from './chart.ts'
import { leastSpacesLeft } from './space-timeline.ts'
import type { PoolSpaces } from './spaces.ts'

const now = new Date('2026-11-21T09:03:20Z')
const at = (text: string) => new Date(text)

test.each([
  ['from now', '2026-11-21T09:00:00Z', '2026-11-22T09:00:00Z', 15, []],
  ['started yesterday', '2026-11-20T05:00:00Z', '2026-11-21T09:15:00Z', 60, []],
  ['fourteen days', '2026-11-21T00:00:00Z', '2026-12-05T00:00:00Z', 60, []],
  ['four hundred steps', '2026-11-21T00:00:00Z', '2026-11-25T04:00:00Z', 15, []],
  ['off the quarter', '2026-11-21T10:01:00Z', '2026-11-21T12:00:30Z', 15, ['from quarter', 'to quarter']],
  ['no time', '2026-11-21T10:00:00Z', '2026-11-21T10:00:00Z', 15, ['to chart_order']],
  ['backwards', '2026-11-21T10:00:00Z', '2026-11-20T10:00:00Z', 15, ['to chart_order']],
  ['over', '2026-11-20T00:00:00Z', '2026-11-21T09:00:00Z', 60, ['to chart_over']],
  ['too long', '2026-11-21T00:00:00Z', '2026-12-05T00:15:00Z', 1_440, ['to chart_long']],
  ['too many steps', '2026-11-21T00:00:00Z', '2026-11-25T04:15:00Z', 15, ['step chart_steps']],
  ['too far', '2027-05-20T09:15:00Z', '2027-05-21T09:15:00Z', 60, ['from window_far']],
])('a chart %s', (_name, from, to, step, problems) => {
  const found = chartProblems({ start: at(from), end: at(to) }, step, now)
  expect(found.map(({ field, key }) => `${field} ${key}`)).toEqual(problems)
})

test('splits into adjacent steps that cover the whole period, the last possibly shorter', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 400 }), fc.constantFrom(15, 30, 60, 240, 1_440), (quarters, step_min) => {
      const window = { start: now, end: new Date(now.getTime() + quarters * quarter_ms) }
      const steps = splitIntoSteps(window, step_min)
      const lengths = steps.map(({ start, end }) => (end.getTime() - start.getTime()) / 60_000)
      expect([steps[0]!.start, steps.at(-1)!.end]).toEqual([window.start, window.end])
      for (const [n, step] of steps.slice(1).entries()) expect(step.start).toEqual(steps[n]!.end)
      expect(lengths.slice(0, -1).every((length) => length === step_min)).toBe(true)
      expect(lengths.at(-1)).toBeGreaterThan(0)
    }),
  )
})

test('uses the fullest quarter hour and the capacity on days without counters', () => {
  const used = Array.from({ length: 96 }, (_, slot) => (slot === 40 ? 9 : slot > 80 ? 12 : 2))
  const pool: PoolSpaces = { capacity: 8, days: [{ day: '2026-11-21', cap: 10, used, blocked: null }] }
  const left = (from: string, to: string) => leastSpacesLeft(pool, { start: at(from), end: at(to) })
  expect(left('2026-11-21T09:00:00Z', '2026-11-21T10:00:00Z')).toBe(8)
  expect(left('2026-11-21T09:00:00Z', '2026-11-21T10:15:00Z')).toBe(1)
  expect(left('2026-11-21T10:15:00Z', '2026-11-21T11:00:00Z')).toBe(8)
  expect(left('2026-11-21T20:15:00Z', '2026-11-22T01:00:00Z')).toBe(0)
  expect(left('2026-11-22T00:00:00Z', '2026-11-23T00:00:00Z')).toBe(8)
})
