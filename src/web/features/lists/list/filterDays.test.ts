import { expect, test } from 'vitest'
import { checkDays, findPeriod, quickPeriods } from './filterDays.ts'

test('finds the days of the quick periods, both ends included', () => {
  const now = new Date(2027, 2, 3, 23, 59)
  expect(quickPeriods.map((period) => findPeriod(period, now))).toEqual([
    { from: '2027-03-03', to: '2027-03-03' },
    { from: '2027-02-25', to: '2027-03-03' },
    { from: '2027-02-02', to: '2027-03-03' },
    { from: '2027-03-01', to: '2027-03-31' },
  ])
})

test.each([
  ['', '', undefined],
  ['2027-03-03', '', undefined],
  ['', '2027-03-03', undefined],
  ['2027-03-03', '2027-03-03', undefined],
  ['2027-03-04', '2027-03-03', 'dates_order'],
  ['2026-01-01', '2027-02-05', undefined],
  ['2026-01-01', '2027-02-06', 'days_too_many'],
])('checks the days from %j to %j', (from, to, mistake) => {
  expect(checkDays({ from, to })).toBe(mistake)
})
