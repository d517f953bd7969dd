import { sql } from 'kysely'
import type { DocumentFile } from '#contract/documents/document-files.ts'
import { documentFileRules, type DocumentKind } from '#contract/documents/document-rules.ts'
import type { DocumentState } from '#contract/documents/document-states.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import { AppError } from '#server/http/errors.ts'
import { findOwnRequestId, lockRequest, recordRequestChange } from '../requests/change-status.ts'
import type { CustomerCall } from '../requests/drafts.ts'
import { addableStates } from '../requests/queries.ts'
import type { CheckedFile } from './check-file.ts'

/** States in which the customer may delete their own files. */
const deletable: readonly DocumentState[] = ['draft', 'quoted']

type StoredFile = CheckedFile & { purpose: DocumentFile['purpose']; kind: DocumentKind | null; user_id: string }

/**
 * Stores a file of a locked request, of a customer or of staff. Throws `too_many_files` for more than ten of a customer.
 */
export async function storeDocumentFile(
  tx: Tx,
  request_id: string,
  { purpose, kind, name, type, content, user_id }: StoredFile,
  now: Date,
): Promise<DocumentFile> {
  if (purpose === 'customer') {
    const { count } = await tx
      .selectFrom('document_files')
      .select(({ fn }) => fn.countAll<bigint>().as('count'))
      .where('request_id', '=', request_id)
      .where('purpose', '=', 'customer')
      .executeTakeFirstOrThrow()
    if (Number(count) >= documentFileRules.most) throw new AppError('too_many_files', { most: documentFileRules.most })
  }
  const file = { id: newId(now.getTime()), purpose, kind, name, type }
  await tx
    .insertInto('document_files')
    .values({ ...file, request_id, content, user_id, created_at: now })
    .execute()
  return { ...file, size_bytes: content.length, created_at: now.toISOString() }
}

/** Adds a customer's file. Throws `document_not_found`, `document_state` once it is no longer looked at, `too_many_files`. */
export async function addOwnFile(
  tx: Tx,
  { user, now }: CustomerCall,
  handle: string,
  { kind, ...file }: CheckedFile & { kind: DocumentKind | null },
): Promise<DocumentFile> {
  const id = await findOwnRequestId(tx, user.user_id, handle)
  const { status } = await lockRequest(tx, id)
  if (!addableStates.includes(status)) throw new AppError('document_state')
  const stored = await storeDocumentFile(tx, id, { ...file, purpose: 'customer', kind, user_id: user.user_id }, now)
  const change = { cause: 'file_added', actor: 'customer', actor_id: user.user_id, at: now } as const
  await recordRequestChange(tx, { id, status }, { ...change, detail: { file_id: stored.id } })
  return stored
}

/** Deletes a customer's own file. Throws `document_not_found`, `not_found`, `document_state` once somebody may have seen it. */
export async function removeOwnFile(tx: Tx, user_id: string, handle: string, file_id: string): Promise<void> {
  const id = await findOwnRequestId(tx, user_id, handle)
  const { status } = await lockRequest(tx, id)
  const found = await tx
    .selectFrom('document_files')
    .select('purpose')
    .where('id', '=', file_id)
    .where('request_id', '=', id)
    .executeTakeFirst()
  if (found === undefined) throw new AppError('not_found')
  if (!deletable.includes(status) || found.purpose !== 'customer') throw new AppError('document_state')
  await tx.deleteFrom('document_files').where('id', '=', file_id).execute()
}

/** Returns the files of a request, oldest first. */
export async function findFiles(db: Db | Tx, request_id: string): Promise<DocumentFile[]> {
  const rows = await db
    .selectFrom('document_files')
    .select(['id', 'purpose', 'kind', 'name', 'type', 'created_at'])
    .select(sql<number>`octet_length(content)`.as('size_bytes'))
    .where('request_id', '=', request_id)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(({ created_at, ...row }) => ({ ...row, created_at: created_at.toISOString() }) as DocumentFile)
}

/** Returns a file of a request. Throws `not_found`, also for one of another request. */
export async function readFile(
  db: Db | Tx,
  request_id: string,
  file_id: string,
): Promise<{ name: string; type: string; content: Buffer }> {
  const row = await db
    .selectFrom('document_files')
    .select(['name', 'type', 'content'])
    .where('id', '=', file_id)
    .where('request_id', '=', request_id)
    .executeTakeFirst()
  if (row === undefined) throw new AppError('not_found')
  return { ...row, content: Buffer.from(row.content) }
}
