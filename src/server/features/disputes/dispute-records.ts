import { sql } from 'kysely'
import type { DisputeRecord, EvidenceKind } from '#contract/disputes/desk.ts'
import { toMajor, type Currency } from '#contract/money.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import type { Audited } from '#server/features/access/change.ts'
import { customerContact } from '#server/features/access/contacts.ts'
import type { SeenBy } from '#server/features/lists/source.ts'
import { recordReversals } from '#server/features/wallet/refunds/reversals.ts'
import { withProviderErrors } from '#server/features/wallet/staff/top-up-records.ts'
import { AppError } from '#server/http/errors.ts'
import { listDemands, toClaim } from './evidence.ts'
import { findSales, type Sale } from './sales.ts'

/** A dispute with its payment. Throws `not_found`. */
export async function getDispute(db: Db | Tx, id: string) {
  const found = await db
    .selectFrom('disputes as d')
    .innerJoin('top_ups as t', 't.id', 'd.top_up_id')
    .innerJoin('users as u', 'u.id', 't.user_id')
    .selectAll('d')
    .select(['t.user_id', 't.reference', 't.transfer_id', 't.device'])
    .select(['u.email', 'u.erased_at', 'u.terms_accepted_at'])
    .where('d.id', '=', id)
    .executeTakeFirst()
  if (found === undefined) throw new AppError('not_found')
  return { ...found, currency: found.currency as Currency }
}
export type Dispute = Awaited<ReturnType<typeof getDispute>>

/** Returns a dispute as staff sees it. Throws `not_found`. */
export async function getDisputeRecord(db: Db | Tx, id: string, by: SeenBy): Promise<DisputeRecord> {
  const row = await getDispute(db, id)
  const { currency } = row
  const claim = toClaim(row.claim)
  const { sales, unspent_minor } = await findSales(db, row)
  const held = await findHeld(db, row, sales)
  const stage = row.stage as DisputeRecord['stage']
  const money = (amount_minor: bigint) => ({ amount: toMajor(amount_minor, currency), currency })
  return {
    id: row.id,
    title: row.reference,
    actions: row.ended_at === null ? ['check'] : [],
    stage,
    is_inquiry: row.is_inquiry,
    claim,
    customer_id: row.user_id,
    ...(await findContact(db, row.user_id, by)),
    provider: row.provider,
    provider_dispute_id: row.provider_dispute_id,
    amount: money(row.amount_minor),
    answer_by: row.answer_by?.toISOString() ?? null,
    top_up_id: row.top_up_id,
    top_up: row.reference,
    reported_at: row.reported_at.toISOString(),
    checked_at: row.checked_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
    evidence: listDemands(claim).map((kind) => ({ kind, is_held: held[kind] })),
    sales: sales.map(({ paid_minor, at, ...sale }) => ({ ...sale, paid: money(paid_minor), at: at.toISOString() })),
    unspent: money(unspent_minor),
  }
}

async function findContact(db: Db | Tx, user_id: string, { access, now }: SeenBy) {
  const { customer, email } = customerContact('u', access, now)
  return db
    .selectFrom('users as u')
    .select([customer.as('customer'), email.as('email')])
    .where('u.id', '=', user_id)
    .executeTakeFirstOrThrow()
}

/** What of the evidence we hold about a payment. */
export async function findHeld(
  db: Db | Tx,
  { user_id, erased_at, terms_accepted_at, device }: Dispute,
  sales: readonly Sale[],
): Promise<Record<EvidenceKind, boolean>> {
  const ids = sales.map((sale) => sale.id)
  const { rows } = await sql<{
    was_used: boolean
    was_delivered: boolean
    has_messages: boolean
    has_devices: boolean
  }>`
    select exists (select from bookings where id = any(${ids}::uuid[]) and checked_in_at is not null)
        or exists (select from guard_scans where booking_id = any(${ids}::uuid[]) and admitted)
        or exists (select from gate_reads where booking_id = any(${ids}::uuid[]) and opened)
        or exists (select from orders where id = any(${ids}::uuid[]) and status = 'completed')
        or exists (select from document_requests where id = any(${ids}::uuid[]) and status = 'delivered') as was_used,
      exists (select from orders where id = any(${ids}::uuid[]) and order_type = 'delivery') as was_delivered,
      exists (select from threads t join thread_messages m on m.thread_id = t.id where t.order_id = any(${ids}::uuid[]))
        as has_messages,
      exists (select from sessions where user_id = ${user_id}::uuid) as has_devices`.execute(db)
  const { was_used, was_delivered, has_messages, has_devices } = rows[0]!
  const isKnown = erased_at === null
  const isSpent = ids.length > 0
  return {
    customer: isKnown,
    receipt: isSpent,
    service_date: isSpent,
    service_proof: was_used,
    delivery: was_delivered,
    terms: terms_accepted_at !== null,
    cancellation_policy: isSpent,
    refunds: true,
    other_payments: true,
    conversation: has_messages,
    activity: has_devices || device !== null,
    ip_address: false,
    signature: false,
  }
}

/** What the log records of a request to the provider. Throws `not_found`, and `refund_ended` for a dispute that has ended. */
export async function checkDispute(tx: Tx, id: string, now: Date): Promise<Audited<undefined>> {
  const { provider, reference, ended_at } = await getDispute(tx, id)
  if (ended_at !== null) throw new AppError('refund_ended')
  await tx.updateTable('disputes').set({ checked_at: now }).where('id', '=', id).execute()
  const change = { kind: 'dispute', id, after: { asked: provider, reference } }
  return { answer: undefined, changes: [change] }
}

/** Asks the provider about the payment and stores where its disputes are. Throws `provider_silent`. */
export async function askAboutDispute(deps: Deps, id: string, by: SeenBy): Promise<DisputeRecord> {
  const { reference } = await getDispute(deps.db, id)
  await withProviderErrors(() => recordReversals(deps, reference))
  return getDisputeRecord(deps.db, id, by)
}
