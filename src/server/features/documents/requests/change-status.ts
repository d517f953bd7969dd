import { randomInt } from 'node:crypto'
import type { Selectable, Updateable } from 'kysely'
import { normalizeCode } from '#contract/codes.ts'
import type { DocumentCause, DocumentState } from '#contract/documents/document-states.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { isUuid } from '#server/database/ids.ts'
import type { DocumentRequestsTable } from '#server/database/tables.ts'
import { AppError } from '#server/http/errors.ts'
import { findTransition, type DocumentActor, type DocumentChange, type SilentChange } from './transitions.ts'

/** The code of a handover: on the parcel's slip for a delivery, on the customer's page for a pickup. */
const newHandoverCode = (): string => String(randomInt(10_000)).padStart(4, '0')

/** A request as it is stored. */
export type RequestRow = Omit<Selectable<DocumentRequestsTable>, 'status'> & { status: DocumentState }

export interface RequestEntry {
  actor: DocumentActor
  /** Null for the clock and the server. */
  actor_id: string | null
  at: Date
  detail?: Readonly<Record<string, unknown>> | undefined
}

/** Returns the id of an account's request by its number or id. Throws `document_not_found`, also for one of somebody else. */
export async function findOwnRequestId(db: Db | Tx, user_id: string, handle: string): Promise<string> {
  const row = await db
    .selectFrom('document_requests')
    .select('id')
    .where('user_id', '=', user_id)
    .where(isUuid(handle) ? 'id' : 'number', '=', isUuid(handle) ? handle : normalizeCode(handle))
    .executeTakeFirst()
  if (row === undefined) throw new AppError('document_not_found')
  return row.id
}

/** Reads a request and keeps others from changing it until the transaction ends. Throws `document_not_found`. */
export async function lockRequest(tx: Tx, id: string): Promise<RequestRow> {
  const row = await tx.selectFrom('document_requests').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (row === undefined) throw new AppError('document_not_found')
  return row as RequestRow
}

export interface StatusChange extends RequestEntry {
  to: DocumentState
  set?: Omit<Updateable<DocumentRequestsTable>, 'status' | 'version' | 'updated_at'>
}

/**
 * Checks the table of transitions for a locked request, stores the new state with `set`, and writes its history; for
 * `changeRequestStatus` alone. Returns the request as it is now. Throws `document_state` for what the table does not have.
 */
export async function storeStatus(
  tx: Tx,
  { id, status: from }: Pick<RequestRow, 'id' | 'status'>,
  { to, set = {}, actor, ...entry }: StatusChange,
): Promise<RequestRow> {
  const transition = findTransition(from, to, actor)
  if (transition === undefined) throw new AppError('document_state')
  const after = await tx
    .updateTable('document_requests')
    .set((of) => ({
      ...startState(to, entry.at),
      ...set,
      status: to,
      version: of('version', '+', 1),
      updated_at: entry.at,
    }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  // What failed its inspection is open again once another one is booked.
  if (from === 'inspection_failed' && to === 'inspection_booked')
    await tx
      .updateTable('document_items')
      .set({ result: null, reason: null })
      .where('request_id', '=', id)
      .where('result', '=', 'failed_inspection')
      .execute()
  await insertHistory(tx, id, { from, to, cause: transition.cause, actor, ...entry })
  return after as RequestRow
}

/** What begins with a state: the wait for an answer, or a new code for the handover. */
function startState(to: DocumentState, at: Date): Updateable<DocumentRequestsTable> {
  if (to === 'action_required') return { asked_at: at, reminders_sent: 0 }
  if (to === 'dispatched' || to === 'ready_for_pickup') return { handover_code: newHandoverCode() }
  return {}
}

/** Records a change that keeps the state, of which only the history tells. */
export const recordRequestChange = (
  tx: Tx,
  row: Pick<RequestRow, 'id' | 'status'>,
  change: RequestEntry & { cause: SilentChange },
): Promise<void> => storeChange(tx, row, change)

/** Writes a change that keeps the state into the history; for the functions that also tell of it. */
export const storeChange = (
  tx: Tx,
  { id, status }: Pick<RequestRow, 'id' | 'status'>,
  change: RequestEntry & { cause: DocumentChange },
): Promise<void> => insertHistory(tx, id, { ...change, from: status, to: status })

/** Writes the first entry of a new draft. */
export const storeCreation = (tx: Tx, { id }: Pick<RequestRow, 'id'>, entry: RequestEntry): Promise<void> =>
  insertHistory(tx, id, { ...entry, from: null, to: 'draft', cause: 'created' })

async function insertHistory(
  tx: Tx,
  request_id: string,
  {
    from,
    to,
    detail,
    ...entry
  }: RequestEntry & { from: DocumentState | null; to: DocumentState; cause: DocumentCause | DocumentChange },
): Promise<void> {
  await tx
    .insertInto('document_history')
    .values({
      ...entry,
      request_id,
      from_status: from,
      to_status: to,
      detail: detail === undefined ? null : JSON.stringify(detail),
    })
    .execute()
}
