import { describe, expect, test } from 'vitest'
import type { ReportSum } from '#contract/lists/reports.ts'
import type { StoredRate } from '#server/features/currencies/convert.ts'
import { convertSums } from './convert-sums.ts'

const rates: StoredRate[] = [
  { currency: 'CAD', against: 'NGN', rate: 1_000, day: '2026-11-02', source: 'Old' },
  { currency: 'CAD', against: 'NGN', rate: 1_250, day: '2026-11-20', source: 'New' },
]
const sum = (key: string, currency: ReportSum['currency'], total: number): ReportSum => ({
  key,
  filter: key,
  currency,
  rows: 1,
  values: { total, net: total / 2 },
})

describe('sums of days in one currency', () => {
  test('take each day at its rate, count days that have none of their own, and name the newest', () => {
    const days = [sum('2026-11-02', 'CAD', 1), sum('2026-11-04', 'CAD', 1), sum('2026-11-20', 'CAD', 2)]
    expect(convertSums([...days, sum('2026-11-04', 'NGN', 10)], ['total', 'net'], 'NGN', rates)).toEqual({
      currency: 'NGN',
      total: { total: 1_000 + 1_000 + 2_500 + 10, net: 500 + 500 + 1_250 + 5 },
      rates: [{ currency: 'CAD', rate: 1_250, day: '2026-11-20', source: 'New', carried_days: 1 }],
      missing: [],
    })
  })

  test('have no total where a day has no rate, or one of more than a week before', () => {
    const days = [sum('2026-11-01', 'CAD', 1), sum('2026-11-09', 'CAD', 1), sum('2026-11-10', 'CAD', 1)]
    expect(convertSums(days, ['total', 'net'], 'NGN', rates)).toMatchObject({
      total: null,
      missing: [{ currency: 'CAD', days: 2, first: '2026-11-01', last: '2026-11-10' }],
    })
    expect(convertSums([sum('2026-11-01', 'USD', 0)], ['total', 'net'], 'NGN', rates)).toMatchObject({
      total: { total: 0, net: 0 },
      missing: [],
    })
  })
})
