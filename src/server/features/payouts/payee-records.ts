import { sql } from 'kysely'
import type { ParsedBody } from '#contract/endpoint.ts'
import { toMajor } from '#contract/money.ts'
import type * as contract from '#contract/payouts/desk/payees.ts'
import type { IdentityState, PayoutTerms } from '#contract/payouts/terms.ts'
import { parseAmount } from '#server/amounts.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import type { Audited } from '#server/features/access/change.ts'
import { withinBranches, withinPartners } from '#server/features/access/scope-condition.ts'
import { requireVersion } from '#server/features/access/versions.ts'
import type { Access, Scope } from '#server/http/caller.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import { unstated } from './lines.ts'
import { mailPayee } from './mails.ts'
import { getPayee, payeesWithPlaces, readTerms, writeTerms, type Payee } from './payees.ts'
import { proposePayout, readPayable } from './payouts.ts'
import { findNextPeriodEnd } from './rules.ts'

type PayeeRecord = contract.PayeeRecord

/** Who reads or changes a payee. */
export interface Reader {
  user_id: string
  scope: Scope
  access: Access
  now: Date
}

const percentOf = (rate: number) => rate / 1_000

/** Our commission on what is sold for a payee, in thousandths of a percent: of parking by its terms, of orders by its branch. */
async function findCommission(db: Db | Tx, { branch_id }: Payee, terms: PayoutTerms): Promise<number> {
  if (branch_id === null) return terms.commission
  const row = await db
    .selectFrom('branch_setup')
    .select('commission')
    .where('branch_id', '=', branch_id)
    .executeTakeFirst()
  return Number(row?.commission ?? 0n)
}

/** Returns a payee in the caller's scope, with what is owed and what holds a payout back. Throws `not_found`. */
export async function getPayeeRecord(db: Db | Tx, id: string, { scope, access, now }: Reader): Promise<PayeeRecord> {
  const payee = await getPayeeInScope(db, id, scope)
  const { terms, balance_minor, reserved_minor, payable_minor, held_back, account } = await readPayable(db, payee, now)
  const { rows } = await sql<{
    unstated: bigint
    entity: PayeeRecord['entity']
    legal_name: string | null
    registration_number: string | null
    tax_number: string | null
    address: string | null
    identity_reason: string | null
    identity_until: string | null
    pause_reason: string | null
    is_paying: boolean
  }>`
    select ${unstated} as unstated, y.entity, y.legal_name, y.registration_number, y.tax_number, y.address, y.identity_reason,
      y.identity_until::text, y.pause_reason, exists (select from payouts p where p.payee_id = y.id
        and p.state in ('proposed', 'approved', 'sending', 'sent')) as is_paying
    from ${payeesWithPlaces} where y.id = ${id}::uuid`.execute(db)
  const { unstated: unstated_minor, is_paying, ...facts } = rows[0]!
  const { currency, identity } = payee
  const money = (minor: bigint) => ({ amount: toMajor(minor, currency), currency })
  const mayUpdate = access.has('payouts.update')
  return {
    ...facts,
    id,
    title: payee.name,
    version: payee.version,
    name: payee.name,
    kind: payee.branch_id === null ? 'partner' : 'branch',
    partner_id: payee.partner_id,
    branch_id: payee.branch_id,
    country: payee.country,
    currency,
    timezone: payee.timezone,
    is_example: payee.is_example,
    commission: percentOf(await findCommission(db, payee, terms)),
    schedule: terms.schedule,
    minimum: money(terms.minimum_minor),
    reserve: percentOf(terms.reserve),
    reserve_days: terms.reserve_days,
    balance: money(balance_minor),
    reserved: money(reserved_minor),
    payable: money(payable_minor),
    held_back,
    unstated: money(unstated_minor),
    next_closing_at: payee.next_closing_at.toISOString(),
    is_paused: payee.is_paused,
    identity,
    account: account?.masked ?? null,
    account_holder: account?.holder_name ?? null,
    account_bank: account?.bank_name ?? null,
    account_state: account?.state ?? null,
    account_reason: account?.reason ?? null,
    usable_from: account?.usable_from.toISOString() ?? null,
    actions: [
      'identity',
      'account',
      ...(payable_minor > 0n && !is_paying ? ['payout'] : []),
      ...(mayUpdate ? ['terms'] : []),
      ...(mayUpdate && identity === 'pending' ? ['verify', 'refuse'] : []),
      ...(mayUpdate && account?.state === 'pending' && account.method !== 'stripe' ? ['verify_account'] : []),
      ...(mayUpdate && account !== undefined && account.state !== 'refused' && account.method !== 'stripe'
        ? ['refuse_account']
        : []),
      ...(mayUpdate ? [payee.is_paused ? 'resume' : 'pause'] : []),
    ],
  }
}

