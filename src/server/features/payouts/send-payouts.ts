import { sql } from 'kysely'
import type { PayoutMethod } from '#contract/payouts/terms.ts'
import { day_ms, hour_ms, minute_ms } from '#contract/time.ts'
import { workThrough, type Queue } from '#server/claim.ts'
import type { Tx } from '#server/database/connect.ts'
import { transact } from '#server/database/transact.ts'
import type { Deps } from '#server/deps.ts'
import { postTransfer } from '#server/features/wallet/ledger/ledger.ts'
import type { PayoutFailure, PayoutProvider, PayoutResult } from '#server/providers/payouts/provider.ts'
import { mailPayee } from './mails.ts'
import { changePayout, isPayable, lockPayout, returnPart, type Payout } from './payouts.ts'

/** How long after sending, and then between questions, a payout that is not certain yet is asked for. */
const ask_ms = { first: 2 * minute_ms, later: hour_ms }
/** When a payout is sent again for which our balance was too small. */
const balance_ms = day_ms

interface DuePayout {
  id: string
  number: string
  method: PayoutMethod
}

/** Payouts to send, and those under way that it is time to ask for. Bank transfers are made by people. */
const duePayouts: Queue<DuePayout> = {
  name: 'payouts',
  keyOf: ({ id }) => id,
  subjectOf: ({ number }) => number,
  async find({ db }, { now, limit, isReady }) {
    const { rows } = await sql<DuePayout>`
      select p.id, p.number, p.method
      from payouts p join payees y on y.id = p.payee_id join payout_accounts k on k.id = p.account_id
      where p.state in ('approved', 'sending', 'sent') and p.method <> 'bank'
        and (p.state <> 'approved' or not y.is_paused and y.identity = 'verified' and k.state = 'verified')
        and coalesce(p.send_after, '-infinity') <= ${now} and ${isReady(sql`p.id`)}
      order by p.send_after nulls first, p.id limit ${limit}`.execute(db)
    return rows
  },
  work: (deps, { id, method }) => {
    const provider = getProvider(deps, method)
    return provider === undefined ? Promise.resolve(false) : advancePayout(deps, id, provider)
  },
}

/** Sends what was approved, and asks what became of what was sent. */
export const sendPayouts = (deps: Deps): Promise<number> => workThrough(deps, duePayouts)

/** The adapter that pays by a method; undefined for bank transfers and where the settings do not allow it. */
export const getProvider = ({ payouts }: Pick<Deps, 'payouts'>, method: PayoutMethod): PayoutProvider | undefined =>
  method === 'bank' ? undefined : payouts[method]

/**
 * Sends a payout once, or asks what became of it. What is sent is stored first: after a restart, the provider is asked for the
 * reference, and only what it certainly does not have is sent again, with the same one.
 */
async function advancePayout(deps: Deps, id: string, provider: PayoutProvider): Promise<boolean> {
  const attempt = await beginSending(deps, id)
  if (attempt === undefined) return false
  const { payout, isNew, recipient } = attempt
  const { amount_minor, currency, number, version } = payout
  const reference = payout.reference!
  const handle = { reference, amount_minor, currency }
  const found = isNew ? ({ state: 'unknown' } as const) : await provider.find(handle)
  const mustSend = found.state === 'unknown' && payout.state === 'sending'
  const result = mustSend ? await provider.send({ ...handle, recipient, reason: number }) : found
  await transact(deps.db, (tx) => applyResult(tx, deps, id, result, { reference, version }))
  return true
}

/**
 * Stores that a payout is about to be sent, with a reference of this attempt, or asked for, so that no other process does the
 * same meanwhile. Undefined where there is nothing to do by now, or the payee must not be paid any more.
 */
const beginSending = ({ db, clock }: Deps, id: string) =>
  transact(db, async (tx) => {
    const now = clock()
    const locked = await lockPayout(tx, id)
    const isNew = locked.state === 'approved'
    if (!isNew && locked.state !== 'sending' && locked.state !== 'sent') return undefined
    if (locked.send_after !== null && locked.send_after > now) return undefined
    if (isNew && !(await isPayable(tx, locked))) return undefined
    const send_after = new Date(now.getTime() + ask_ms.first)
    const { recipient } = await tx
      .selectFrom('payout_accounts')
      .select('recipient')
      .where('id', '=', locked.account_id)
      .executeTakeFirstOrThrow()
    const tries = locked.tries + 1
    const attempt = { tries, reference: `${id}-${tries}`, sent_at: now, send_after }
    const payout = isNew
      ? await changePayout(tx, locked, 'sending', { user_id: null, now }, attempt)
      : await claim(tx, locked, send_after)
    return { payout, isNew, recipient: recipient ?? '' }
  })

async function claim(tx: Tx, payout: Payout, send_after: Date): Promise<Payout> {
  const version = payout.version + 1
  await tx.updateTable('payouts').set({ send_after, version }).where('id', '=', payout.id).execute()
  return { ...payout, send_after, version }
}

/** The attempt that a provider answers for, and the payout’s version when it was sent, where it was. */
interface Attempt {
  reference: string
  version?: number
}

/**
 * Applies what the provider says of a payout’s attempt, if it still waits for that. A failure counts only if nobody has sent
 * or asked for the payout since: they may have succeeded.
 */
