import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chargedUnit, currencies } from '#contract/money.ts'
import { allocate, chargeTaxes, priceSale, refundUnits, type Reduction, type Sale, type SaleTax } from './sale.ts'

const percent = (value: number): Reduction => ({ kind: 'percentage', value: BigInt(value * 1_000) })
const tax = (code: string, value: number): SaleTax => ({ code, ...percent(value) })
const hst = [tax('hst', 13)]
const line = (unit_minor: bigint, quantity = 1, taxes = hst) => ({
  unit_minor,
  quantity,
  taxes,
  offers: [] as Reduction[],
})

describe('the worked examples', () => {
  test('Toronto: net prices, a coupon with a maximum, delivery', () => {
    const sale = priceSale({
      lines: [line(3_000n), line(1_299n, 2)],
      coupon: { ...percent(10), most_minor: 500n, least_subtotal_minor: 0n, free_delivery: false },
      delivery: { charge_minor: 400n, taxes: hst },
      includes_tax: false,
      currency: 'CAD',
    })
    expect(sale.subtotal_minor).toBe(5_598n)
    expect(sale.coupon_minor).toBe(500n)
    expect(sale.lines.map(({ coupon_minor }) => coupon_minor)).toEqual([268n, 232n])
    expect(sale.lines.map(({ taxes }) => taxes[0]!.amount_minor)).toEqual([355n, 308n])
    expect(sale.delivery!.taxes).toEqual([{ code: 'hst', amount_minor: 52n }])
    expect(sale.taxes).toEqual([{ code: 'hst', amount_minor: 715n }])
    expect(sale.total_minor).toBe(6_213n)
  })

  test('Lagos: VAT within the price, in whole naira', () => {
    const { lines } = priceSale({ lines: [line(500_000n, 1, [tax('vat', 7.5)])], includes_tax: true, currency: 'NGN' })
    expect(lines[0]).toMatchObject({ net_minor: 465_100n, total_minor: 500_000n })
    expect(lines[0]!.taxes).toEqual([{ code: 'vat', amount_minor: 34_900n }])
  })

  test('Dakar: TVA within the price, a coupon split over two lines', () => {
    const tva = [tax('tva', 18)]
    const { lines } = priceSale({
      lines: [line(3_500n, 1, tva), line(1_500n, 1, tva)],
      coupon: { kind: 'fixed', value: 1_000n, most_minor: null, least_subtotal_minor: 0n, free_delivery: false },
      includes_tax: true,
      currency: 'XOF',
    })
    expect(
      lines.map(({ coupon_minor, net_minor, taxes }) => [coupon_minor, net_minor, taxes[0]!.amount_minor]),
    ).toEqual([
      [700n, 2_373n, 427n],
      [300n, 1_017n, 183n],
    ])
  })

  test('a line of 10.00 for 3 units, refunded one by one', () => {
    const paid = { quantity: 3, net_minor: 1_000n, taxes: [], total_minor: 1_000n }
    const parts = [0, 1, 2].map((refunded) => refundUnits(paid, { refunded, more: 1 }, 'CAD').total_minor)
    expect(parts).toEqual([333n, 333n, 334n])
  })
})

describe('offers', () => {
  test('the largest reduction counts, and they do not add up', () => {
    const offers = [percent(10), { kind: 'fixed', value: 150n } as const, percent(12)]
    const { lines } = priceSale({ lines: [{ ...line(1_299n, 3, []), offers }], includes_tax: false, currency: 'CAD' })
    // 12 % of 12.99 is 1.5588, rounded down for each unit.
    expect(lines[0]).toMatchObject({ offer: offers[2], offer_minor: 465n, total_minor: 3_432n })
  })

  test('a fixed offer above the price takes the price off and no more', () => {
    const offers = [{ kind: 'fixed', value: 5_000n } as const]
    const { lines } = priceSale({ lines: [{ ...line(1_299n), offers }], includes_tax: false, currency: 'CAD' })
    expect(lines[0]).toMatchObject({ offer_minor: 1_299n, total_minor: 0n })
  })
})

describe('coupons', () => {
  const terms = { most_minor: null, least_subtotal_minor: 0n, free_delivery: false }
  const price = (coupon: Sale['coupon']) =>
    priceSale({
      lines: [line(2_000n)],
      coupon,
      delivery: { charge_minor: 400n, taxes: hst },
      includes_tax: false,
      currency: 'CAD',
    })

  test('below the minimum and above the subtotal take nothing off, and say why', () => {
    expect(price({ ...percent(10), ...terms, least_subtotal_minor: 2_001n })).toMatchObject({
      coupon_minor: 0n,
      coupon_refused: 'minimum',
    })
    expect(price({ kind: 'fixed', value: 2_001n, ...terms })).toMatchObject({
      coupon_minor: 0n,
      coupon_refused: 'above_subtotal',
    })
  })

  test('pay for delivery only if they say so', () => {
    expect(price({ ...percent(10), ...terms }).delivery!.total_minor).toBe(452n)
    expect(price({ ...percent(10), ...terms, free_delivery: true }).delivery!.total_minor).toBe(0n)
  })
})

const anyCurrency = fc.constantFrom(...currencies)
const anyAmount = (unit: bigint) => fc.bigInt({ min: 0n, max: 10n ** 12n }).map((amount) => amount * unit)
const anyTaxes = (unit: bigint) =>
  fc
    .array(
      fc.record({
        code: fc.constantFrom('a', 'b', 'c'),
        kind: fc.constantFrom('percentage' as const, 'percentage' as const, 'fixed' as const),
        value: fc.bigInt({ min: 0n, max: 30_000n }),
      }),
      { maxLength: 3 },
    )
    .map((taxes) => taxes.map((tax) => (tax.kind === 'fixed' ? { ...tax, value: (tax.value % 500n) * unit } : tax)))
