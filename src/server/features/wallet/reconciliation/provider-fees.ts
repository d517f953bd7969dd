import { isCurrency } from '#contract/money.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import { transact } from '#server/database/transact.ts'
import type { Deps } from '#server/deps.ts'
import type { Fee } from '#server/providers/payments/provider-fees.ts'
import { postTransfer } from '../ledger/ledger.ts'
import { findTopUp, type TopUp } from '../top-ups/top-up-queries.ts'
import { recordDiscrepancy, logDiscrepancy, formatState, type Discrepancy } from './discrepancies.ts'

/*
 * A provider's fees are our expense; booking them makes its clearing balance equal what it owes us. A fee is booked in
 * the currency it was reported in, without conversion. One finer than a minor unit, or in a currency we do not use, is
 * stored without a transfer (docs/decisions/0021). `told` holds the fee in the provider's own words and units.
 */

/** Books a payment's new fees; the caller has locked its row. Returns those now reported differently than before. */
export async function bookFees(tx: Tx, topUp: TopUp, fees: readonly Fee[], now: Date): Promise<Discrepancy[]> {
  const before = await findRecordedFees(tx, topUp.provider, fees)
  const discrepancies: Discrepancy[] = []
  for (const fee of fees) {
    const known = before.get(fee.fee_id)
    if (known === undefined) await bookFee(tx, topUp, fee, now)
    else if (known.told !== fee.told) {
      const { provider, reference } = topUp
      const discrepancy: Discrepancy = {
        kind: 'fee',
        provider,
        reference,
        ours: formatFee(known),
        theirs: formatFee(fee),
      }
      if (await recordDiscrepancy(tx, discrepancy, now)) discrepancies.push(discrepancy)
    }
  }
  return discrepancies
}

/** Books the fees that a provider's list reports for a payment. Returns and logs the new discrepancies. */
export async function recordFees(deps: Deps, reference: string, fees: readonly Fee[]): Promise<Discrepancy[]> {
  const topUp = await findTopUp(deps.db, reference)
  if (topUp === undefined || fees.length === 0) return []
  const before = await findRecordedFees(deps.db, topUp.provider, fees)
  if (fees.every(({ fee_id, told }) => before.get(fee_id)?.told === told)) return []
  const discrepancies = await transact(deps.db, async (tx) => {
    await tx.selectFrom('top_ups').select('id').where('id', '=', topUp.id).forUpdate().executeTakeFirstOrThrow()
    return bookFees(tx, topUp, fees, deps.clock())
  })
  for (const discrepancy of discrepancies) logDiscrepancy(deps, discrepancy)
  return discrepancies
}

/** `txn_1 kept 0.59 CAD`, or the provider's own words when the amount cannot be booked. */
function formatFee({ fee_id, told, currency, amount_minor }: Fee): string {
  const isMoney = amount_minor !== null && isCurrency(currency)
  return `${fee_id} ${isMoney ? formatState({ state: 'kept', amount_minor, currency }) : told}`
}

async function findRecordedFees(db: Db | Tx, provider: string, fees: readonly Fee[]): Promise<Map<string, Fee>> {
  if (fees.length === 0) return new Map()
  const ids = fees.map(({ fee_id }) => fee_id)
  const rows = await db
    .selectFrom('provider_fees')
    .select(['fee_id', 'told', 'currency', 'amount_minor'])
    .where('provider', '=', provider)
    .where('fee_id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.fee_id, row]))
}

async function bookFee(tx: Tx, topUp: TopUp, { fee_id, told, currency, amount_minor }: Fee, at: Date): Promise<void> {
  const { id: top_up_id, provider, reference } = topUp
  const charged = amount_minor !== null && isCurrency(currency) ? { amount_minor, currency } : undefined
  const transfer =
    charged &&
    (await postTransfer(tx, {
      kind: 'provider_fee',
      reference: `${provider}/${fee_id}`,
      description: `provider_fee:${reference}`,
      currency: charged.currency,
      at,
      postings: [
        { account: { kind: 'provider_clearing', owner: provider }, amount_minor: charged.amount_minor },
        { account: { kind: 'provider_fee', owner: provider }, amount_minor: -charged.amount_minor },
      ],
    }))
  const what = { provider, fee_id, top_up_id, told, currency, amount_minor: charged?.amount_minor ?? null }
  await tx
    .insertInto('provider_fees')
    .values({ id: newId(at.getTime()), ...what, transfer_id: transfer?.transfer_id ?? null, told_at: at })
    .execute()
}
