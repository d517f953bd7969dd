import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { currencies, isCurrency } from '#contract/money.ts'
import type { Fee } from '#server/providers/payments/provider-fees.ts'
import { createWalletWorld, type WalletWorld } from '#test/kits/wallet-kit.ts'
import { checkLedger } from '../ledger/ledger-check.ts'
import { recordFees } from './provider-fees.ts'

let world: WalletWorld
beforeAll(async () => {
  world = await createWalletWorld()
})
afterAll(() => world.close())

const codes = [...currencies, 'EUR', 'JPY'] as const
interface ReportedFee {
  id: number
  minor: number | null
  currency: (typeof codes)[number]
}
const reportedFee = fc.record<ReportedFee>({
  id: fc.integer({ min: 0, max: 8 }),
  minor: fc.oneof(
    { weight: 5, arbitrary: fc.integer({ min: -5_000, max: 5_000 }).filter((minor) => minor !== 0) },
    fc.constant(null),
  ),
  currency: fc.constantFrom(...codes),
})
const feeOf = (run: number, { id, minor, currency }: ReportedFee): Fee => ({
  fee_id: `txn_${run}_${id}`,
  told: `${minor ?? 'a part of one'} ${currency}`,
  currency,
  amount_minor: minor === null ? null : BigInt(minor),
})

/** What the books have of a provider's fees and of its clearing by them, by currency, in minor units. */
async function booked(kind: 'provider_fee' | 'provider_clearing'): Promise<Record<string, bigint>> {
  const { rows } = await sql<{ currency: string; minor: bigint }>`
    select a.currency, sum(e.amount_minor)::bigint as minor from ledger_entries e
    join ledger_accounts a on a.id = e.account_id join ledger_transfers t on t.id = e.transfer_id
    where a.kind = ${kind} and a.owner = 'stripe' and t.kind = 'provider_fee' group by a.currency`.execute(world.db)
  return Object.fromEntries(rows.map(({ currency, minor }) => [currency, minor]))
}

test('books the first fee of each payment once in its own currency, for random currencies, orders and repeats, and leaves the wallet unchanged', async () => {
  const driver = await world.buildDriver({ country_code: 'CA' })
  const { reference } = await world.startTopUp(driver, 20)
  const expected = new Map<string, bigint>(currencies.map((currency) => [currency, 0n]))
  let run = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(reportedFee, { maxLength: 5 }), { minLength: 1, maxLength: 4 }),
      async (tellings) => {
        run += 1
        const first = new Map<string, Fee>()
        for (const telling of tellings) {
          const fees = [...new Map(telling.map((entry) => [entry.id, feeOf(run, entry)])).values()]
          await recordFees(world.deps, reference, fees)
          for (const fee of fees) if (!first.has(fee.fee_id)) first.set(fee.fee_id, fee)
        }
        for (const { currency, amount_minor } of first.values())
          if (isCurrency(currency)) expected.set(currency, expected.get(currency)! + (amount_minor ?? 0n))
        const [fees, clearing] = [await booked('provider_fee'), await booked('provider_clearing')]
        for (const [currency, minor] of expected) {
          expect(fees[currency] ?? 0n).toBe(-minor)
          expect(clearing[currency] ?? 0n).toBe(minor)
        }
        expect(Object.keys(fees).filter((currency) => !isCurrency(currency))).toEqual([])
        expect(await checkLedger(world.db)).toEqual([])
        expect(await world.balance(driver)).toBe(0)
      },
    ),
    { numRuns: 40 },
  )
  world.errors.splice(0)
})
