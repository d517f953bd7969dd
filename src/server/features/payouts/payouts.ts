import { sql } from 'kysely'
import { toMinor, type Currency } from '#contract/money.ts'
import type { HeldBack, PayoutMethod, PayoutState } from '#contract/payouts/terms.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import { readLimits } from '#server/features/access/amount-limits.ts'
import { postTransfer, type Account } from '#server/features/wallet/ledger/ledger.ts'
import { AppError } from '#server/http/errors.ts'
import { takeNumber } from './numbers.ts'
import { payableAt } from './payable.ts'
import { findPayeeBalance, getPayee, readTerms, type Payee } from './payees.ts'
import { getTransition, placeIn, writeHistory, type PayoutCause } from './payout-states.ts'

export interface Payout {
  id: string
  number: string
  payee_id: string
  account_id: string
  method: PayoutMethod
  currency: Currency
  amount_minor: bigint
  /** What came back of it: a part while it is `paid`. */
  returned_minor: bigint
  state: PayoutState
  needs_second: boolean
  approved_by: string | null
  second_by: string | null
  reference: string | null
  tries: number
  send_after: Date | null
  version: number
}

/** Who changes a payout: a person, or the clock. */
export interface Actor {
  user_id: string | null
  now: Date
}

/** Returns a payout, locked after its payee, so that its balance stays as it is. Throws `not_found`. */
export async function lockPayout(tx: Tx, id: string): Promise<Payout> {
  const found = await tx.selectFrom('payouts').select('payee_id').where('id', '=', id).executeTakeFirst()
  if (found === undefined) throw new AppError('not_found')
  await sql`select from payees where id = ${found.payee_id}::uuid for no key update`.execute(tx)
  const row = await tx.selectFrom('payouts').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
  return row as Payout & typeof row
}

/** The account that was last set for a payee, whether it is verified or not. */
export const findAccount = (db: Db | Tx, payee_id: string) =>
  db
    .selectFrom('payout_accounts')
    .selectAll()
    .where('payee_id', '=', payee_id)
    .where('replaced_at', 'is', null)
    .$narrowType<{ method: PayoutMethod; currency: Currency; state: 'pending' | 'verified' | 'refused' }>()
    .executeTakeFirst()

/** What a payee is owed and can be paid now, in minor units, by the terms of now. */
export async function readPayable(db: Db | Tx, payee: Payee, now: Date) {
  const terms = (await readTerms(db, payee)).at(now)
  const account = await findAccount(db, payee.id)
  const { rows } = await sql<{
    balance_minor: bigint
    reserved_minor: bigint
    payable_minor: bigint
    held_back: HeldBack | null
  }>`
    select v.balance_minor, v.reserved_minor, v.payable_minor, v.held_back
    from payees y left join payout_accounts k on k.payee_id = y.id and k.replaced_at is null
      cross join lateral ${payableAt(now)} where y.id = ${payee.id}::uuid`.execute(db)
  return { terms, account, ...rows[0]! }
}

/** Whether a payout may go on: its payee is known and not paused, and its account was not refused. */
export async function isPayable(tx: Tx, { payee_id, account_id }: Pick<Payout, 'payee_id' | 'account_id'>) {
  const { is_paused, identity } = await getPayee(tx, payee_id)
  const { state } = await tx
    .selectFrom('payout_accounts')
    .select('state')
    .where('id', '=', account_id)
    .executeTakeFirstOrThrow()
  return !is_paused && identity === 'verified' && state === 'verified'
}

/** Cancels the payout that waits for approval when the payee’s account is replaced: it would go to the one before. */
export async function withdrawProposal(tx: Tx, payee_id: string, actor: Actor): Promise<void> {
  const row = await tx
    .selectFrom('payouts')
    .select('id')
    .where('payee_id', '=', payee_id)
    .where('state', '=', 'proposed')
    .executeTakeFirst()
  if (row !== undefined) await changePayout(tx, await lockPayout(tx, row.id), 'account_replaced', actor)
}

/**
 * Proposes a payout of all that a payee can be paid. Returns its id; undefined when nothing can be paid or one is under way.
 * The amount stays on the payee’s account until the payout is approved.
 */
