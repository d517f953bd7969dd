import fc from 'fast-check'
import { expect, test } from 'vitest'
import { currencies, chargedDigits } from '#contract/money.ts'
import { chargerMonth, spaceMonth } from './earnings.ts'

const currency = fc.constantFrom(...currencies)
const cents = (most: number) => fc.integer({ min: 0, max: most * 100 }).map((n) => n / 100)
const space = fc.record({
  spaces: fc.integer({ min: 1, max: 500 }),
  hours: fc.integer({ min: 1, max: 24 }),
  days: fc.integer({ min: 1, max: 31 }),
  occupancy: fc.integer({ min: 0, max: 100 }),
  price: cents(500),
})
const charger = fc.record({
  power_kw: cents(350).map((kw) => kw + 1),
  kwh: cents(500),
  days: fc.integer({ min: 1, max: 31 }),
  price: cents(5),
  cost: cents(5),
})

test('calculates hand-checked examples', () => {
  const terms = { spaces: 2, hours: 10, days: 20, occupancy: 50, price: 2.5 }
  expect(spaceMonth(terms, 'CAD')).toEqual({ hours_sold: 200, amount: 500 })
  expect(spaceMonth({ ...terms, spaces: 1, hours: 1, days: 1, price: 333 }, 'XOF').amount).toBe(167)
  expect(chargerMonth({ power_kw: 7, kwh: 14, days: 30, price: 0.35, cost: 0.15 }, 'USD')).toEqual({
    most_kwh: 168,
    kwh_day: 14,
    minutes: 120,
    kwh_month: 420,
    income: 147,
    left: 84,
  })
  expect(chargerMonth({ power_kw: 1, kwh: 100, days: 10, price: 0.1, cost: 0.3 }, 'CAD')).toMatchObject({
    kwh_day: 24,
    left: -48,
  })
})

test('rounds to the smallest amount that each currency charges', () => {
  fc.assert(
    fc.property(space, charger, currency, (value, other, in_currency) => {
      const scale = 10 ** chargedDigits[in_currency]
      for (const amount of [spaceMonth(value, in_currency).amount, chargerMonth(other, in_currency).left])
        expect(Math.abs(Math.round(amount * scale) / scale - amount)).toBe(0)
    }),
  )
})

test('grows with every input, and sells no more hours than exist', () => {
  fc.assert(
    fc.property(space, fc.constantFrom('spaces', 'hours', 'days', 'occupancy', 'price'), (terms, key) => {
      const more = spaceMonth({ ...terms, [key]: terms[key] + 1 }, 'USD')
      const now = spaceMonth(terms, 'USD')
      expect(more.amount).toBeGreaterThanOrEqual(now.amount)
      expect(now.hours_sold).toBeLessThanOrEqual(terms.spaces * terms.hours * terms.days)
    }),
  )
})

test('limits a charger to what fits into a day, and subtracts electricity from its income', () => {
  fc.assert(
    fc.property(charger, (terms) => {
      const month = chargerMonth(terms, 'CAD')
      expect(month.kwh_day).toBeLessThanOrEqual(terms.power_kw * 24)
      expect(month.minutes).toBeLessThanOrEqual(24 * 60 + 1e-6)
      expect(month.left <= 0).toBe(terms.price <= terms.cost || month.left === 0)
      expect(Math.abs(month.income - month.kwh_month * terms.cost - month.left)).toBeLessThan(0.011)
    }),
  )
})
