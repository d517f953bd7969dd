import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { correctHours, formatWeek, type Span } from '#contract/parks/week-hours.ts'
import { listOpenPeriods } from './opening-hours.ts'

/** The minutes of a week in June that are open by a text, from Monday. */
function minutesOpen(opening_hours: string): Set<number> {
  const park = { opening_hours, timezone: 'UTC', country_code: 'NG', state_name: null }
  // The week before, whose Sunday night ends on Monday.
  const monday = Date.UTC(2026, 5, 8)
  const periods = listOpenPeriods(park, new Date(monday - 86_400_000), new Date(monday + 7 * 86_400_000))
  if (periods === null) throw new Error(`not read: ${opening_hours}`)
  const minutes = new Set<number>()
  for (const { start, end } of periods)
    for (let at = Math.max(start.getTime(), monday); at < end.getTime(); at += 60_000)
      minutes.add((at - monday) / 60_000)
  return minutes
}
function minutesMeant(week: readonly (readonly Span[])[]): Set<number> {
  const minutes = new Set<number>()
  for (const [day, spans] of week.entries())
    for (const { from, to } of spans) {
      const end = to <= from ? to + 1_440 : to
      for (let minute = from; minute < end; minute += 1) minutes.add((day * 1_440 + minute) % 10_080)
    }
  return minutes
}

const span = fc
  .tuple(fc.integer({ min: 0, max: 47 }), fc.integer({ min: 0, max: 48 }))
  .filter(([from, to]) => from !== to)
  .map(([from, to]): Span => ({ from: from * 30, to: to * 30 }))
const someDays = fc.array(fc.array(span, { maxLength: 2 }), { minLength: 2, maxLength: 2 })

describe('a week of hours', () => {
  test('is open when it says, nights too, whatever the days', () => {
    fc.assert(
      fc.property(someDays, fc.array(fc.boolean(), { minLength: 7, maxLength: 7 }), (two, picks) => {
        const week = picks.map((pick) => two[pick ? 1 : 0]!)
        const text = formatWeek(week)
        expect([text, minutesOpen(text)]).toEqual([text, minutesMeant(week)])
        expect(correctHours(text)).toBeUndefined()
      }),
      { numRuns: 150 },
    )
  })
})

test.each([
  ['Fr 18:00-02:00; Sa 10:00-20:00', 'Mo-Th off; Fr 18:00-24:00; Sa 00:00-02:00,10:00-20:00; Su off'],
  ['Fr 18:00-26:00; Sa 10:00-20:00', 'Mo-Th off; Fr 18:00-24:00; Sa 00:00-02:00,10:00-20:00; Su off'],
  ['Mo-Fr 18:00-02:00; Sa-Su off', 'Mo 18:00-24:00; Tu-Fr 00:00-02:00,18:00-24:00; Sa 00:00-02:00; Su off'],
  [
    'Mo-Th 06:30-22:00; Fr 06:30-02:00; Sa 10:00-02:00; Su 10:00-22:00',
    'Mo-Th 06:30-22:00; Fr 06:30-24:00; Sa 00:00-02:00,10:00-24:00; Su 00:00-02:00,10:00-22:00',
  ],
  [
    'Mo-Th 08:00-20:00; Fr 08:00-01:00; Sa-Su 10:00-23:59; PH off',
    'Mo-Th 08:00-20:00; Fr 08:00-24:00; Sa 00:00-01:00,10:00-24:00; Su 10:00-24:00; PH off',
  ],
  ['Su 18:00-02:00; Mo 08:00-17:00', 'Mo 00:00-02:00,08:00-17:00; Tu-Sa off; Su 18:00-24:00'],
])('%s is cut, and %s is meant', (text, meant) => {
  expect(correctHours(text)).toBe(meant)
  expect(minutesOpen(meant).size).toBeGreaterThan(minutesOpen(text).size)
  expect(correctHours(meant)).toBeUndefined()
})

test.each([
  'Mo-Su 05:00-02:00',
  'Sa 10:00-20:00; Fr 18:00-02:00',
  'Fr 18:00-02:00',
  'Fr 18:00-02:00, Sa 10:00-20:00',
  'Fr 18:00-24:00; Sa 10:00-20:00',
  'Fr 18:00-00:00; Sa 10:00-20:00',
  'Fr 18:00-23:59; Sa 10:00-20:00',
  '24/7',
  'Jun-Aug Fr 18:00-02:00; Sa 10:00-20:00',
  'sunrise-sunset',
])('%s is not', (text) => {
  expect(correctHours(text)).toBeUndefined()
})