export async function applyResult(
  tx: Tx,
  deps: Deps,
  id: string,
  result: PayoutResult,
  attempt?: Attempt,
): Promise<void> {
  const now = deps.clock()
  const by = { user_id: null, now }
  const payout = await lockPayout(tx, id)
  if (attempt !== undefined && attempt.reference !== payout.reference) return
  if (result.state === 'failed' && attempt?.version !== undefined && attempt.version !== payout.version) return
  const isOpen = payout.state === 'sending' || payout.state === 'sent'
  if (result.state === 'paid' && payout.state === 'paid') return bookPart(tx, deps, payout, result.returned_minor)
  if (result.state === 'returned') {
    if (!isOpen && payout.state !== 'paid') return
    await changePayout(tx, payout, 'came_back', by, { failure: describe(result.failure) })
    await refuseAccount(tx, payout, result.failure)
    await mailFailure(tx, deps, payout, result.failure)
    return
  }
  if (!isOpen) return
  const next = { send_after: new Date(now.getTime() + ask_ms.later) }
  switch (result.state) {
    case 'pending': {
      if (result.waits_for !== null)
        deps.log.error(`payout ${payout.number} waits for ${result.waits_for} at ${payout.method}`)
      const change = { ...next, provider_id: result.provider_id }
      if (payout.state === 'sending') await changePayout(tx, payout, 'accepted', by, change)
      else await tx.updateTable('payouts').set(next).where('id', '=', id).execute()
      return
    }
    case 'paid': {
      const { provider_id, fee_minor } = result
      const paid = await changePayout(tx, payout, 'confirmed', by, {
        provider_id,
        paid_at: now,
        ...(fee_minor === null ? {} : { fee_minor }),
      })
      if (fee_minor !== null && fee_minor > 0n) await bookFee(tx, payout, fee_minor, now)
      await mailPayee(tx, deps, payout.payee_id, 'paid', { ...(await factsOf(tx, payout)), now })
      await bookPart(tx, deps, paid, result.returned_minor)
      return
    }
    case 'unknown':
      // The provider does not have what it has accepted, or another process is about to send it: it is asked again.
      await tx.updateTable('payouts').set(next).where('id', '=', id).execute()
      return
    case 'failed':
      if (result.failure.cause === 'balance' && payout.state === 'sending') {
        deps.log.error(`payout ${payout.number}: our balance at ${payout.method} is too small`)
        const send_after = new Date(now.getTime() + balance_ms)
        await changePayout(tx, payout, 'no_balance', by, { send_after, failure: describe(result.failure) })
        return
      }
      await failPayout(tx, deps, payout, result.failure)
  }
}

/** Owes again what has come back of a paid payout since it was last heard of, with a mail. */
async function bookPart(tx: Tx, deps: Deps, payout: Payout, returned_minor: bigint): Promise<void> {
  if (returned_minor <= payout.returned_minor) return
  const now = deps.clock()
  await returnPart(tx, payout, returned_minor, { user_id: null, now })
  const part = { amount_minor: returned_minor - payout.returned_minor, now }
  await mailPayee(tx, deps, payout.payee_id, 'part_returned', { ...(await factsOf(tx, payout)), ...part })
}

const describe = ({ code, message }: PayoutFailure) => `${message} (${code})`.slice(0, 300)

/** Owes the amount of a payout again. */
async function failPayout(tx: Tx, deps: Deps, payout: Payout, failure: PayoutFailure): Promise<void> {
  const now = deps.clock()
  await changePayout(tx, payout, 'refused', { user_id: null, now }, { failure: describe(failure) })
  await refuseAccount(tx, payout, failure)
  await mailFailure(tx, deps, payout, failure)
}

/** Refuses an account that cannot take a payout, so that its owner enters another one. */
async function refuseAccount(tx: Tx, { account_id }: Payout, failure: PayoutFailure): Promise<void> {
  if (failure.cause !== 'recipient') return
  await tx
    .updateTable('payout_accounts')
    .set({ state: 'refused', reason: describe(failure) })
    .where('id', '=', account_id)
    .execute()
}

const mailFailure = async (tx: Tx, deps: Deps, payout: Payout, { message }: PayoutFailure): Promise<void> =>
  mailPayee(tx, deps, payout.payee_id, 'failed', { ...(await factsOf(tx, payout)), reason: message, now: deps.clock() })

/** What a mail says of a payout. */
export async function factsOf(tx: Tx, { account_id, amount_minor, number }: Payout) {
  const { masked } = await tx
    .selectFrom('payout_accounts')
    .select('masked')
    .where('id', '=', account_id)
    .executeTakeFirstOrThrow()
  return { amount_minor, number, account: masked }
}

/** Books what the provider took for a payout, our expense; a negative amount is what it gave back of that. */
export const bookFee = (tx: Tx, { id, number, method, currency }: Payout, amount_minor: bigint, at: Date) =>
  postTransfer(tx, {
    kind: 'provider_fee',
    reference: amount_minor < 0n ? `payout/${id}/returned` : `payout/${id}`,
    description: `provider_fee:${number}`,
    currency,
    at,
    postings: [
      { account: { kind: 'provider_clearing', owner: method }, amount_minor },
      { account: { kind: 'provider_fee', owner: method }, amount_minor: -amount_minor },
    ],
  })

/** Handles a webhook about a payout: the provider is asked what is true now. Returns whether it is one of ours. */
export async function askForPayout(deps: Deps, method: PayoutMethod, reference: string): Promise<'known' | 'unknown'> {
  const row = await deps.db
    .selectFrom('payouts')
    .select(['id', 'amount_minor', 'currency'])
    .where('reference', '=', reference)
    .where('method', '=', method)
    .executeTakeFirst()
  const provider = getProvider(deps, method)
  if (row === undefined || provider === undefined) return 'unknown'
  const { id, amount_minor, currency } = row
  const result = await provider.find({ reference, amount_minor, currency })
  await transact(deps.db, (tx) => applyResult(tx, deps, id, result, { reference }))
  return 'known'
}
