import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { disputeClaims } from '#contract/disputes/desk.ts'
import { listDemands, toClaim } from './evidence.ts'
import { attributeSpending, type Movement } from './spending.ts'

/** A wallet that is never below zero: each debit is at most what is there. */
const wallets = fc
  .array(fc.record({ isIn: fc.boolean(), part: fc.integer({ min: 1, max: 1_000 }), own: fc.nat(20) }), {
    maxLength: 30,
  })
  .map((steps) => {
    let balance = 0n
    const movements: Movement[] = []
    for (const [n, { isIn, part, own }] of steps.entries()) {
      const amount_minor = isIn ? BigInt(part) : -((balance * BigInt(part)) / 1_000n)
      if (amount_minor === 0n) continue
      balance += amount_minor
      movements.push({ id: String(n), amount_minor, ...(isIn || own > n ? {} : { source: String(own) }) })
    }
    return movements
  })

const sum = (amounts: Iterable<bigint>) => [...amounts].reduce((total, amount) => total + amount, 0n)

test('attributes each debit in full, and no more of a credit than came in', () => {
  fc.assert(
    fc.property(wallets, (movements) => {
      const credits = movements.filter(({ amount_minor }) => amount_minor > 0n)
      const all = credits.map(({ id, amount_minor }) => ({ amount_minor, spent: attributeSpending(movements, id) }))
      for (const { amount_minor, spent } of all) expect(sum(spent.values())).toBeLessThanOrEqual(amount_minor)
      for (const { id, amount_minor } of movements.filter((movement) => movement.amount_minor < 0n))
        expect(sum(all.map(({ spent }) => spent.get(id) ?? 0n))).toBe(-amount_minor)
    }),
  )
})

test('spends the source of a debit before older money, which stays', () => {
  const movements = [
    { id: 'old', amount_minor: 1_000n },
    { id: 'new', amount_minor: 500n },
    { id: 'booking', amount_minor: -500n, source: 'new' },
    { id: 'order', amount_minor: -300n },
  ]
  expect(attributeSpending(movements, 'new')).toEqual(new Map([['booking', 500n]]))
  expect(attributeSpending(movements, 'old')).toEqual(new Map([['order', 300n]]))
})

test.each(disputeClaims)('asks for something when the payer claims %s', (claim) => {
  const demands = listDemands(toClaim(claim))
  expect(demands).toContain('receipt')
  expect(new Set(demands).size).toBe(demands.length)
})

test('asks for everything when the claim is unknown', () => {
  expect(listDemands(null)).toEqual(listDemands(toClaim('customer_initiated')))
})
