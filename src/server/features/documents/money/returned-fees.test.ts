import fc from 'fast-check'
import { expect, test } from 'vitest'
import { documentKinds, documentResults, type DocumentKind } from '#contract/documents/document-rules.ts'
import { AppError } from '#server/http/errors.ts'
import type { PriceLine } from '../requests/price.ts'
import { refundHeldLines, refundReturnedLines, releaseLines } from './postings.ts'
import { listReturnable, planReturns, type DecidedDocument } from './returned-fees.ts'

const owner = { user_id: 'driver', state: 'LA' }
const partOf = (kind: DocumentKind) => (kind === 'third_party_insurance' ? 'insurer' : 'government')
const toLine = (kind: DocumentKind | null, part: PriceLine['part'], naira: number): PriceLine => ({
  kind,
  part,
  of: null,
  amount_minor: BigInt(naira) * 100n,
  source: null,
  observed_on: null,
  is_example: false,
  released_minor: 0n,
  refunded_minor: 0n,
})
const anyDocuments = fc.uniqueArray(
  fc.record({
    kind: fc.constantFrom(...documentKinds),
    result: fc.constantFrom(...documentResults, null),
    fee: fc.nat({ max: 50_000 }),
    service: fc.nat({ max: 5_000 }),
  }),
  { minLength: 1, selector: ({ kind }) => kind },
)
const anyEntries = fc.array(fc.record({ kind: fc.constantFrom(...documentKinds), naira: fc.nat({ max: 60_000 }) }), {
  maxLength: 8,
})

test('only what was not issued is refunded, once, and never more than its agency got', () => {
  fc.assert(
    fc.property(anyDocuments, fc.nat({ max: 5_000 }), anyEntries, (documents, delivery, entries) => {
      const paid = [
        ...documents.flatMap(({ kind, fee, service }) => [
          toLine(kind, partOf(kind), fee),
          toLine(kind, 'service', service),
        ]),
        toLine(null, 'delivery', delivery),
      ]
      let { lines } = releaseLines(paid, 'agency', owner.state)
      let decided: DecidedDocument[] = documents.map(({ kind, result }) => ({ kind, result, returned_minor: null }))
      let wallet = 0n
      for (const { kind, naira } of entries) {
        const mayReturn = listReturnable(decided).includes(kind)
        try {
          const moved = refundReturnedLines(lines, planReturns(decided, { [kind]: naira }), owner)
          expect(mayReturn).toBe(true)
          expect(moved.postings.reduce((sum, { amount_minor }) => sum + amount_minor, 0n)).toBe(0n)
          lines = moved.lines
          wallet += moved.amount_minor
          decided = decided.map((entry) =>
            entry.kind === kind ? { ...entry, returned_minor: BigInt(naira) * 100n } : entry,
          )
        } catch (error) {
          if (error instanceof AppError) expect(mayReturn).toBe(false)
          else expect(error).toBeInstanceOf(RangeError)
        }
      }
      for (const line of lines) {
        expect(line.released_minor + line.refunded_minor).toBe(line.part === 'delivery' ? 0n : line.amount_minor)
        const document = decided.find(({ kind }) => kind === line.kind)
        const isFee = line.part === 'government' || line.part === 'insurer'
        expect(line.refunded_minor).toBe(isFee ? (document?.returned_minor ?? 0n) : 0n)
      }
      expect(wallet).toBe(decided.reduce((sum, { returned_minor }) => sum + (returned_minor ?? 0n), 0n))
      // A delivery that still takes place is earned whole; one that does not is refunded whole.
      const held = refundHeldLines(lines, owner.user_id)
      expect(held.amount_minor).toBe(releaseLines(lines, 'delivery', owner.state).amount_minor)
      expect(held.amount_minor).toBe(BigInt(delivery) * 100n)
    }),
  )
})
