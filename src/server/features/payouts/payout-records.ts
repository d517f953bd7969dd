import { sql } from 'kysely'
import { toMajor, type Currency } from '#contract/money.ts'
import type { PayoutRecord } from '#contract/payouts/desk/payouts.ts'
import type { PayoutMethod, PayoutState } from '#contract/payouts/terms.ts'
import type { CountryCode } from '#contract/places/places.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import type { Audited } from '#server/features/access/change.ts'
import { colleagueName } from '#server/features/access/contacts.ts'
import { requireRecentLogin } from '#server/features/access/recent-login.ts'
import type { Scope, SignedIn } from '#server/http/caller.ts'
import { AppError } from '#server/http/errors.ts'
import { formatBankFile, type BankTransfer } from '#server/providers/payouts/bank-file.ts'
import { mailPayee } from './mails.ts'
import { withinPayees, type Reader } from './payee-records.ts'
import { payeeName, payeesWithPlaces } from './payees.ts'
import type { PayoutCause } from './payout-states.ts'
import { changePayout, isPayable, lockPayout, type Payout } from './payouts.ts'
import { factsOf } from './send-payouts.ts'

/** Returns a payout in the caller's scope. Throws `not_found`. */
export async function getPayoutRecord(
  db: Db | Tx,
  id: string,
  { scope, access, user_id }: Omit<Reader, 'now'>,
): Promise<PayoutRecord> {
  const { rows } = await sql<
    Payout & {
      payee: string
      country: string
      masked: string
      holder_name: string
      bank_name: string | null
      is_automatic: boolean
      is_example: boolean
      proposed_at: Date
      approved_at: Date | null
      second_at: Date | null
      sent_at: Date | null
      paid_at: Date | null
      approver: string | null
      second: string | null
      provider_id: string | null
      fee_minor: bigint | null
      fee_returned_minor: bigint | null
      failure: string | null
      bank_reference: string | null
    }
  >`
    select p.*, ${payeeName} as payee, c.code as country, k.masked, k.holder_name, k.bank_name,
      coalesce(o.is_example, b.is_example) as is_example, ${colleagueName('u', access)} as approver,
      ${colleagueName('w', access)} as second
    from payouts p join ${payeesWithPlaces} on y.id = p.payee_id join payout_accounts k on k.id = p.account_id
      left join users u on u.id = p.approved_by left join users w on w.id = p.second_by
    where p.id = ${id}::uuid and ${withinPayees(scope)}`.execute(db)
  const row = rows[0]
  if (row === undefined) throw new AppError('not_found')
  const currency = row.currency as Currency
  const money = (minor: bigint) => ({ amount: toMajor(minor, currency), currency })
  const state = row.state as PayoutState
  const method = row.method as PayoutMethod
  return {
    id,
    title: row.number,
    version: row.version,
    number: row.number,
    payee_id: row.payee_id,
    payee: row.payee,
    country: row.country,
    currency,
    amount: money(row.amount_minor),
    state,
    method,
    account: row.masked,
    account_holder: row.holder_name,
    account_bank: row.bank_name,
    is_automatic: row.is_automatic,
    needs_second: row.needs_second,
    proposed_at: row.proposed_at.toISOString(),
    approved_by: row.approver,
    approved_at: row.approved_at?.toISOString() ?? null,
    second_by: row.second,
    second_at: row.second_at?.toISOString() ?? null,
    reference: row.reference,
    provider_id: row.provider_id,
    fee: row.fee_minor === null ? null : money(row.fee_minor),
    returned: row.returned_minor === 0n ? null : money(row.returned_minor),
    fee_returned: row.fee_returned_minor === null ? null : money(row.fee_returned_minor),
    failure: row.failure,
    bank_reference: row.bank_reference,
    sent_at: row.sent_at?.toISOString() ?? null,
    paid_at: row.paid_at?.toISOString() ?? null,
    is_example: row.is_example,
    actions: access.has('payouts.approve') ? findActions({ state, method, approved_by: row.approved_by }, user_id) : [],
  }
}

function findActions(
  { state, method, approved_by }: Pick<Payout, 'state' | 'method' | 'approved_by'>,
  user_id: string,
): string[] {
  const isBank = method === 'bank'
  switch (state) {
    case 'proposed':
      return [...(approved_by === user_id ? [] : ['approve']), 'cancel']
    case 'approved':
      return isBank ? ['paid', 'returned', 'cancel'] : ['cancel']
    case 'paid':
      return isBank ? ['returned'] : []
    default:
      return []
  }
}

type Change = Promise<Audited<PayoutRecord>>
type Staff = Reader & Pick<SignedIn, 'session_id'>

