import fc from 'fast-check'
import { expect, test } from 'vitest'
import { roundToCash } from '#contract/cash/cash.ts'
import type { Posting } from '#server/features/wallet/ledger/ledger.ts'
import { toClosed, toMoved, toPaidOut, toTaken } from './postings.ts'

const drawer = { shift_id: 'shift', branch_id: 'branch' }
const sum = (postings: readonly Posting[]) => postings.reduce((all, { amount_minor }) => all + amount_minor, 0n)
const held = (postings: readonly Posting[], kind: string) =>
  sum(postings.filter(({ account }) => account.kind === kind))

/** A sale, a refund, or cash that is moved, in minor units. */
const event = fc.oneof(
  fc.record({ cash: fc.bigInt({ min: 0n, max: 99_999n }), terminal: fc.bigInt({ min: 0n, max: 99_999n }) }),
  fc.record({ refund: fc.bigInt({ min: 1n, max: 9_999n }) }),
  fc.record({ moved: fc.bigInt({ min: -9_999n, max: 9_999n }) }),
)

test('a day at a drawer balances: whatever happens and is counted, the closed drawer is empty', () => {
  const steps = fc.constantFrom(1n, 5n, 100n)
  fc.assert(
    fc.property(fc.array(event), steps, fc.bigInt({ min: -500n, max: 500n }), (events, step, differs) => {
      const all: Posting[] = []
      let gained = 0n
      for (const each of events) {
        if ('moved' in each) {
          const postings = toMoved(drawer, each.moved)
          expect(sum(postings)).toBe(0n)
          gained += each.moved
          all.push(...postings)
        } else if ('refund' in each) {
          const paid = roundToCash(each.refund, step)
          const postings = toPaidOut(drawer.shift_id, each.refund, paid)
          expect(sum(postings)).toBe(each.refund)
          gained -= paid
          all.push(...postings)
        } else {
          const rounding_minor = roundToCash(each.cash, step) - each.cash
          const postings = toTaken(drawer, {
            cash_minor: each.cash,
            rounding_minor,
            terminal_minor: each.terminal,
            mobile_minor: each.terminal / 3n,
          })
          expect(sum(postings)).toBe(-(each.cash + each.terminal + each.terminal / 3n))
          gained += each.cash + rounding_minor
          all.push(...postings)
        }
        expect(held(all, 'cash_drawer')).toBe(-gained)
      }
      const closed = toClosed(drawer, gained, gained + differs)
      expect(sum(closed)).toBe(0n)
      expect(held([...all, ...closed], 'cash_drawer')).toBe(0n)
      expect(held(closed, 'cash_discrepancy')).toBe(differs)
    }),
  )
})
