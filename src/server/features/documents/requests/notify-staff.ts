import type { NoticeKind } from '#contract/notifications/desk.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { findPeopleEverywhere, notifyStaff } from '#server/features/notifications/staff-notices.ts'
import type { RequestRow } from './change-status.ts'

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
