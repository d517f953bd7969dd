import { sql } from 'kysely'
import type { enterResult, refundDocuments } from '#contract/desk/document-requests.ts'
import { documentKinds, type DocumentKind } from '#contract/document-rules.ts'
import type { ParsedBody } from '#contract/endpoint.ts'
import { normalizePlate } from '#contract/plates.ts'
import type { PaperKind } from '#contract/vehicles.ts'
import type { Tx } from '#server/database/connect.ts'
import { AppError, fieldError } from '#server/errors.ts'
import { endAppointment, findAppointments } from '#server/features/documents/inspections/appointments.ts'
import { toNigerianDay } from '#server/features/documents/inspections/times.ts'
import { changeRequestStatus, lockRequest, type RequestRow } from '#server/features/documents/requests/change-status.ts'
import {
  cancelRequest,
  deliverRequest,
  refundRejected,
  submitRequest,
} from '#server/features/documents/requests/end-request.ts'
import { checkHandoverCode } from '#server/features/documents/requests/handover.ts'
import { notifyRequestCustomer } from '#server/features/documents/requests/mails.ts'
import { act, entryOf, type StaffChange, type StaffContext } from './actions.ts'
import { getStaffRequest } from './staff-request.ts'

/* What staff does with a paid request from its inspection to its handover. */

