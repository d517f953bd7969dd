import type * as z from 'zod/mini'
import type { DocumentDraft } from '#contract/documents/document-form.ts'
import type { updateDocumentRequest, DocumentDetails } from '#contract/documents/documents.ts'
import type { ParsedBody } from '#contract/endpoint.ts'
import type { Locale } from '#contract/formats.ts'
import type { Language } from '#contract/places/places.ts'
import type { Tx } from '#server/database/connect.ts'
import { newCode, newId } from '#server/database/ids.ts'
import { settleNotices } from '#server/features/notifications/staff-notices.ts'
import { AppError } from '#server/http/errors.ts'
import { languageOf } from '#server/output/translate.ts'
import { readPhone } from '#server/phones.ts'
import { findOwnRequestId, lockRequest, storeCreation, type RequestEntry, type RequestRow } from './change-status.ts'
import { getRequestDetails } from './queries.ts'

/** A call of a customer about their own requests, and its time. */
export interface CustomerCall {
  user: { user_id: string }
  now: Date
}
type Draft = z.infer<typeof DocumentDraft>

/** An account has at most so many drafts. */
export const maxDrafts = 10

/** Begins a request as a draft. Throws `too_many_drafts`, `idempotency_key_reused`. */
export async function createDraft(
  tx: Tx,
  { user: { user_id }, locale, now }: CustomerCall & { locale: Locale },
  fields: Partial<Draft>,
): Promise<DocumentDetails> {
  // One at a time, so that two tabs do not pass the limit together.
  await tx.selectFrom('users').select('id').where('id', '=', user_id).forNoKeyUpdate().execute()
  const { count } = await tx
    .selectFrom('document_requests')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('user_id', '=', user_id)
    .where('status', '=', 'draft')
    .executeTakeFirstOrThrow()
  if (Number(count) >= maxDrafts) throw new AppError('too_many_drafts', { most: maxDrafts })
  const entry = { actor: 'customer', actor_id: user_id, at: now } as const
  const { id } = await insertDraft(tx, { user_id, language: languageOf(locale), fields }, entry)
  return getRequestDetails(tx, user_id, id, now)
}

interface NewDraft {
  user_id: string
  language: Language
  fields: Partial<Draft>
  lead_id?: string
}

/** Writes a draft of an account, begun by its customer or by staff. */
export async function insertDraft(
  tx: Tx,
  { user_id, language, fields, lead_id }: NewDraft,
  entry: RequestEntry,
): Promise<RequestRow> {
  const id = newId(entry.at.getTime())
  const row = await tx
    .insertInto('document_requests')
    .values({
      ...toColumns(fields),
      id,
      number: newCode(),
      user_id,
      language,
      lead_id: lead_id ?? null,
      created_at: entry.at,
      updated_at: entry.at,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await writeDocuments(tx, id, fields.documents, entry.at)
  await storeCreation(tx, { id }, entry)
  return row as RequestRow
}

/**
 * Saves fields of a draft. A draft that waited for a fee is a plain one again. Throws `document_not_found`, `document_state` for
 * one that is no draft, `changed_meanwhile` if it is not the version that the page has.
 */
export async function updateDraft(
  tx: Tx,
  { user, now }: CustomerCall,
  handle: string,
  { version, ...fields }: ParsedBody<typeof updateDocumentRequest>,
): Promise<DocumentDetails> {
  const id = await findOwnRequestId(tx, user.user_id, handle)
  const before = await lockRequest(tx, id)
  if (before.status !== 'draft') throw new AppError('document_state')
  if (before.version !== version) throw new AppError('changed_meanwhile')
  await tx
    .updateTable('document_requests')
    .set((of) => ({ ...toColumns(fields), waiting_since: null, version: of('version', '+', 1), updated_at: now }))
    .where('id', '=', id)
    .execute()
  if (before.waiting_since !== null) await settleNotices(tx, id, now)
  await writeDocuments(tx, id, fields.documents, now)
  return getRequestDetails(tx, user.user_id, id, now)
}

/** Deletes a draft with its files. Throws `document_not_found`, `document_state` for one that is no draft. */
export async function deleteDraft(tx: Tx, { user, now }: CustomerCall, handle: string): Promise<void> {
  const id = await findOwnRequestId(tx, user.user_id, handle)
  const { status, paid_at } = await lockRequest(tx, id)
  if (status !== 'draft' || paid_at !== null) throw new AppError('document_state')
  await settleNotices(tx, id, now)
  await tx.deleteFrom('document_requests').where('id', '=', id).execute()
}

/** An unfinished phone number stays as it was typed. */
function toColumns({ documents: _documents, held, ...fields }: Partial<Draft>) {
  const { owner_phone } = fields
  const phone = owner_phone && { owner_phone: readPhone(owner_phone, ['NG']) ?? owner_phone }
  return { ...fields, ...phone, ...(held !== undefined && { held: JSON.stringify(held) }) }
}

/** Replaces the documents that are asked for. */
export async function writeDocuments(
  tx: Tx,
  request_id: string,
  documents: Draft['documents'] | undefined,
  now: Date,
): Promise<void> {
  if (documents === undefined) return
  await tx.deleteFrom('document_items').where('request_id', '=', request_id).execute()
  if (documents.length === 0) return
  await tx
    .insertInto('document_items')
    .values(documents.map((document) => ({ ...document, id: newId(now.getTime()), request_id })))
    .execute()
}
