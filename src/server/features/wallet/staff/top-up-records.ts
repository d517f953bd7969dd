import { toMajor, type Currency } from '#contract/money.ts'
import type { TopUpRecord } from '#contract/wallet/desk/top-ups.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import type { Audited } from '#server/features/access/change.ts'
import { customerContact } from '#server/features/access/contacts.ts'
import type { SeenBy } from '#server/features/lists/source.ts'
import { AppError } from '#server/http/errors.ts'
import { ProviderError } from '#server/providers/payments/provider.ts'
import { withLease } from '../lease.ts'
import { recordReversals } from '../refunds/reversals.ts'
import { confirmTopUp } from '../top-ups/confirm-top-up.ts'
import { getRefundTotals } from '../top-ups/top-up-queries.ts'

/** Returns a top-up as staff sees it. Throws `not_found`. */
export async function getTopUpRecord(db: Db | Tx, id: string, { access, now }: SeenBy): Promise<TopUpRecord> {
  const contact = customerContact('u', access, now)
  const row = await db
    .selectFrom('top_ups as t')
    .innerJoin('users as u', 'u.id', 't.user_id')
    .leftJoin('bookings as b', 'b.id', 't.booked_id')
    .leftJoin('bookings as h', 'h.id', 't.booking_id')
    .selectAll('t')
    .select([contact.customer.as('customer'), contact.email.as('email')])
    .select(['b.booking_code', 'h.booking_code as held_code'])
    .where('t.id', '=', id)
    .executeTakeFirst()
  if (row === undefined) throw new AppError('not_found')
  const currency = row.currency as Currency
  const { credited_minor, returned_minor } = await getRefundTotals(db, row)
  const money = (amount_minor: bigint) => ({ amount: toMajor(amount_minor, currency), currency })
  return {
    id: row.id,
    title: row.reference,
    actions: ['check'],
    reference: row.reference,
    status: row.status,
    detail: row.detail,
    failure_reason: row.failure_reason,
    customer_id: row.user_id,
    customer: row.customer,
    email: row.email,
    provider: row.provider,
    provider_reference: row.provider_reference,
    amount: money(row.amount_minor),
    credited: credited_minor === 0n ? null : money(credited_minor),
    returned: returned_minor === 0n ? null : money(returned_minor),
    booking: row.booking_code ?? row.held_code,
    transfer_id: row.transfer_id,
    created_at: row.created_at.toISOString(),
    settled_at: row.settled_at?.toISOString() ?? null,
    checked_at: row.checked_at?.toISOString() ?? null,
    next_check_at: row.status === 'pending' ? row.next_check_at.toISOString() : null,
  }
}

/** What the log records of a check. Throws `not_found`. */
export async function prepareTopUpCheck(tx: Tx, id: string, by: SeenBy): Promise<Audited<undefined>> {
  const { provider, reference, status } = await getTopUpRecord(tx, id, by)
  const change = { kind: 'top_up', id, before: { status }, after: { asked: provider, reference } }
  return { answer: undefined, changes: [change] }
}

/**
 * Asks the provider about a top-up and credits what was paid, as the job does; for a credited one, books what went back.
 * Throws `provider_silent`, with nothing changed.
 */
export async function askAboutTopUp(deps: Deps, id: string, by: SeenBy): Promise<TopUpRecord> {
  const { reference, status } = await getTopUpRecord(deps.db, id, by)
  await withProviderErrors(() =>
    status === 'success'
      ? recordReversals(deps, reference)
      : withLease(deps, 'top_ups', id, () => confirmTopUp(deps, reference)),
  )
  return getTopUpRecord(deps.db, id, by)
}

/** Runs `ask`; a provider that doesn't answer or isn't set up becomes `provider_silent`. */
export async function withProviderErrors(ask: () => Promise<unknown>): Promise<void> {
  try {
    await ask()
  } catch (error) {
    if (error instanceof ProviderError) throw new AppError('provider_silent')
    throw error
  }
}
