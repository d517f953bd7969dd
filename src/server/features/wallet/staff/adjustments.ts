import type { ParsedBody } from '#contract/endpoint.ts'
import { toMajor, topUpLimits, walletFactor, type Currency } from '#contract/money.ts'
import type {
  AdjustmentRecord,
  approvalStates,
  requestAdjustment as contract,
} from '#contract/wallet/desk/adjustments.ts'
import { parseAmount } from '#server/amounts.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import type { Deps } from '#server/deps.ts'
import type { AuditedChange } from '#server/features/access/audit.ts'
import { customerContact, signatureOf } from '#server/features/access/contacts.ts'
import type { SignedIn } from '#server/http/caller.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import { findBalance, postTransfer } from '../ledger/ledger.ts'
import { mailAdjustment } from './adjustment-mails.ts'

interface AdjustmentChange {
  answer: AdjustmentRecord
  changes: AuditedChange[]
}
type Caller = Pick<SignedIn, 'user_id' | 'access'>

/** Returns a correction as a person sees it: who asked for it may withdraw it, others decide. Throws `not_found`. */
export async function getAdjustmentRecord(
  db: Db | Tx,
  { user_id, access }: Caller,
  id: string,
  now: Date,
): Promise<AdjustmentRecord> {
  const contact = customerContact('u', access, now)
  const row = await db
    .selectFrom('approvals as a')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .innerJoin('users as r', 'r.id', 'a.requested_by')
    .leftJoin('users as d', 'd.id', 'a.decided_by')
    .selectAll('a')
    .select([contact.customer.as('customer'), contact.email.as('email')])
    .select([signatureOf('r').as('requester'), signatureOf('d').as('decider')])
    .where('a.id', '=', id)
    .executeTakeFirst()
  if (row === undefined) throw new AppError('not_found')
  const currency = row.currency as Currency
  const isOwn = row.requested_by === user_id
  return {
    id,
    title: row.customer ?? id,
    actions: row.state === 'waiting' ? (isOwn ? ['withdraw'] : ['approve', 'refuse']) : [],
    state: row.state as (typeof approvalStates)[number],
    customer_id: row.user_id,
    customer: row.customer,
    email: row.email,
    amount: { amount: toMajor(row.amount_minor, currency), currency },
    reason: row.reason,
    requested_by: row.requester,
    requested_at: row.requested_at.toISOString(),
    decided_by: row.decider,
    decided_at: row.decided_at?.toISOString() ?? null,
    note: row.note,
    transfer_id: row.transfer_id,
  }
}

/**
 * Asks for a correction of a wallet; no money moves. Throws 422 for an unknown account or an amount that the currency does
 * not have, and `own_wallet`.
 */
export async function requestAdjustment(
  tx: Tx,
  caller: Caller,
  { customer, amount, currency, reason }: ParsedBody<typeof contract>,
  now: Date,
): Promise<AdjustmentChange> {
  const amount_minor = parseAmount('amount', amount, currency)
  const most = topUpLimits[currency].most * walletFactor
  if (Math.abs(amount) > most) throw fieldError('amount', amount > 0 ? 'too_large' : 'too_small')
  const account = await tx
    .selectFrom('users')
    .select('id')
    .where((of) => of(of.fn('lower', ['email']), '=', customer.toLowerCase()))
    .where('erased_at', 'is', null)
    .executeTakeFirst()
  if (account === undefined) throw fieldError('customer', 'account_unknown')
  if (account.id === caller.user_id) throw new AppError('own_wallet')
  const id = newId(now.getTime())
  await tx
    .insertInto('approvals')
    .values({
      id,
      kind: 'wallet_adjustment',
      user_id: account.id,
      amount_minor,
      currency,
      reason,
      requested_by: caller.user_id,
      requested_at: now,
    })
    .execute()
  const change = { kind: 'adjustment', id, after: { customer: account.id, amount: { amount, currency }, reason } }
  return { answer: await getAdjustmentRecord(tx, caller, id, now), changes: [change] }
}

interface Decision {
  state: 'approved' | 'refused' | 'withdrawn'
  note?: string | undefined
}

/**
 * Decides on a correction; the first decision counts. An approved one is posted. Throws `not_found`, `already_decided`,
 * `own_request` for a decision of who asked (and a withdrawal by anybody else), `own_wallet`, and
 * `insufficient_balance` if the wallet holds less than is taken out.
 */
export async function decideAdjustment(
  tx: Tx,
  deps: Pick<Deps, 'publicUrl'>,
  { caller, now }: { caller: Caller; now: Date },
  id: string,
  { state, note }: Decision,
): Promise<AdjustmentChange> {
  const row = await tx.selectFrom('approvals').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (row === undefined) throw new AppError('not_found')
  if (row.state !== 'waiting') throw new AppError('already_decided')
  if ((row.requested_by === caller.user_id) !== (state === 'withdrawn')) throw new AppError('own_request')
  if (row.user_id === caller.user_id) throw new AppError('own_wallet')
  const transfer_id = state === 'approved' ? await postAdjustment(tx, row, now) : null
  if (transfer_id !== null) await mailAdjustment(tx, deps, row, now)
  await tx
    .updateTable('approvals')
    .set({ state, decided_by: caller.user_id, decided_at: now, note: note ?? null, transfer_id })
    .where('id', '=', id)
    .execute()
  const change = { kind: 'adjustment', id, before: { state: 'waiting' }, after: { state, note: note ?? null } }
  return { answer: await getAdjustmentRecord(tx, caller, id, now), changes: [change] }
}

interface Approval {
  id: string
  user_id: string
  amount_minor: bigint
  currency: string
}

async function postAdjustment(tx: Tx, { id, user_id, amount_minor, ...row }: Approval, now: Date): Promise<string> {
  const currency = row.currency as Currency
  const balance_minor = await findBalance(tx, user_id, currency)
  if (balance_minor + amount_minor < 0n) throw new AppError('balance_too_low')
  const { transfer_id } = await postTransfer(tx, {
    kind: 'adjustment',
    reference: id,
    description: 'adjustment',
    currency,
    at: now,
    postings: [
      { account: { kind: 'customer', owner: user_id }, amount_minor },
      { account: { kind: 'adjustment', owner: '' }, amount_minor: -amount_minor },
    ],
  })
  return transfer_id
}
