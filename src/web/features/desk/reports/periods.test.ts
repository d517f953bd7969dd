import fc from 'fast-check'
import { expect, test } from 'vitest'
import { daysOf, findPeriod, reportPeriods } from './periods.ts'

test('months and years begin with their first day, and what has not ended ends today', () => {
  expect(reportPeriods.map((period) => daysOf(period, '2026-01-31'))).toEqual([
    { from: '2026-01-01', to: '2026-01-31' },
    { from: '2025-12-01', to: '2025-12-31' },
    { from: '2026-01-01', to: '2026-01-31' },
    { from: '2025-01-01', to: '2025-12-31' },
  ])
  expect(daysOf('last_month', '2028-03-05')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
})

test('a period is found by its days, whatever day it is', () => {
  const day = fc.integer({ min: 0, max: 40_000 }).map((n) => new Date(n * 86_400_000).toISOString().slice(0, 10))
  fc.assert(
    fc.property(day, fc.constantFrom(...reportPeriods), (today, period) => {
      const days = daysOf(period, today)
      const found = findPeriod(days, today)
      expect(found === undefined ? undefined : daysOf(found, today)).toEqual(days)
      expect(days.from <= days.to && days.to <= today).toBe(true)
    }),
  )
})
