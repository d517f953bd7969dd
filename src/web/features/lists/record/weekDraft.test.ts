import fc from 'fast-check'
import { expect, test } from 'vitest'
import { copyDay, readWeek, writeWeek, type DayDraft } from './weekDraft.ts'

test.each([
  ['24/7', '24/7'],
  ['Mo-Fr 08:00-18:00; Sa 09:00-13:00', 'Mo-Fr 08:00-18:00; Sa 09:00-13:00; Su off'],
  ['Mo-Su 07:00-23:59', 'Mo-Su 07:00-24:00'],
  ['Mo-Fr 08:00-12:00,14:00-18:00; PH off', 'Mo-Fr 08:00-12:00,14:00-18:00; Sa-Su off; PH off'],
  ['Mo-Su 10:00-02:00; PH 24/7', 'Mo-Su 10:00-02:00; PH 00:00-24:00'],
  ['', ''],
  ['Mo-Su 08:00-20:00; PH off; Dec 25 off', 'Mo-Su 08:00-20:00; PH off; Dec 25 off'],
  ['24/7; Dec 24-Jan 2 09:00-12:00', '24/7; Dec 24-Jan 02 09:00-12:00'],
  ['24/7; 2026 Dec 24-26 off', '24/7; 2026 Dec 24-2026 Dec 26 off'],
])('reads and writes %s', (text, written) => {
  expect(writeWeek(readWeek(text, 2026)!)).toBe(written)
})

test.each(['Apr-Oct 08:00-18:00', 'sunrise-sunset', 'Mo-Fr "by appointment"', 'always'])('leaves %s a text', (text) => {
  expect(readWeek(text, 2026)).toBeUndefined()
})

test('writes what is refused while a time is missing', () => {
  const week = readWeek('Mo-Su 08:00-18:00', 2026)!
  const missing: DayDraft = { state: 'hours', periods: [{ from: '08:00', to: '' }] }
  expect(readWeek(writeWeek({ ...week, holidays: missing }), 2026)).toBeUndefined()
})

test('copies a day to others', () => {
  expect(writeWeek(copyDay(readWeek('Mo 08:00-18:00', 2026)!, 0, [0, 1, 2, 3, 4]))).toBe('Mo-Fr 08:00-18:00; Sa-Su off')
})

test('reads again the week that it wrote', () => {
  const clock = fc.integer({ min: 0, max: 95 }).map((quarter) => {
    const minutes = quarter * 15
    return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
  })
  const hours = fc
    .tuple(clock, clock)
    .filter(([from, to]) => from < to)
    .map(([from, to]): DayDraft => ({ state: 'hours', periods: [{ from, to }] }))
  const day = fc.oneof(
    hours,
    fc.constant<DayDraft>({ state: 'closed', periods: [] }),
    fc.constant<DayDraft>({ state: 'whole', periods: [] }),
  )
  const date = fc
    .integer({ min: 0, max: 364 })
    .map((days) => new Date(Date.UTC(2026, 0, 1 + days)).toISOString().slice(0, 10))
  const week = fc.record({
    days: fc.array(day, { minLength: 7, maxLength: 7 }).filter((days) => days.some(({ state }) => state !== 'closed')),
    holidays: fc.option(day, { nil: undefined }),
    special: fc.array(
      fc.record({ from: date, to: date, isYearly: fc.boolean(), day }).filter(({ from, to }) => from <= to),
      { maxLength: 3 },
    ),
  })
  fc.assert(
    fc.property(week, (draft) => {
      expect(readWeek(writeWeek(draft), 2026)).toEqual(draft)
    }),
  )
})
