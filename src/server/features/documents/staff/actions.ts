import type { DeskDocument } from '#contract/documents/desk/document-requests.ts'
import type { DocumentKind, NigerianState } from '#contract/documents/document-rules.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import type { AuditedChange } from '#server/features/access/audit.ts'
import { settleNotices } from '#server/features/notifications/staff-notices.ts'
import { AppError } from '#server/http/errors.ts'
import { bookAppointment, findAppointments } from '../inspections/appointments.ts'
import { lockRequest, type RequestEntry, type RequestRow } from '../requests/change-status.ts'
import { changeRequestStatus } from '../requests/effects.ts'
import { findInspectionFee } from '../requests/inspection-fee.ts'
import { describeAppointment } from '../requests/inspection-reminders.ts'
import { quoteDraft } from '../requests/quote.ts'
import { getStaffRequest } from './staff-request.ts'

/** Who changes a request, when, and with what mails are sent. */
export interface StaffContext {
  deps: Deps
  actor_id: string
  now: Date
}
export interface StaffChange {
  answer: DeskDocument
  changes: AuditedChange[]
}

export const entryOf = ({ actor_id, now }: StaffContext, detail?: RequestEntry['detail']): RequestEntry => ({
  actor: 'staff',
  actor_id,
  at: now,
  detail,
})

/** Locks a request, does one action that its state offers, and returns it. Throws `document_not_found`, `document_state`. */
export async function act(
  tx: Tx,
  context: StaffContext,
  { id, action, audited = {} }: { id: string; action: string; audited?: object },
  run: (row: RequestRow) => Promise<unknown>,
): Promise<StaffChange> {
  const row = await lockRequest(tx, id)
  const before = await getStaffRequest(tx, id, context.now)
  if (!before.actions.includes(action)) throw new AppError('document_state')
  await run(row)
  await settleNotices(tx, id, context.now)
  const answer = await getStaffRequest(tx, id, context.now)
  const change = { kind: 'document_request', id, before: { status: before.status } }
  return { answer, changes: [{ ...change, after: { status: answer.status, ...audited } }] }
}

/** Whether a file of this purpose was uploaded, for a document and since an instant. */
export async function hasFile(
  tx: Tx,
  request_id: string,
  purpose: 'report' | 'scan',
  { kind, since }: { kind?: DocumentKind; since?: Date } = {},
): Promise<boolean> {
  const found = await tx
    .selectFrom('document_files')
    .select('id')
    .where('request_id', '=', request_id)
    .where('purpose', '=', purpose)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind!))
    .$if(since !== undefined, (query) => query.where('created_at', '>=', since!))
    .executeTakeFirst()
  return found !== undefined
}

/** Deletes a request that was never paid, with its files. Throws `document_state`, `changed_meanwhile`. */
export async function deleteByStaff(
  tx: Tx,
  { now }: StaffContext,
  id: string,
  version: number,
): Promise<{ answer: undefined; changes: AuditedChange[] }> {
  await lockRequest(tx, id)
  const { actions, status, title, version: stored } = await getStaffRequest(tx, id, now)
  if (!actions.includes('remove')) throw new AppError('document_state')
  if (stored !== version) throw new AppError('changed_meanwhile')
  await settleNotices(tx, id, now)
  await tx.deleteFrom('document_requests').where('id', '=', id).execute()
  return { answer: undefined, changes: [{ kind: 'document_request', id, before: { number: title, status } }] }
}

/** Quotes a request that waited for a fee, and mails the quote. Throws `fees_unknown` while one is still missing. */
export const quoteByStaff = (tx: Tx, context: StaffContext, id: string): Promise<StaffChange> =>
  act(tx, context, { id, action: 'quote' }, async (row) => {
    if (!(await quoteDraft(tx, context.deps, row, entryOf(context)))) throw new AppError('fees_unknown')
  })

/** Asks the customer for what is missing, by mail and on the page of the request. */
export const askCustomer = (tx: Tx, context: StaffContext, id: string, reason: string): Promise<StaffChange> =>
  act(tx, context, { id, action: 'ask', audited: { reason } }, (row) =>
    changeRequestStatus(tx, context.deps, row, {
      ...entryOf(context, { reason }),
      to: 'action_required',
      mail: { reason },
    }),
  )

/**
 * Books an appointment for a request and mails it. Throws `appointment_gone`, `appointment_full`, and `inspection_fee_due`
 * where the customer has to pay for another inspection.
 */
export const bookByStaff = (
  tx: Tx,
  context: StaffContext,
  id: string,
  { centre_id, starts_at }: { centre_id: string; starts_at: string },
): Promise<StaffChange> =>
  act(tx, context, { id, action: 'book' }, async (row) => {
    const { now, deps } = context
    // Staff never debits a wallet: who pays a fee books the appointment.
    if ((await findInspectionFee(tx, row, now)).length > 0) throw new AppError('inspection_fee_due')
    const change = { ...entryOf(context, { centre_id, starts_at }), to: 'inspection_booked' } as const
    await changeRequestStatus(tx, deps, row, change, async (after) => {
      const booking = { request_id: id, state: row.state as NigerianState, centre_id, starts_at: new Date(starts_at) }
      await bookAppointment(tx, booking, now)
      const [booked] = await findAppointments(tx, id)
      return { row: after, mail: describeAppointment(booked!) }
    })
  })