/** Returns a payee in a scope. Throws `not_found`. */
export async function getPayeeInScope(db: Db | Tx, id: string, scope: Scope, lock = false): Promise<Payee> {
  const payee = await getPayee(db, id, { lock })
  const { rows } = await sql<{ is_within: boolean }>`
    select ${withinPayees(scope)} as is_within from payees y where y.id = ${id}::uuid`.execute(db)
  if (!rows[0]!.is_within) throw new AppError('not_found')
  return payee
}

/** SQL: whether the payee `y` is in a scope. */
export const withinPayees = (scope: Scope) =>
  sql<boolean>`coalesce(${withinPartners(sql.ref('y.partner_id'), scope)} or ${withinBranches(sql.ref('y.branch_id'), scope)}, false)`

type Change = Promise<Audited<PayeeRecord>>

/** Changes a payee that is locked; `change` returns what the log records of it. */
export async function changePayee(
  tx: Tx,
  id: string,
  reader: Reader,
  change: (payee: Payee) => Promise<{ before?: object; after?: object }>,
): Change {
  const payee = await getPayeeInScope(tx, id, reader.scope, true)
  const logged = await change(payee)
  const { partner_id, branch_id } = payee
  return {
    answer: await getPayeeRecord(tx, id, reader),
    changes: [{ kind: 'payee', id, partner_id, branch_id, ...logged }],
  }
}

/** Sets the terms of a payee from now on. Throws 422 for an amount that its currency does not have. */
export const setPayeeTerms = (
  tx: Tx,
  id: string,
  { commission, schedule, minimum, reserve, reserve_days }: ParsedBody<typeof contract.setPayeeTerms>,
  reader: Reader,
): Change =>
  changePayee(tx, id, reader, async (payee) => {
    const { now } = reader
    const { currency } = payee
    const before = (await readTerms(tx, payee)).at(now)
    const former = await findCommission(tx, payee, before)
    const minimum_minor = parseAmount('minimum', minimum, currency)
    const rate = Math.round(commission * 1_000)
    // An order has the commission of the day on which it was placed, which its branch has at hand.
    if (payee.branch_id !== null)
      await tx
        .updateTable('branch_setup')
        .set({ commission: BigInt(rate) })
        .where('branch_id', '=', payee.branch_id)
        .execute()
    const rates = { commission: payee.branch_id === null ? rate : 0, reserve: Math.round(reserve * 1_000) }
    await writeTerms(tx, { ...rates, payee_id: id, currency, schedule, minimum_minor, reserve_days }, reader)
    // A period that has ended and waits to be closed keeps its end.
    const isOver = payee.next_closing_at <= now
    const next_closing_at = isOver ? payee.next_closing_at : findNextPeriodEnd(schedule, payee.timezone, now)
    await tx.updateTable('payees').set({ next_closing_at }).where('id', '=', id).execute()
    return {
      before: {
        commission: percentOf(former),
        schedule: before.schedule,
        minimum: { amount: toMajor(before.minimum_minor, currency), currency },
        reserve: percentOf(before.reserve),
        reserve_days: before.reserve_days,
      },
      after: { commission, schedule, minimum: { amount: minimum, currency }, reserve, reserve_days },
    }
  })

