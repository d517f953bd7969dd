import { toMajor } from '#contract/money.ts'
import type { RefundRecord } from '#contract/wallet/desk/refunds.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import type { Audited } from '#server/features/access/change.ts'
import { customerContact } from '#server/features/access/contacts.ts'
import type { SeenBy } from '#server/features/lists/source.ts'
import { AppError } from '#server/http/errors.ts'
import { isOpen, type RefundRow } from '../refunds/refund-ledger.ts'
import { processRefund } from '../refunds/refunds.ts'
import { withProviderErrors } from './top-up-records.ts'

/** Returns a refund or dispute as staff sees it. Throws `not_found`. */
export async function getRefundRecord(db: Db | Tx, id: string, by: SeenBy): Promise<RefundRecord> {
  const contact = customerContact('u', by.access, by.now)
  const found = await db
    .selectFrom('refunds as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .innerJoin('top_ups as t', 't.id', 'r.top_up_id')
    .selectAll('r')
    .select([contact.customer.as('customer'), contact.email.as('email'), 't.reference as top_up'])
    .where('r.id', '=', id)
    .executeTakeFirst()
  if (found === undefined) throw new AppError('not_found')
  const { customer, email, top_up, ...columns } = found
  const row = columns as RefundRow
  const { currency, owed_minor } = row
  const money = (amount_minor: bigint) => ({ amount: toMajor(amount_minor, currency), currency })
  const isWaiting = isOpen(row)
  return {
    id: row.id,
    title: row.reference,
    // One that the provider has not accepted is requested again; it is asked for the state of any other open one.
    actions: row.status === 'pending' ? ['retry'] : isWaiting ? ['check'] : [],
    reference: row.reference,
    status: row.status,
    kind: row.kind,
    origin: row.origin,
    failure_reason: row.failure_reason,
    customer_id: row.user_id,
    customer,
    email,
    provider: row.provider,
    provider_reference: row.provider_refund_id,
    amount: money(row.amount_minor),
    held: isWaiting && row.origin === 'driver' ? money(row.amount_minor) : null,
    owed: owed_minor === 0n ? null : money(owed_minor),
    top_up_id: row.top_up_id,
    top_up,
    created_at: row.created_at.toISOString(),
    settled_at: row.settled_at?.toISOString() ?? null,
    checked_at: row.checked_at?.toISOString() ?? null,
    next_check_at: isWaiting ? row.next_check_at.toISOString() : null,
  }
}

/** What the log records of a request to the provider. Throws `not_found`, and `refund_ended` if the action isn't open. */
export async function prepareRefundCall(
  tx: Tx,
  id: string,
  action: 'check' | 'retry',
  by: SeenBy,
): Promise<Audited<undefined>> {
  const { actions, status, provider, reference } = await getRefundRecord(tx, id, by)
  if (!actions.includes(action)) throw new AppError('refund_ended')
  await tx.updateTable('refunds').set({ checked_at: by.now }).where('id', '=', id).execute()
  const change = { kind: 'refund', id, before: { status }, after: { asked: provider, reference } }
  return { answer: undefined, changes: [change] }
}

/** Requests an open refund from the provider, or asks for its state, and books the result, as the job does. */
export async function askAboutRefund(deps: Deps, id: string, by: SeenBy): Promise<RefundRecord> {
  const { reference } = await getRefundRecord(deps.db, id, by)
  await withProviderErrors(() => processRefund(deps, reference))
  return getRefundRecord(deps.db, id, by)
}
