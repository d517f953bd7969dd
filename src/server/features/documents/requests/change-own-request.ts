import type { changeDocumentStatus, DocumentDetails } from '#contract/documents/documents.ts'
import type { ParsedBody, ParsedQuery } from '#contract/endpoint.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import { findOwnRequestId, lockRequest, type RequestEntry, type RequestRow } from './change-status.ts'
import type { CustomerCall } from './drafts.ts'
import { changeRequestStatus } from './effects.ts'
import { cancelRequest, deliverRequest } from './end-request.ts'
import { checkHandoverCode } from './handover.ts'
import { getRequestDetails } from './queries.ts'
import { reopenQuote } from './quote.ts'

type Change = ParsedQuery<typeof changeDocumentStatus> & { answer: ParsedBody<typeof changeDocumentStatus> }

/**
 * What a customer may change about a request: cancel it, make its quote a draft again, answer what staff asked for, or confirm
 * with the code that it was delivered. Returns the error for a wrong code, whose attempt must be stored. Throws
 * `document_not_found`, `document_state`, `handover_locked`, and 422 for an answer with nothing in it.
 */
export async function changeOwnRequest(
  tx: Tx,
  deps: Deps,
  { user, now }: CustomerCall,
  handle: string,
  { status, answer }: Change,
): Promise<DocumentDetails | AppError> {
  const id = await findOwnRequestId(tx, user.user_id, handle)
  const row = await lockRequest(tx, id)
  const entry = { actor: 'customer', actor_id: user.user_id, at: now } as const
  const refusal = await makeChange(tx, deps, row, { status, answer }, entry)
  return refusal ?? getRequestDetails(tx, user.user_id, id, now)
}

async function makeChange(
  tx: Tx,
  deps: Deps,
  row: RequestRow,
  { status, answer }: Change,
  entry: RequestEntry,
): Promise<AppError | undefined> {
  if (status === 'draft') await reopenQuote(tx, deps, row, entry)
  else if (status === 'cancelled') await cancelRequest(tx, deps, row, entry)
  else if (status === 'document_review') await answerStaff(tx, deps, row, answer?.note ?? '', entry)
  else {
    if (row.status !== 'dispatched') throw new AppError('document_state')
    const refusal = await checkHandoverCode(tx, row, answer?.code ?? '', entry)
    if (refusal !== undefined) return refusal
    await deliverRequest(tx, deps, row, entry)
  }
  return undefined
}

/** Puts a request before staff again, with files that were added since it was asked for something, or with a note. */
async function answerStaff(tx: Tx, deps: Deps, row: RequestRow, note: string, entry: RequestEntry): Promise<void> {
  if (row.status !== 'action_required') throw new AppError('document_state')
  const added = await tx
    .selectFrom('document_files')
    .select('id')
    .where('request_id', '=', row.id)
    .where('purpose', '=', 'customer')
    .where('created_at', '>=', row.asked_at ?? new Date(0))
    .limit(1)
    .execute()
  if (added.length === 0 && note === '') throw fieldError('note', 'answer_empty')
  await changeRequestStatus(tx, deps, row, {
    ...entry,
    to: 'document_review',
    ...(note !== '' && { detail: { reason: note } }),
  })
}