export async function proposePayout(
  tx: Tx,
  payee_id: string,
  { user_id, now }: Actor,
  cause: 'closed' | 'asked',
): Promise<string | undefined> {
  const payee = await getPayee(tx, payee_id, { lock: true })
  const { payable_minor, account } = await readPayable(tx, payee, now)
  if (payable_minor === 0n || account === undefined) return undefined
  const open = await tx
    .selectFrom('payouts')
    .select('id')
    .where('payee_id', '=', payee_id)
    .where('state', 'in', ['proposed', 'approved', 'sending', 'sent'])
    .executeTakeFirst()
  if (open !== undefined) return undefined
  const id = newId(now.getTime())
  const { currency } = payee
  const { payout } = await readLimits(tx)
  await tx
    .insertInto('payouts')
    .values({
      ...(await takeNumber(tx, 'payouts', payee, now)),
      id,
      payee_id,
      account_id: account.id,
      method: account.method,
      currency,
      amount_minor: payable_minor,
      state: 'proposed',
      is_automatic: cause === 'closed',
      needs_second: payable_minor > (toMinor(payout[currency], currency) ?? 0n),
      proposed_by: user_id,
      proposed_at: now,
    })
    .execute()
  await writeHistory(tx, id, getTransition(null, cause), { actor_id: user_id, at: now })
  return id
}

type Change = Partial<{
  approved_by: string
  approved_at: Date
  second_by: string
  second_at: Date
  reference: string
  tries: number
  send_after: Date | null
  sent_at: Date
  provider_id: string
  fee_minor: bigint
  failure: string
  bank_reference: string
  paid_at: Date
}>

const ended = ['paid', 'failed', 'returned', 'canceled']

/**
 * Changes the state of a locked payout, with what the ledger and its history say of it. Throws `payout_state`, and
 * `balance_changed` where less is owed than the payout’s amount.
 */
export async function changePayout(
  tx: Tx,
  payout: Payout,
  cause: PayoutCause,
  { user_id, now }: Actor,
  change: Change = {},
): Promise<Payout> {
  const transition = getTransition(payout.state, cause)
  await movePayout(tx, payout, transition, now)
  await writeHistory(tx, payout.id, transition, { actor_id: user_id, at: now })
  const row = await tx
    .updateTable('payouts')
    .set({
      ...change,
      ...(transition.to === 'returned' ? { returned_minor: payout.amount_minor } : {}),
      state: transition.to,
      ended_at: ended.includes(transition.to) ? now : null,
      version: payout.version + 1,
    })
    .where('id', '=', payout.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return row as Payout & typeof row
}

/**
 * Owes a part of a locked payout that is `paid` again: `returned_minor` is all that has come back of it by now. Returns the
 * payout as it is then; throws `payout_state` unless it is paid and more has come back than is booked, but not all.
 */
export async function returnPart(
  tx: Tx,
  payout: Payout,
  returned_minor: bigint,
  { user_id, now }: Actor,
): Promise<Payout> {
  const { id, amount_minor, version } = payout
  const transition = getTransition(payout.state, 'part_returned')
  if (returned_minor <= payout.returned_minor || returned_minor >= amount_minor) throw new AppError('payout_state')
  const { gone, owed } = placesOf(payout)
  await postMove(tx, payout, { from: gone, into: owed, minor: returned_minor - payout.returned_minor }, now)
  await writeHistory(tx, id, transition, { actor_id: user_id, at: now })
  const change = { returned_minor, version: version + 1 }
  await tx.updateTable('payouts').set(change).where('id', '=', id).execute()
  return { ...payout, ...change }
}

/** The accounts of the ledger where the amount of a payout can be. */
const placesOf = ({ payee_id, method }: Payout): Record<ReturnType<typeof placeIn>, Account> => ({
  owed: { kind: 'payee_payable', owner: payee_id },
  clearing: { kind: 'payout_clearing', owner: '' },
  // Our account at the bank is the clearing account itself.
  gone: method === 'bank' ? { kind: 'payout_clearing', owner: '' } : { kind: 'provider_clearing', owner: method },
})

/** Moves the amount, without what came back before, to where it is in the next state, where that is another place. */
async function movePayout(tx: Tx, payout: Payout, { to }: { to: PayoutState }, now: Date): Promise<void> {
  const { payee_id, currency, state } = payout
  const accounts = placesOf(payout)
  const [from, into] = [accounts[placeIn(state)], accounts[placeIn(to)]]
  if (from.kind === into.kind) return
  const minor = payout.amount_minor - payout.returned_minor
  if (from.kind === 'payee_payable' && (await findPayeeBalance(tx, { id: payee_id, currency })) < minor)
    throw new AppError('balance_changed')
  await postMove(tx, payout, { from, into, minor }, now)
}

const postMove = (
  tx: Tx,
  { id, number, currency, version }: Payout,
  { from, into, minor }: { from: Account; into: Account; minor: bigint },
  now: Date,
) =>
  postTransfer(tx, {
    kind: 'payout',
    // A payout that is sent again comes to a place a second time.
    reference: `${id}/${version}`,
    description: `payout:${number}`,
    currency,
    at: now,
    postings: [
      { account: from, amount_minor: -minor },
      { account: into, amount_minor: minor },
    ],
  })