/** Changes a locked payout in the caller's scope, after the password. */
async function changeByStaff(tx: Tx, id: string, staff: Staff, change: (payout: Payout) => Promise<object>): Change {
  await requireRecentLogin(tx, staff, staff.now)
  const payout = await lockPayout(tx, id)
  const before = await getPayoutRecord(tx, id, staff)
  const after = await change(payout)
  const { partner_id, branch_id } = await tx
    .selectFrom('payees')
    .select(['partner_id', 'branch_id'])
    .where('id', '=', payout.payee_id)
    .executeTakeFirstOrThrow()
  return {
    answer: await getPayoutRecord(tx, id, staff),
    changes: [{ kind: 'payout', id, partner_id, branch_id, before: { state: before.state }, after }],
  }
}

/**
 * Approves a payout; above the limit a second person does, before it is sent. Throws `reauth_required`, `payout_state`,
 * `own_approval` for a second time by the same person, `payee_held` when the payee can’t be paid any more, and
 * `balance_changed` when less is owed by now.
 */
export const approvePayout = (tx: Tx, id: string, staff: Staff): Change =>
  changeByStaff(tx, id, staff, async (payout) => {
    const { user_id, now } = staff
    if (payout.state !== 'proposed') throw new AppError('payout_state')
    if (payout.approved_by === user_id) throw new AppError('own_approval')
    if (!(await isPayable(tx, payout))) throw new AppError('payee_held')
    if (payout.needs_second && payout.approved_by === null) {
      await tx
        .updateTable('payouts')
        .set({ approved_by: user_id, approved_at: now, version: payout.version + 1 })
        .where('id', '=', id)
        .execute()
      return { approved: 1 }
    }
    const by =
      payout.approved_by === null ? { approved_by: user_id, approved_at: now } : { second_by: user_id, second_at: now }
    await changePayout(tx, payout, 'approved', staff, by)
    return { state: 'approved' }
  })

/** Changes a payout for a cause with a reason or the bank’s reference. Throws `reauth_required` and `payout_state`. */
export const endPayout = (
  tx: Tx,
  id: string,
  cause: Extract<PayoutCause, 'withdrawn' | 'marked_paid' | 'came_back'>,
  text: string,
  { deps, ...staff }: Staff & { deps: Pick<Deps, 'publicUrl'> },
): Change =>
  changeByStaff(tx, id, staff, async (payout) => {
    const isBankOnly = cause !== 'withdrawn'
    if (isBankOnly && payout.method !== 'bank') throw new AppError('payout_state')
    const change = cause === 'marked_paid' ? { bank_reference: text, paid_at: staff.now } : { failure: text }
    const { state } = await changePayout(tx, payout, cause, staff, change)
    const { now } = staff
    if (cause !== 'withdrawn') {
      const facts = { ...(await factsOf(tx, payout)), ...(cause === 'came_back' ? { reason: text } : {}), now }
      await mailPayee(tx, deps, payout.payee_id, cause === 'marked_paid' ? 'paid' : 'failed', facts)
    }
    return { state, ...(cause === 'marked_paid' ? { bank_reference: text } : { reason: text }) }
  })

interface BankFile {
  name: string
  text: string
}

/**
 * Writes the bank transfers that are approved and not marked as paid, in the currency and the country of a payout. The bank
 * shows the number of each, which staff enter when they mark it. Throws `not_found`, and `payout_state` where none is left.
 */
export async function writeBankFile(tx: Tx, id: string, scope: Scope): Promise<Audited<BankFile>> {
  const { currency, country } = await getPlace(tx, id, scope)
  const { rows } = await sql<BankTransfer>`
    select q.number as reference, k.holder_name, k.bank_code, k.number, q.amount_minor, q.currency
    from payouts q join payees y on y.id = q.payee_id join countries c on c.id = y.country_id
      join payout_accounts k on k.id = q.account_id
    where q.method = 'bank' and q.state = 'approved' and q.currency = ${currency} and c.code = ${country}
      and not y.is_paused and k.state = 'verified'
      and ${withinPayees(scope)} order by q.year, q.serial`.execute(tx)
  if (rows.length === 0) throw new AppError('payout_state')
  const { text, count } = formatBankFile(country, rows)
  const name = `bank-transfers-${currency.toLowerCase()}-${rows[0]!.reference.toLowerCase()}.csv`
  return { answer: { name, text }, changes: [{ kind: 'payout', id, after: { transfers: count } }] }
}

async function getPlace(db: Db | Tx, id: string, scope: Scope): Promise<{ currency: Currency; country: CountryCode }> {
  const { rows } = await sql<{ currency: Currency; country: CountryCode }>`
    select q.currency, c.code as country from payouts q join payees y on y.id = q.payee_id
      join countries c on c.id = y.country_id
    where q.id = ${id}::uuid and ${withinPayees(scope)}`.execute(db)
  if (rows[0] === undefined) throw new AppError('not_found')
  return rows[0]
}
