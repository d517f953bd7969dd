import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countDays, daysBefore, listDays, toDays } from './periods.ts'

test('periods end today, and the one before ends the day before', () => {
  expect(toDays('today', {}, '2026-03-01')).toEqual({ from: '2026-03-01', to: '2026-03-01' })
  expect(toDays('7_days', {}, '2026-03-01')).toEqual({ from: '2026-02-23', to: '2026-03-01' })
  expect(daysBefore({ from: '2026-02-23', to: '2026-03-01' })).toEqual({ from: '2026-02-16', to: '2026-02-22' })
})

test('wrong periods of one’s own name the field', () => {
  const codeOf = (own: { from?: string; to?: string }) => {
    try {
      toDays('custom', own, '2026-03-01')
      return undefined
    } catch (error) {
      return (error as { fields: { field: string; key: string }[] }).fields[0]
    }
  }
  expect(codeOf({ to: '2026-03-01' })).toEqual({ field: 'from', key: 'required', params: {} })
  expect(codeOf({ from: '2026-03-02', to: '2026-03-01' })).toMatchObject({ field: 'to', key: 'dates_order' })
  expect(codeOf({ from: '2025-01-01', to: '2026-03-01' })).toMatchObject({ field: 'to', key: 'days_too_many' })
})

test('a period and the one before meet without a gap and have the same length', () => {
  const day = fc.integer({ min: 0, max: 20_000 }).map((n) => new Date(n * 86_400_000).toISOString().slice(0, 10))
  fc.assert(
    fc.property(day, fc.integer({ min: 0, max: 399 }), (from, length) => {
      const to = new Date(Date.parse(from) + length * 86_400_000).toISOString().slice(0, 10)
      const days = toDays('custom', { from, to }, '2026-03-01')
      const before = daysBefore(days)
      expect(countDays(before)).toBe(countDays(days))
      expect([...listDays(before), ...listDays(days)]).toEqual(listDays({ from: before.from, to }))
    }),
  )
})
