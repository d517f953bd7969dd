import { describe, expect, it } from 'vitest'
import type { ItemDetails } from '#contract/catalogue/marketplace.ts'
import { calculateItemTotal } from './itemTotal.ts'

const cad = (amount: number) => ({ amount, currency: 'CAD' as const })
const item = {
  price: cad(20),
  old_price: null,
  is_from: true,
  attribute: { name: 'Size', is_vehicle_class: false },
  variations: [
    { id: 'small', price: cad(20), old_price: null },
    { id: 'large', price: cad(30.1), old_price: cad(35) },
  ],
  extras: [
    { id: 'wax', price: cad(5.2) },
    { id: 'mats', price: cad(3) },
  ],
  addons: [{ id: 'tea', price: cad(2.05) }],
} as unknown as ItemDetails
const choice = { variation_id: undefined, extra_ids: [], addon_ids: [], quantity: 1 }

describe('calculateItemTotal', () => {
  it('has the lowest price, and no total, until a variation is chosen', () => {
    const { unit, total } = calculateItemTotal(item, { ...choice, extra_ids: ['mats'] })
    expect(unit).toEqual({ price: cad(23), old_price: null, is_from: true })
    expect(total).toBeUndefined()
  })
  it('adds extras to each and add-ons once', () => {
    const chosen = { variation_id: 'large', extra_ids: ['wax', 'gone'], addon_ids: ['tea'], quantity: 3 }
    const { unit, total } = calculateItemTotal(item, chosen)
    expect(unit).toEqual({ price: cad(35.3), old_price: cad(40.2), is_from: false })
    expect(total).toEqual(cad(107.95))
  })
  it('needs no choice where there are no variations', () => {
    const plain = { ...item, attribute: null, variations: [], is_from: false }
    expect(calculateItemTotal(plain, { ...choice, quantity: 2 }).total).toEqual(cad(40))
  })
})
