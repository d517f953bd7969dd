import type { Selectable } from 'kysely'
import type { Currency } from '#contract/money.ts'
import type { Tx } from '#server/database/connect.ts'
import { newCode, newId } from '#server/database/ids.ts'
import type { RefundsTable } from '#server/database/tables.ts'
import type { ProviderName, Reversal } from '#server/providers/payments/provider.ts'
import { findBalance, postTransfer, type Posting, type Transfer } from '../ledger/ledger.ts'
import { getNextCheckTime } from '../rules.ts'
import type { TopUp } from '../top-ups/top-up-queries.ts'

/*
 * The ledger transfers of a refund. One that a driver requests leaves the wallet first and stays in `refund_clearing`
 * until the provider has sent or refused it. One that began at the provider has left already: the wallet pays what it
 * holds, and the rest becomes the driver's debt.
 */

export type RefundRow = Omit<Selectable<RefundsTable>, 'currency' | 'provider' | 'kind' | 'origin' | 'status'> & {
  currency: Currency
  provider: ProviderName
  kind: 'refund' | 'dispute'
  origin: 'driver' | 'provider'
  status: 'pending' | 'processing' | 'done' | 'failed'
}

export const isOpen = ({ status }: Pick<RefundRow, 'status'>): boolean =>
  status === 'pending' || status === 'processing'

/** Opens a driver's refund. Violates `customer_balance_not_negative` if the wallet holds less. */
export async function reserveRefund(tx: Tx, topUp: TopUp, amount_minor: bigint, now: Date): Promise<RefundRow> {
  const { user_id, provider, currency } = topUp
  const reference = createReference()
  const transfer_id = await postRefundTransfer(
    tx,
    { reference, description: `sent_back:${reference}`, currency, at: now },
    [
      { account: { kind: 'customer', owner: user_id }, amount_minor: -amount_minor },
      { account: { kind: 'refund_clearing', owner: provider }, amount_minor },
    ],
  )
  return insertRefund(tx, topUp, now, {
    reference,
    kind: 'refund',
    origin: 'driver',
    amount_minor,
    status: 'pending',
    transfer_id,
  })
}

/** Books a reversal that began at the provider: the wallet pays what it holds, the rest is owed. */
export async function bookReversal(tx: Tx, topUp: TopUp, reversal: Reversal, now: Date): Promise<RefundRow> {
  const { user_id, provider, currency } = topUp
  const { kind, amount_minor, provider_refund_id, state } = reversal
  const reference = createReference()
  const balance_minor = await lockBalance(tx, user_id, currency)
  const paid_minor = balance_minor < amount_minor ? balance_minor : amount_minor
  const owed_minor = amount_minor - paid_minor
  const description = `${kind === 'dispute' ? 'disputed' : 'taken_back'}:${reference}`
  const transfer_id = await postRefundTransfer(tx, { reference, description, currency, at: now }, [
    { account: { kind: 'customer', owner: user_id }, amount_minor: -paid_minor },
    { account: { kind: 'customer_debt', owner: user_id }, amount_minor: -owed_minor },
    { account: { kind: 'provider_clearing', owner: provider }, amount_minor },
  ])
  const status = state === 'done' ? 'done' : 'processing'
  const fields = { reference, kind, origin: 'provider' as const, amount_minor, owed_minor, provider_refund_id }
  return insertRefund(tx, topUp, now, { ...fields, status, transfer_id })
}

/** Applies the provider's state to a refund row, which the caller has locked. Returns the updated row. */
export async function applyReversalState(
  tx: Tx,
  row: RefundRow,
  reversal: Pick<Reversal, 'state' | 'reason' | 'provider_refund_id'>,
  now: Date,
): Promise<RefundRow> {
  if (row.status === 'failed') return row
  const checked = { provider_refund_id: row.provider_refund_id ?? reversal.provider_refund_id, checked_at: now }
  if (reversal.state === 'failed')
    return updateRefund(tx, row, { ...checked, ...(await postReturn(tx, row, reversal.reason, now)) })
  if (row.status === 'done') return row
  if (reversal.state === 'pending') return updateRefund(tx, row, { ...checked, status: 'processing' })
  return updateRefund(tx, row, { ...checked, status: 'done', settled_at: now, ...(await postArrival(tx, row, now)) })
}

