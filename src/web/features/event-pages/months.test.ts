import fc from 'fast-check'
import { expect, test } from 'vitest'
import { comingMonths, daysOfMonth, readMonth } from './months.ts'

test('lists the current and the following months in the time zone', () => {
  const at = new Date('2026-11-30T23:30:00Z')
  expect(comingMonths(at, 'Africa/Dakar').slice(0, 3)).toEqual(['2026-11', '2026-12', '2027-01'])
  expect(comingMonths(at, 'Africa/Lagos')[0]).toBe('2026-12')
})

test('gives the first and the last day of a month', () => {
  expect(daysOfMonth('2028-02')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
  fc.assert(
    fc.property(fc.integer({ min: 2020, max: 2090 }), fc.integer({ min: 1, max: 12 }), (year, number) => {
      const month = `${year}-${String(number).padStart(2, '0')}`
      const { from, to } = daysOfMonth(month)
      const after = new Date(Date.parse(to) + 24 * 60 * 60_000).toISOString()
      expect([from.slice(0, 7), to.slice(0, 7), after.slice(8, 10)]).toEqual([month, month, '01'])
    }),
  )
})

test.each([
  ['2026-12', '2026-12'],
  ['2026-13', undefined],
  ['26-12', undefined],
  ['', undefined],
  [null, undefined],
])('%j is read as %j', (text, month) => expect(readMonth(text)).toBe(month))