const anyReduction = (unit: bigint) =>
  fc.oneof(
    fc.record({ kind: fc.constant('percentage' as const), value: fc.bigInt({ min: 0n, max: 100_000n }) }),
    fc.record({ kind: fc.constant('fixed' as const), value: anyAmount(unit) }),
  )
const anySale = anyCurrency.chain((currency) => {
  const unit = chargedUnit(currency)
  return fc.record({
    currency: fc.constant(currency),
    includes_tax: fc.boolean(),
    lines: fc.array(
      fc.record({
        unit_minor: anyAmount(unit),
        quantity: fc.integer({ min: 1, max: 99 }),
        offers: fc.array(anyReduction(unit), { maxLength: 3 }),
        taxes: anyTaxes(unit),
      }),
      { minLength: 1, maxLength: 50 },
    ),
    coupon: fc.option(
      fc
        .tuple(anyReduction(unit), fc.option(anyAmount(unit)), anyAmount(unit), fc.boolean())
        .map(([reduction, most_minor, least_subtotal_minor, free_delivery]) => ({
          ...reduction,
          most_minor,
          least_subtotal_minor,
          free_delivery,
        })),
      { nil: undefined },
    ),
    delivery: fc.option(fc.record({ charge_minor: anyAmount(unit), taxes: anyTaxes(unit) }), { nil: undefined }),
  })
})
const sum = (amounts: readonly bigint[]) => amounts.reduce((all, amount) => all + amount, 0n)

test('the parts of an allocation sum to the amount, and none is above its weight', () => {
  fc.assert(
    fc.property(
      anyCurrency.chain((currency) => {
        const unit = chargedUnit(currency)
        return fc
          .array(anyAmount(unit), { minLength: 1, maxLength: 50 })
          .chain((weights) =>
            fc.tuple(fc.constant({ currency, weights }), fc.bigInt({ min: 0n, max: sum(weights) / unit })),
          )
      }),
      ([{ currency, weights }, units]) => {
        const unit = chargedUnit(currency)
        const parts = allocate(units * unit, weights, currency)
        expect(sum(parts)).toBe(units * unit)
        for (const [index, part] of parts.entries()) {
          expect(part >= 0n && part <= weights[index]! && part % unit === 0n).toBe(true)
          // Within one unit of the exact share.
          const off = part * sum(weights) - units * unit * weights[index]!
          expect(off < unit * sum(weights) || sum(weights) === 0n).toBe(true)
        }
      },
    ),
  )
})

test('net amounts and taxes sum to the total of each line and of the sale, in amounts that the currency charges', () => {
  fc.assert(
    fc.property(anySale, (sale) => {
      const unit = chargedUnit(sale.currency)
      const priced = priceSale(sale)
      const charges = [...priced.lines, ...(priced.delivery === null ? [] : [priced.delivery])]
      for (const { net_minor, taxes, total_minor } of charges) {
        expect(net_minor + sum(taxes.map((tax) => tax.amount_minor))).toBe(total_minor)
        for (const amount of [net_minor, total_minor, ...taxes.map((tax) => tax.amount_minor)])
          expect(amount >= 0n && amount % unit === 0n).toBe(true)
      }
      expect(priced.total_minor).toBe(sum(charges.map(({ total_minor }) => total_minor)))
      expect(sum(priced.taxes.map((tax) => tax.amount_minor))).toBe(
        sum(charges.flatMap(({ taxes }) => taxes.map((tax) => tax.amount_minor))),
      )
      expect(sum(priced.lines.map(({ coupon_minor }) => coupon_minor))).toBe(priced.coupon_minor)
      const reduced = priced.lines.map(({ subtotal_minor, offer_minor }) => subtotal_minor - offer_minor)
      expect(sum(reduced)).toBe(priced.subtotal_minor)
      expect(priced.coupon_minor <= priced.subtotal_minor).toBe(true)
      if (sale.includes_tax)
        for (const [index, value] of priced.lines.entries())
          expect(value.total_minor).toBe(reduced[index]! - value.coupon_minor)
    }),
  )
})

test('refunds in any parts sum to what was paid', () => {
  fc.assert(
    fc.property(
      anyCurrency.chain((currency) => {
        const unit = chargedUnit(currency)
        return fc.tuple(
          fc.constant(currency),
          anyAmount(unit),
          anyTaxes(unit),
          fc.integer({ min: 1, max: 99 }),
          fc.boolean(),
        )
      }),
      fc.array(fc.integer({ min: 1, max: 30 })),
      ([currency, amount, taxes, quantity, includes_tax], steps) => {
        const paid = { quantity, ...chargeTaxes(amount, quantity, taxes, { includes_tax, currency }) }
        let refunded = 0
        let total = 0n
        const byTax = paid.taxes.map(() => 0n)
        for (const step of [...steps, quantity]) {
          const more = Math.min(step, quantity - refunded)
          const part = refundUnits(paid, { refunded, more }, currency)
          expect(part.total_minor >= 0n).toBe(true)
          refunded += more
          total += part.total_minor
          for (const [index, value] of part.taxes.entries()) byTax[index]! += value.amount_minor
        }
        expect(refunded).toBe(quantity)
        expect(total).toBe(paid.total_minor)
        expect(byTax).toEqual(paid.taxes.map((tax) => tax.amount_minor))
      },
    ),
  )
})

test('more units than a line has are not refunded', () => {
  const paid = { quantity: 2, net_minor: 100n, taxes: [], total_minor: 100n }
  expect(() => refundUnits(paid, { refunded: 1, more: 2 }, 'CAD')).toThrow(RangeError)
})