const identityOf = (tx: Tx, id: string) =>
  tx
    .selectFrom('payees')
    .select(['entity', 'legal_name', 'registration_number', 'tax_number', 'address'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** Stores who is paid, to be checked: nothing is paid until then. Throws `changed_meanwhile`. */
export const submitIdentity = (
  tx: Tx,
  id: string,
  { version, ...identity }: ParsedBody<typeof contract.submitIdentity>,
  reader: Reader,
): Change =>
  changePayee(tx, id, reader, async (payee) => {
    await requireVersion(tx, { kind: 'payee', id, version: payee.version }, version)
    const before = await identityOf(tx, id)
    await setIdentity(tx, payee, { ...identity, identity: 'pending', identity_reason: null }, reader)
    return { before, after: identity }
  })

async function setIdentity(
  tx: Tx,
  { id, version }: Payee,
  change: { identity: IdentityState; identity_reason?: string | null; identity_until?: string | null },
  { user_id, now }: Reader,
): Promise<void> {
  await tx
    .updateTable('payees')
    .set({ ...change, identity_by: user_id, identity_at: now, version: version + 1 })
    .where('id', '=', id)
    .execute()
}

/** Confirms who is paid. Throws `payee_state` unless something was sent, and 422 for papers that have expired. */
export const verifyIdentity = (
  tx: Tx,
  id: string,
  { identity_until }: ParsedBody<typeof contract.verifyIdentity>,
  reader: Reader,
): Change =>
  changePayee(tx, id, reader, async (payee) => {
    requirePending(payee)
    if (identity_until !== null && identity_until <= reader.now.toISOString().slice(0, 10))
      throw fieldError('identity_until', 'day_past')
    await setIdentity(tx, payee, { identity: 'verified', identity_reason: null, identity_until }, reader)
    return { before: { identity: payee.identity }, after: { identity: 'verified', identity_until } }
  })

/** Refuses what was sent. Throws `payee_state` unless something was. */
export const refuseIdentity = (
  tx: Tx,
  id: string,
  { reason }: ParsedBody<typeof contract.refuseIdentity>,
  deps: Pick<Deps, 'publicUrl'>,
  reader: Reader,
): Change =>
  changePayee(tx, id, reader, async (payee) => {
    requirePending(payee)
    await setIdentity(tx, payee, { identity: 'refused', identity_reason: reason }, reader)
    await mailPayee(tx, deps, id, 'identity_refused', { reason, now: reader.now })
    return { before: { identity: payee.identity }, after: { identity: 'refused', reason } }
  })

function requirePending({ identity }: Payee): void {
  if (identity !== 'pending') throw new AppError('payee_state')
}

/** Stops payouts to a payee. Throws `payee_state` where they are stopped already. */
export const pausePayouts = (tx: Tx, id: string, reason: string, reader: Reader): Change =>
  switchPayouts(tx, id, reason, reader)

/** Lets payouts to a payee go on. Throws `payee_state` where they do. */
export const resumePayouts = (tx: Tx, id: string, reader: Reader): Change => switchPayouts(tx, id, null, reader)

const switchPayouts = (tx: Tx, id: string, reason: string | null, reader: Reader): Change =>
  changePayee(tx, id, reader, async ({ is_paused, version }) => {
    if (is_paused === (reason !== null)) throw new AppError('payee_state')
    await tx
      .updateTable('payees')
      .set({ is_paused: reason !== null, pause_reason: reason, version: version + 1 })
      .where('id', '=', id)
      .execute()
    return { before: { is_paused }, after: { is_paused: !is_paused, ...(reason === null ? {} : { reason }) } }
  })

/** Asks for a payout now. Throws `nothing_payable` while nothing can be paid or one is under way. */
export const proposePayoutNow = (tx: Tx, id: string, reader: Reader): Change =>
  changePayee(tx, id, reader, async () => {
    const payout = await proposePayout(tx, id, reader, 'asked')
    if (payout === undefined) throw new AppError('nothing_payable')
    const { number } = await tx
      .selectFrom('payouts')
      .select('number')
      .where('id', '=', payout)
      .executeTakeFirstOrThrow()
    return { after: { payout: number } }
  })
