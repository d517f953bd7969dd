import { sql } from 'kysely'
import type { DeskDocument } from '#contract/documents/desk/document-requests.ts'
import type { Tx } from '#server/database/connect.ts'
import { findPeopleEverywhere, notifyStaff } from '#server/features/notifications/staff-notices.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import { lockRequest } from '../requests/change-status.ts'
import type { StaffChange, StaffContext } from './actions.ts'
import { getStaffRequest } from './staff-request.ts'
import { isAssigned, isSent, waitsForStaff } from './waiting.ts'

/** Gives a locked request to a person, or to nobody. */
async function assign(
  tx: Tx,
  { now }: StaffContext,
  id: string,
  assigned_to: string | null,
  before: DeskDocument,
): Promise<StaffChange> {
  await tx.updateTable('document_requests').set({ assigned_to }).where('id', '=', id).execute()
  const answer = await getStaffRequest(tx, id, now)
  const [was, is] = [before, answer].map((request) => ({ assigned_to: request.assigned_to }))
  return { answer, changes: [{ kind: 'document_request', id, before: was, after: is }] }
}

/** Throws `document_state` for a request that is over. */
async function lockForAssignment(tx: Tx, { now }: StaffContext, id: string): Promise<DeskDocument> {
  await lockRequest(tx, id)
  const request = await getStaffRequest(tx, id, now)
  if (!request.actions.includes('assign')) throw new AppError('document_state')
  return request
}

/** Takes a request that is nobody's. Throws `document_taken` for a colleague's. */
export async function takeRequest(tx: Tx, context: StaffContext, id: string): Promise<StaffChange> {
  const before = await lockForAssignment(tx, context, id)
  if (!before.actions.includes('take') && before.assigned_id !== context.actor_id)
    throw new AppError('document_taken', { who: before.assigned_to ?? '' })
  return assign(tx, context, id, context.actor_id, before)
}

export async function releaseRequest(tx: Tx, context: StaffContext, id: string): Promise<StaffChange> {
  return assign(tx, context, id, null, await lockForAssignment(tx, context, id))
}

/** Gives a request to a colleague, who reads so under their bell. Throws 422 for somebody who can't work on requests. */
export async function assignRequest(
  tx: Tx,
  context: StaffContext,
  id: string,
  colleague: string,
): Promise<StaffChange> {
  const before = await lockForAssignment(tx, context, id)
  if (!(await findPeopleEverywhere(tx, 'documents.update')).includes(colleague))
    throw fieldError('colleague', 'invalid')
  const done = await assign(tx, context, id, colleague, before)
  if (colleague !== context.actor_id && colleague !== before.assigned_id) {
    const { title, plate } = done.answer
    const params = { number: title, plate: plate ?? '' }
    const notice = {
      kind: 'documents_assigned' as const,
      branch_id: null,
      record_id: id,
      path: `documents/${id}`,
      params,
    }
    await notifyStaff(tx, context.deps, [colleague], notice, context.now)
  }
  return done
}

/**
 * Locks the request that follows `after` in the order of waiting, or the one that has waited longest where `after` waits no more
 * or is the last; nobody's or the caller's, and none that others are changing.
 */
async function lockNext(tx: Tx, { actor_id, now }: StaffContext, after: string | null): Promise<string | undefined> {
  const place = sql`coalesce(r.waiting_since, r.updated_at), r.id`
  const { rows } = await sql<{ id: string }>`
    select r.id from document_requests r
    where ${isSent} and ${waitsForStaff(now)} and (not ${isAssigned} or r.assigned_to = ${actor_id}::uuid)
      and r.id is distinct from ${after}::uuid
    order by (${place}) < (select ${place} from document_requests r where r.id = ${after}::uuid and ${waitsForStaff(now)}),
      ${place} limit 1 for update of r skip locked`.execute(tx)
  return rows[0]?.id
}

/**
 * Takes the request that has waited longest for staff and is nobody's or the caller's. A caller who skips `after` gets
 * the one that follows it, so that skipping two never leads back to the first while others wait.
 * Concurrent callers get different ones; null where none waits.
 */
export async function takeNextRequest(
  tx: Tx,
  context: StaffContext,
  after: string | null,
): Promise<{ answer: { id: string | null }; changes: StaffChange['changes'] }> {
  const id = await lockNext(tx, context, after)
  if (id === undefined) return { answer: { id: null }, changes: [] }
  const before = await lockForAssignment(tx, context, id)
  if (before.assigned_id === context.actor_id) return { answer: { id }, changes: [] }
  const { changes } = await assign(tx, context, id, context.actor_id, before)
  return { answer: { id }, changes }
}
