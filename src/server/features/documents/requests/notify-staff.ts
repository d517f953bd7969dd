import { sql } from 'kysely'
import type { DeskDocument } from '#contract/documents/desk/document-requests.ts'
import type { NoticeKind } from '#contract/notifications/desk.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { signatureOf } from '#server/features/access/contacts.ts'
import { findPeopleEverywhere, notifyStaff } from '#server/features/notifications/staff-notices.ts'
import type { RequestRow } from './change-status.ts'

/** Those who work on requests, by their names. */
export async function findColleagues(db: Db | Tx): Promise<DeskDocument['colleagues']> {
  const ids = await findPeopleEverywhere(db, 'documents.update')
  if (ids.length === 0) return []
  const { rows } = await sql<{ value: string; label: string }>`
    select u.id::text as value, ${signatureOf('u')} as label
    from users u where u.id = any(${ids}::uuid[]) order by label, value`.execute(db)
  return rows
}

/** Shows those who work on requests, under their bell, that one is theirs to look at. */
export async function notifyDocumentStaff(
  tx: Tx,
  deps: Deps,
  kind: Extract<NoticeKind, `documents_${string}`>,
  { id, number, plate }: Pick<RequestRow, 'id' | 'number' | 'plate'>,
  now: Date,
): Promise<void> {
  const people = await findPeopleEverywhere(tx, 'documents.update')
  const params = { number, plate: plate ?? '' }
  await notifyStaff(tx, deps, people, { kind, branch_id: null, record_id: id, path: `documents/${id}`, params }, now)
}
