import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PriceLine } from '../requests/price.ts'
import {
  leftOf,
  refundHeldLines,
  refundReturnedLines,
  releaseLines,
  toHeld,
  type DocumentPosting,
  type Moved,
} from './postings.ts'

const parts = [
  { part: 'government', kind: 'vehicle_licence', of: null },
  { part: 'insurer', kind: 'third_party_insurance', of: null },
  { part: 'service', kind: 'vehicle_licence', of: null },
  { part: 'tax', kind: null, of: 'service' },
  { part: 'delivery', kind: null, of: null },
  { part: 'tax', kind: null, of: 'delivery' },
] as const
/** What another inspection adds, after one that failed. */
const addedParts = [
  { part: 'government', kind: 'reinspection', of: null },
  { part: 'service', kind: 'reinspection', of: null },
  { part: 'tax', kind: null, of: 'service' },
] as const
const linesOf = (all: readonly ((typeof parts)[number] | (typeof addedParts)[number])[]): fc.Arbitrary<PriceLine[]> =>
  fc.tuple(...all.map(() => fc.bigInt({ min: 0n, max: 10n ** 9n }))).map((amounts) =>
    all.map((part, n) => ({
      ...part,
      amount_minor: amounts[n]!,
      source: null,
      observed_on: null,
      is_example: false,
      released_minor: 0n,
      refunded_minor: 0n,
    })),
  )
const anyLines = linesOf(parts)
const anyAdded = linesOf(addedParts)
const owner = { user_id: 'driver', state: 'LA' }
const sumOf = (postings: readonly DocumentPosting[], kind?: string) =>
  postings
    .filter(({ account }) => kind === undefined || account.kind === kind)
    .reduce((all, { amount_minor }) => all + amount_minor, 0n)

/** What may happen to a paid request, in any order and as often as one likes. */
type Move = 'agency' | 'delivery' | 'refund' | number | PriceLine[]
const anyMoves: fc.Arbitrary<Move[]> = fc.array(
  fc.oneof(fc.constantFrom('agency' as const, 'delivery' as const, 'refund' as const), fc.nat({ max: 100 }), anyAdded),
  { maxLength: 8 },
)
function move(lines: readonly PriceLine[], what: Move): Moved {
  if (typeof what === 'object')
    return { lines: [...lines, ...what], postings: toHeld(what, owner.user_id), amount_minor: 0n }
  if (what === 'refund') return refundHeldLines(lines, owner.user_id)
  if (what === 'agency' || what === 'delivery') return releaseLines(lines, what, owner.state)
  const returned = lines.flatMap(({ part, kind, released_minor }) =>
    (part === 'government' || part === 'insurer') && kind !== 'reinspection'
      ? [{ kind, part, amount_minor: (released_minor * BigInt(what)) / 100n }]
      : [],
  )
  return refundReturnedLines(lines, returned, owner)
}

test('nothing is both released and refunded, whatever happens in whatever order', () => {
  fc.assert(
    fc.property(anyLines, anyMoves, (paid, moves) => {
      const postings = [...toHeld(paid, owner.user_id)]
      let lines = paid
      for (const what of moves) {
        const moved = move(lines, what)
        expect(sumOf(moved.postings)).toBe(0n)
        postings.push(...moved.postings)
        lines = moved.lines
      }
      for (const line of lines) {
        expect(leftOf(line)).toBeGreaterThanOrEqual(0n)
        expect(line.released_minor).toBeGreaterThanOrEqual(0n)
        expect(line.released_minor + line.refunded_minor + leftOf(line)).toBe(line.amount_minor)
      }
      const total = (of: (line: PriceLine) => bigint) => lines.reduce((all, line) => all + of(line), 0n)
      expect(sumOf(postings, 'document_held')).toBe(total(leftOf))
      expect(sumOf(postings, 'customer')).toBe(
        total(({ refunded_minor }) => refunded_minor) - total((line) => line.amount_minor),
      )
      const released = (...of: PriceLine['part'][]) =>
        total(({ part, released_minor }) => (of.includes(part) ? released_minor : 0n))
      expect(sumOf(postings, 'agency_payable')).toBe(released('government'))
      expect(sumOf(postings, 'insurer_payable')).toBe(released('insurer'))
      expect(sumOf(postings, 'fee_income')).toBe(released('service', 'delivery'))
      expect(sumOf(postings, 'tax_payable')).toBe(released('tax'))
    }),
  )
})

test('a refund before the agency is everything, and one after it leaves us the service with its tax', () => {
  fc.assert(
    fc.property(anyLines, (paid) => {
      const total = paid.reduce((all, { amount_minor }) => all + amount_minor, 0n)
      expect(refundHeldLines(paid, owner.user_id).amount_minor).toBe(total)
      const after = releaseLines(paid, 'agency', owner.state).lines
      const delivery = paid[4]!.amount_minor + paid[5]!.amount_minor
      expect(refundHeldLines(after, owner.user_id).amount_minor).toBe(delivery)
    }),
  )
})

test('more than an agency got cannot come from it', () => {
  fc.assert(
    fc.property(anyLines, fc.bigInt({ min: 1n, max: 1_000n }), (paid, more) => {
      const { lines } = releaseLines(paid, 'agency', owner.state)
      const amount_minor = lines[0]!.released_minor + more
      const returned = [{ kind: 'vehicle_licence' as const, part: 'government' as const, amount_minor }]
      expect(() => refundReturnedLines(lines, returned, owner)).toThrow(RangeError)
    }),
  )
})
