import type { DocumentDetails } from '#contract/documents/documents.ts'
import { toMinor } from '#contract/money.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { settleDebts } from '#server/features/bookings/lifecycle/outstanding-debts.ts'
import { AppError } from '#server/http/errors.ts'
import { postDocumentPayment } from '../money/move.ts'
import { findOwnRequestId, lockRequest } from './change-status.ts'
import type { CustomerCall } from './drafts.ts'
import { changeRequestStatus } from './effects.ts'
import { getRequestDetails } from './queries.ts'

/** Violated if the balance was spent after it was read: the next try reads it again, and says what is missing. */
export const taken: ReadonlySet<string> = new Set(['customer_balance_not_negative'])

/**
 * Pays a quote from the wallet, outstanding debts first, and puts it before staff. Throws `document_not_found`,
 * `document_state` for what is no quote, `quote_expired`, `price_changed` for another total than the page has shown,
 * `insufficient_balance`.
 */
export async function payRequest(
  tx: Tx,
  deps: Deps,
  { user: { user_id }, now }: CustomerCall,
  handle: string,
  total: number,
): Promise<DocumentDetails> {
  const id = await findOwnRequestId(tx, user_id, handle)
  const row = await lockRequest(tx, id)
  if (row.status !== 'quoted') throw new AppError('document_state')
  if (row.quote_expires_at === null || row.quote_expires_at <= now) throw new AppError('quote_expired')
  if (toMinor(total, 'NGN') !== row.total_minor) throw new AppError('price_changed')
  await settleDebts(tx, user_id, { total_minor: row.total_minor, currency: 'NGN' }, now)
  await postDocumentPayment(tx, row, now)
  const paid = await changeRequestStatus(tx, deps, row, {
    to: 'paid',
    actor: 'customer',
    actor_id: user_id,
    at: now,
    set: { paid_at: now, quote_expires_at: null },
  })
  await changeRequestStatus(tx, deps, paid, { to: 'document_review', actor: 'server', actor_id: null, at: now })
  return getRequestDetails(tx, user_id, id, now)
}
