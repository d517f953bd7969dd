import type { Selectable } from 'kysely'
import type { Currency } from '#contract/money.ts'
import type { Tx } from '#server/database/connect.ts'
import type { RefundsTable } from '#server/database/tables.ts'
import { newCode, newId } from '#server/ids.ts'
import type { ProviderName, Reversal } from '#server/providers/payments/provider.ts'
import { findBalance, post, type Posting, type Transfer } from '#server/features/wallet/ledger/ledger.ts'
import type { TopUp } from '#server/features/wallet/queries.ts'
import { nextCheckAt } from '#server/features/wallet/rules.ts'

/*
 * How a refund moves through the books. One that a driver asks for leaves the wallet first and lies in `refund_clearing`
 * until the provider has sent it, or could not. One that began at the provider has left already: the wallet pays what it
 * can, and its owner owes the rest.
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

/** Begins a driver's refund: violates `customer_balance_not_negative` when the wallet does not hold it. */
export async function openRefund(tx: Tx, topUp: TopUp, amount_minor: bigint, now: Date): Promise<RefundRow> {
  const { user_id, provider, currency } = topUp
  const reference = newReference()
  const transfer_id = await move(tx, { reference, description: `sent_back:${reference}`, currency, at: now }, [
    { account: { kind: 'customer', owner: user_id }, amount_minor: -amount_minor },
    { account: { kind: 'refund_clearing', owner: provider }, amount_minor },
  ])
  return insert(tx, topUp, now, {
    reference,
    kind: 'refund',
    origin: 'driver',
    amount_minor,
    status: 'pending',
    transfer_id,
  })
}

/** Books what went back without us, as far as the wallet has money; the rest is owed. */
export async function bookReversal(tx: Tx, topUp: TopUp, reversal: Reversal, now: Date): Promise<RefundRow> {
  const { user_id, provider, currency } = topUp
  const { kind, amount_minor, provider_refund_id, state } = reversal
  const reference = newReference()
  const balance_minor = await lockBalance(tx, user_id, currency)
  const paid_minor = balance_minor < amount_minor ? balance_minor : amount_minor
  const owed_minor = amount_minor - paid_minor
  const description = `${kind === 'dispute' ? 'disputed' : 'taken_back'}:${reference}`
  const transfer_id = await move(tx, { reference, description, currency, at: now }, [
    { account: { kind: 'customer', owner: user_id }, amount_minor: -paid_minor },
    { account: { kind: 'customer_debt', owner: user_id }, amount_minor: -owed_minor },
    { account: { kind: 'provider_clearing', owner: provider }, amount_minor },
  ])
  const status = state === 'done' ? 'done' : 'processing'
  const what = { reference, kind, origin: 'provider' as const, amount_minor, owed_minor, provider_refund_id }
  return insert(tx, topUp, now, { ...what, status, transfer_id })
}

/** What the provider says of a refund that is in the books; the row must be locked. Answers the row as it then is. */
export async function applyState(
  tx: Tx,
  row: RefundRow,
  said: Pick<Reversal, 'state' | 'reason' | 'provider_refund_id'>,
  now: Date,
): Promise<RefundRow> {
  if (row.status === 'failed') return row
  const seen = { provider_refund_id: row.provider_refund_id ?? said.provider_refund_id, checked_at: now }
  if (said.state === 'failed') return change(tx, row, { ...seen, ...(await giveBack(tx, row, said.reason, now)) })
  if (row.status === 'done') return row
  if (said.state === 'pending') return change(tx, row, { ...seen, status: 'processing' })
  return change(tx, row, { ...seen, status: 'done', settled_at: now, ...(await hasArrived(tx, row, now)) })
}

/** The provider refused it, or has never heard of it: nothing was sent. */
export async function failRefund(tx: Tx, row: RefundRow, reason: string, now: Date): Promise<RefundRow> {
  return change(tx, row, await giveBack(tx, row, reason, now))
}

async function hasArrived(tx: Tx, row: RefundRow, now: Date): Promise<Partial<RefundRow>> {
  if (row.origin === 'provider') return {}
  const { reference, provider, currency, amount_minor } = row
  const ended_transfer_id = await move(
    tx,
    { reference: `${reference}/sent`, description: `sent_back:${reference}`, currency, at: now },
    [
      { account: { kind: 'refund_clearing', owner: provider }, amount_minor: -amount_minor },
      { account: { kind: 'provider_clearing', owner: provider }, amount_minor },
    ],
  )
  return { ended_transfer_id }
}

/** The money is ours again, and so the driver's: first it pays what is still owed of this very refund. */
async function giveBack(tx: Tx, row: RefundRow, reason: string | null, now: Date): Promise<Partial<RefundRow>> {
  const { reference, user_id, provider, currency, amount_minor, owed_minor, kind } = row
  const from = row.origin === 'driver' && isOpen(row) ? 'refund_clearing' : 'provider_clearing'
  const description = `${kind === 'dispute' ? 'dispute_won' : 'come_back'}:${reference}`
  const ended_transfer_id = await move(tx, { reference: `${reference}/back`, description, currency, at: now }, [
    { account: { kind: from, owner: provider }, amount_minor: -amount_minor },
    { account: { kind: 'customer_debt', owner: user_id }, amount_minor: owed_minor },
    { account: { kind: 'customer', owner: user_id }, amount_minor: amount_minor - owed_minor },
  ])
  return { status: 'failed', failure_reason: reason ?? 'failed', owed_minor: 0n, settled_at: now, ended_transfer_id }
}

const newReference = () => `RF-${newCode(12)}`

async function move(tx: Tx, transfer: Omit<Transfer, 'kind' | 'postings'>, postings: Posting[]): Promise<string> {
  const { transfer_id } = await post(tx, { kind: 'refund', ...transfer, postings })
  return transfer_id
}

type New = Pick<RefundRow, 'reference' | 'kind' | 'origin' | 'amount_minor' | 'status' | 'transfer_id'> &
  Partial<Pick<RefundRow, 'owed_minor' | 'provider_refund_id'>>

async function insert(tx: Tx, topUp: TopUp, now: Date, what: New): Promise<RefundRow> {
  const { id: top_up_id, user_id, provider, currency } = topUp
  const row = await tx
    .insertInto('refunds')
    .values({
      id: newId(now.getTime()),
      top_up_id,
      user_id,
      provider,
      currency,
      ...what,
      created_at: now,
      settled_at: what.status === 'done' ? now : null,
      next_check_at: nextCheckAt(now, now),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return row as RefundRow
}

async function change(tx: Tx, { id }: RefundRow, changed: Partial<RefundRow>): Promise<RefundRow> {
  const row = await tx.updateTable('refunds').set(changed).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
  return row as RefundRow
}

/** What a wallet holds, and holds until the transaction ends. */
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