/** Whether a file of this purpose was uploaded, for a document and since an instant. */
async function hasFile(
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

/** Stores how an inspection went. Throws `report_missing` until its report is uploaded. */
export const decideInspection = (
  tx: Tx,
  context: StaffContext,
  id: string,
  outcome: 'passed' | 'failed',
  reason?: string,
): Promise<StaffChange> =>
  act(tx, context, id, outcome === 'passed' ? 'pass' : 'fail', async (row) => {
    const { now, deps } = context
    const [appointment] = await findAppointments(tx, id)
    if (!(await hasFile(tx, id, 'report', { since: appointment!.booked_at }))) throw new AppError('report_missing')
    await endAppointment(tx, id, outcome, now)
    if (outcome === 'passed')
      await tx
        .updateTable('document_items')
        .set({ inspection_passed_at: now })
        .where('request_id', '=', id)
        .where('kind', '=', 'road_worthiness')
        .execute()
    const entry = entryOf(context, reason === undefined ? undefined : { reason })
    const after = await changeRequestStatus(tx, row, `inspection_${outcome}`, entry)
    await notifyRequestCustomer(tx, deps, `inspection_${outcome}`, after, now, { reason })
  })

/** Hands a request to the agency. Throws 422 without the agency's receipt after an inspection. */
export const submitByStaff = (
  tx: Tx,
  context: StaffContext,
  id: string,
  agency_receipt: string | null,
): Promise<StaffChange> =>
  act(
    tx,
    context,
    id,
    'submit',
    async (row) => {
      if (row.status === 'inspection_passed' && agency_receipt === null) throw fieldError('agency_receipt', 'required')
      await submitRequest(tx, context.deps, row, entryOf(context), agency_receipt)
    },
    { agency_receipt },
  )

type Result = ParsedBody<typeof enterResult>

/** Throws 422 for what a result lacks, and `scan_missing` for an issued document without its scan. */
async function checkResult(tx: Tx, id: string, { kind, result, ...fields }: Result, now: Date): Promise<void> {
  const required = result === 'issued' ? (['document_number', 'issued_on'] as const) : (['agency_reason'] as const)
  for (const name of required) if (fields[name] === null) throw fieldError(name, 'required')
  if (result === 'rejected') return
  if (kind !== 'proof_of_ownership' && fields.expires_on === null) throw fieldError('expires_on', 'required')
  if (fields.issued_on! > toNigerianDay(now)) throw fieldError('issued_on', 'day_to_come')
  if (fields.expires_on !== null && fields.expires_on <= fields.issued_on!)
    throw fieldError('expires_on', 'dates_order')
  if (!(await hasFile(tx, id, 'scan', { kind }))) throw new AppError('scan_missing')
}

/**
 * Stores what became of a document. Once all have their result the request is issued, or rejected if none was. Violates
 * `document_items_inspected` for a road worthiness certificate without a passed inspection.
 */
export const enterDocumentResult = (tx: Tx, context: StaffContext, id: string, input: Result): Promise<StaffChange> =>
  act(
    tx,
    context,
    id,
    'result',
    async (row) => {
      await checkResult(tx, id, input, context.now)
      const { kind, result, agency_reason } = input
      const isIssued = result === 'issued'
      const { numUpdatedRows } = await tx
        .updateTable('document_items')
        .set({
          result,
          document_number: isIssued ? input.document_number : null,
          issued_on: isIssued ? input.issued_on : null,
          expires_on: isIssued ? input.expires_on : null,
          reason: isIssued ? null : agency_reason,
        })
        .where('request_id', '=', id)
        .where('kind', '=', kind)
        .where('result', 'is', null)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw fieldError('kind', 'document_done')
      await endIfDecided(tx, context, row)
    },
    { kind: input.kind, result: input.result },
  )

async function endIfDecided(tx: Tx, context: StaffContext, row: RequestRow): Promise<void> {
  const items = await tx
    .selectFrom('document_items')
    .select(['kind', 'result', 'expires_on', 'reason'])
    .where('request_id', '=', row.id)
    .execute()
  if (items.some(({ result }) => result === null)) return
  const isIssued = items.some(({ result }) => result === 'issued')
  const reason = items.flatMap((item) => item.reason ?? []).join('\n') || undefined
  const to = isIssued ? 'issued' : 'rejected'
  const after = await changeRequestStatus(tx, row, to, entryOf(context, reason === undefined ? undefined : { reason }))
  if (isIssued) await writePapers(tx, row, items, context.now)
  await notifyRequestCustomer(tx, context.deps, to, after, context.now, { reason })
}

const paperOf: Record<DocumentKind, PaperKind> = {
  vehicle_licence: 'licence',
  road_worthiness: 'inspection',
  third_party_insurance: 'insurance',
  hackney_permit: 'permit',
  proof_of_ownership: 'ownership',
}

/** Writes when issued documents expire into the customer's saved vehicle with this plate, of which they are reminded. */
async function writePapers(
  tx: Tx,
  { user_id, plate }: RequestRow,
  items: readonly { kind: string; result: string | null; expires_on: string | null }[],
  now: Date,
): Promise<void> {
  const vehicle = await tx
    .selectFrom('vehicles')
    .select(['id', 'papers'])
    .where('user_id', '=', user_id)
    .where(sql`replace(replace(plate, ' ', ''), '-', '')`, '=', normalizePlate(plate ?? ''))
    .orderBy('is_default', 'desc')
    .forUpdate()
    .executeTakeFirst()
  if (vehicle === undefined) return
  const issued = items.flatMap(({ kind, result, expires_on }) =>
    result === 'issued' && expires_on !== null ? [{ kind: paperOf[kind as DocumentKind], expires_on }] : [],
  )
  const kept = (vehicle.papers as { kind: string }[]).filter((paper) => !issued.some(({ kind }) => kind === paper.kind))
  await tx
    .updateTable('vehicles')
    .set({ papers: JSON.stringify([...kept, ...issued]), papers_at: now })
    .where('id', '=', vehicle.id)
    .execute()
}

/** Sends documents by courier. The code of the handover goes with the parcel. */
export const dispatchByStaff = (
  tx: Tx,
  context: StaffContext,
  id: string,
  sent: { courier: string; tracking_number: string },
): Promise<StaffChange> =>
  act(
    tx,
    context,
    id,
    'dispatch',
    async (row) => {
      const after = await changeRequestStatus(tx, row, 'dispatched', entryOf(context), sent)
      await notifyRequestCustomer(tx, context.deps, 'dispatched', after, context.now, {
        facts: [
          ['courier', sent.courier],
          ['tracking', sent.tracking_number],
        ],
      })
    },
    sent,
  )

/** Offers documents for pickup, with a code for the handover, which is on the customer's page. */
export const offerPickupByStaff = (
  tx: Tx,
  context: StaffContext,
  id: string,
  offered: { pickup_place: string; pickup_hours: string },
): Promise<StaffChange> =>
  act(
    tx,
    context,
    id,
    'ready',
    async (row) => {
      const after = await changeRequestStatus(tx, row, 'ready_for_pickup', entryOf(context), offered)
      await notifyRequestCustomer(tx, context.deps, 'ready_for_pickup', after, context.now, {
        facts: [
          ['place', offered.pickup_place],
          ['hours', offered.pickup_hours],
        ],
      })
    },
    offered,
  )

/** Stores the handover to who says the code. `refusal` is the error for a wrong one, whose attempt is stored. */
export async function handOverByStaff(
  tx: Tx,
  context: StaffContext,
  id: string,
  code: string,
): Promise<StaffChange & { refusal?: AppError | undefined }> {
  const row = await lockRequest(tx, id)
  const before = await getStaffRequest(tx, id, context.now)
  if (!before.actions.includes('hand_over')) throw new AppError('document_state')
  const refusal = await checkHandoverCode(tx, row, code, entryOf(context))
  if (refusal !== undefined) return { answer: before, changes: [], refusal }
  return act(tx, context, id, 'hand_over', () => deliverRequest(tx, context.deps, row, entryOf(context)))
}

/** Cancels a request that is not with the agency yet, and refunds everything. */
export const cancelByStaff = (tx: Tx, context: StaffContext, id: string, reason: string): Promise<StaffChange> =>
  act(tx, context, id, 'cancel', (row) => cancelRequest(tx, context.deps, row, entryOf(context, { reason }), reason), {
    reason,
  })

/** Refunds a rejected request. Throws `document_refund` for more than agency and insurer got. */
export const refundByStaff = (
  tx: Tx,
  context: StaffContext,
  id: string,
  given: ParsedBody<typeof refundDocuments>,
): Promise<StaffChange> =>
  act(
    tx,
    context,
    id,
    'refund',
    (row) =>
      refundRejected(
        tx,
        context.deps,
        row,
        entryOf(context),
        documentKinds.flatMap((kind) => {
          const part = kind === 'third_party_insurance' ? ('insurer' as const) : ('government' as const)
          return given[kind] === null ? [] : [{ kind, part, amount_minor: BigInt(given[kind]) * 100n }]
        }),
      ),
    given,
  )
