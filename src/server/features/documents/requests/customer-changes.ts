import type { DocumentDetails } from '#contract/documents.ts'
import { transact } from '#server/database/transact.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { changeRequestStatus, findOwnRequestId, lockRequest } from './change-status.ts'
import type { Customer } from './drafts.ts'
import { getRequestDetails } from './queries.ts'
import { reopenQuote } from './quote.ts'

/**
 * Cancels a request that is not paid yet, or makes a quote a draft again. Throws `document_not_found`, `document_state`.
 */
export async function changeOwnRequest(
  deps: Deps,
  { user }: Customer,
  handle: string,
  to: 'cancelled' | 'draft',
): Promise<DocumentDetails> {
  const now = deps.clock()
  return transact(deps.db, async (tx) => {
    const id = await findOwnRequestId(tx, user.user_id, handle)
    const row = await lockRequest(tx, id)
    if (row.paid_at !== null) throw new AppError('document_state')
    const entry = { actor: 'customer', actor_id: user.user_id, at: now } as const
    if (to === 'draft') await reopenQuote(tx, row, entry)
    else await changeRequestStatus(tx, row, 'cancelled', entry, { waiting_since: null })
    return getRequestDetails(tx, user.user_id, id, now)
  })
}
