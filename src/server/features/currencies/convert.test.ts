import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chargedDigits, currencies } from '#contract/money.ts'
import { convertAmount, convertDays, findRate, type StoredRate } from './convert.ts'

const rates: StoredRate[] = [
  { currency: 'CAD', against: 'NGN', rate: 1_000, day: '2026-11-20', source: 'Old' },
  { currency: 'CAD', against: 'NGN', rate: 1_250, day: '2026-11-22', source: 'New' },
  { currency: 'NGN', against: 'XOF', rate: 0.4, day: '2026-11-21', source: 'BCEAO' },
]

describe('a rate', () => {
  test('is the newest of its day or before', () => {
    expect(findRate(rates, 'CAD', 'NGN', '2026-11-19')).toBeUndefined()
    expect(findRate(rates, 'CAD', 'NGN', '2026-11-21')).toMatchObject({ rate: 1_000, source: 'Old' })
    expect(findRate(rates, 'CAD', 'NGN', '2027-01-01')).toMatchObject({ rate: 1_250, source: 'New' })
  })

  test('is read backwards, and never over a third currency', () => {
    expect(findRate(rates, 'XOF', 'NGN', '2026-11-21')).toMatchObject({ rate: 2.5 })
    expect(findRate(rates, 'CAD', 'XOF', '2026-11-30')).toBeUndefined()
  })
})

describe('a total', () => {
  test('takes each day at its rate, and names the newest that was used', () => {
    const days = [
      { day: '2026-11-21', amounts: [{ amount: 2.5, currency: 'CAD' as const }] },
      {
        day: '2026-11-22',
        amounts: [
          { amount: 1, currency: 'CAD' as const },
          { amount: 10, currency: 'NGN' as const },
        ],
      },
    ]
    const { total, missing, rates: used } = convertDays(days, 'NGN', rates)
    expect([total, [...missing], [...used]]).toEqual([
      { amount: 2_500 + 1_250 + 10, currency: 'NGN' },
      [],
      [['CAD', expect.objectContaining({ rate: 1_250, source: 'New' })]],
    ])
  })

  test('is none where a rate is missing, which is named', () => {
    const days = [{ day: '2026-11-22', amounts: [{ amount: 1, currency: 'USD' as const }] }]
    expect(convertDays(days, 'NGN', rates)).toMatchObject({ total: undefined, missing: new Set(['USD']) })
    expect(convertDays([{ day: '2026-11-22', amounts: [{ amount: 0, currency: 'USD' }] }], 'NGN', rates).total).toEqual(
      {
        amount: 0,
        currency: 'NGN',
      },
    )
  })
})

test('a converted amount has the decimals of its currency and is within half a unit of the exact one', () => {
  const amount = fc.integer({ min: 0, max: 1_000_000_000 }).map((minor) => minor / 100)
  const rate = fc.double({ min: 1e-4, max: 1e4, noNaN: true })
  fc.assert(
    fc.property(amount, rate, fc.constantFrom(...currencies), (given, by, to) => {
      const unit = 10 ** chargedDigits[to]
      const converted = convertAmount(given, by, to)
      expect(Math.abs(converted * unit - Math.round(converted * unit))).toBeLessThan(1e-2)
      expect(Math.abs(converted - given * by) * unit).toBeLessThanOrEqual(0.5 + 1e-2)
    }),
  )
})
