import fc from 'fast-check'
import { expect, test } from 'vitest'
import { scheduleFrequencies } from '#contract/reports/desk/schedules.ts'
import { coveredDays, lastSendingDay, nextSendingDay } from './schedule-days.ts'

test('days, weeks and months that are over are covered', () => {
  // A Monday.
  expect(scheduleFrequencies.map((every) => nextSendingDay(every, '2026-11-23'))).toEqual([
    '2026-11-24',
    '2026-11-30',
    '2026-12-01',
  ])
  expect(coveredDays('daily', '2026-03-01')).toEqual({ from: '2026-02-28', to: '2026-02-28' })
  expect(coveredDays('weekly', '2026-11-30')).toEqual({ from: '2026-11-23', to: '2026-11-29' })
  expect(coveredDays('monthly', '2027-01-01')).toEqual({ from: '2026-12-01', to: '2026-12-31' })
})

test('what is sent one after the other covers every day once', () => {
  const day = fc.integer({ min: 0, max: 40_000 }).map((n) => new Date(n * 86_400_000).toISOString().slice(0, 10))
  fc.assert(
    fc.property(day, fc.constantFrom(...scheduleFrequencies), (start, every) => {
      const first = nextSendingDay(every, start)
      const second = nextSendingDay(every, first)
      expect([lastSendingDay(every, first), lastSendingDay(every, start) <= start]).toEqual([first, true])
      expect(coveredDays(every, second).from).toBe(first)
      expect(coveredDays(every, second).to < second).toBe(true)
    }),
  )
})