/** Fails a refund that the provider refused or does not know, and returns the money to the wallet. */
export async function failRefund(tx: Tx, row: RefundRow, reason: string, now: Date): Promise<RefundRow> {
  return updateRefund(tx, row, await postReturn(tx, row, reason, now))
}

async function postArrival(tx: Tx, row: RefundRow, now: Date): Promise<Partial<RefundRow>> {
  if (row.origin === 'provider') return {}
  const { reference, provider, currency, amount_minor } = row
  const ended_transfer_id = await postRefundTransfer(
    tx,
    { reference: `${reference}/sent`, description: `sent_back:${reference}`, currency, at: now },
    [
      { account: { kind: 'refund_clearing', owner: provider }, amount_minor: -amount_minor },
      { account: { kind: 'provider_clearing', owner: provider }, amount_minor },
    ],
  )
  return { ended_transfer_id }
}

/** Returns the money to the driver: first it pays what is still owed of this refund, the rest goes to the wallet. */
async function postReturn(tx: Tx, row: RefundRow, reason: string | null, now: Date): Promise<Partial<RefundRow>> {
  const { reference, user_id, provider, currency, amount_minor, owed_minor, kind } = row
  const from = row.origin === 'driver' && isOpen(row) ? 'refund_clearing' : 'provider_clearing'
  const description = `${kind === 'dispute' ? 'dispute_won' : 'come_back'}:${reference}`
  const ended_transfer_id = await postRefundTransfer(
    tx,
    { reference: `${reference}/back`, description, currency, at: now },
    [
      { account: { kind: from, owner: provider }, amount_minor: -amount_minor },
      { account: { kind: 'customer_debt', owner: user_id }, amount_minor: owed_minor },
      { account: { kind: 'customer', owner: user_id }, amount_minor: amount_minor - owed_minor },
    ],
  )
  return { status: 'failed', failure_reason: reason ?? 'failed', owed_minor: 0n, settled_at: now, ended_transfer_id }
}

const createReference = () => `RF-${newCode(12)}`

async function postRefundTransfer(
  tx: Tx,
  transfer: Omit<Transfer, 'kind' | 'postings'>,
  postings: Posting[],
): Promise<string> {
  const { transfer_id } = await postTransfer(tx, { kind: 'refund', ...transfer, postings })
  return transfer_id
}

type NewRefund = Pick<RefundRow, 'reference' | 'kind' | 'origin' | 'amount_minor' | 'status' | 'transfer_id'> &
  Partial<Pick<RefundRow, 'owed_minor' | 'provider_refund_id'>>

async function insertRefund(tx: Tx, topUp: TopUp, now: Date, refund: NewRefund): Promise<RefundRow> {
  const { id: top_up_id, user_id, provider, currency } = topUp
  const row = await tx
    .insertInto('refunds')
    .values({
      id: newId(now.getTime()),
      top_up_id,
      user_id,
      provider,
      currency,
      ...refund,
      created_at: now,
      settled_at: refund.status === 'done' ? now : null,
      next_check_at: getNextCheckTime(now, now),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return row as RefundRow
}

async function updateRefund(tx: Tx, { id }: RefundRow, changes: Partial<RefundRow>): Promise<RefundRow> {
  const row = await tx.updateTable('refunds').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
  return row as RefundRow
}

/** Locks a wallet account until the transaction ends. Returns its balance in minor units. */
export async function lockBalance(tx: Tx, user_id: string, currency: Currency): Promise<bigint> {
  await tx
    .selectFrom('ledger_accounts')
    .select('id')
    .where('kind', '=', 'customer')
    .where('owner', '=', user_id)
    .where('currency', '=', currency)
    .forUpdate()
    .execute()
  return findBalance(tx, user_id, currency)
}
