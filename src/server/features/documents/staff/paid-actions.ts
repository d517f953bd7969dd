import type { Tx } from '#server/database/connect.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import { endAppointment, findAppointments } from '../inspections/appointments.ts'
import { lockRequest } from '../requests/change-status.ts'
import { changeRequestStatus } from '../requests/effects.ts'
import { cancelRequest, deliverRequest, submitRequest } from '../requests/end-request.ts'
import { checkHandoverCode } from '../requests/handover.ts'
import { act, entryOf, hasFile, type StaffChange, type StaffContext } from './actions.ts'
import { getStaffRequest } from './staff-request.ts'

/* What staff does with a paid request from its inspection to its handover. */

/** Stores how an inspection went. Throws `report_missing` until its report is uploaded. */
export const decideInspection = (
  tx: Tx,
  context: StaffContext,
  id: string,
  outcome: 'passed' | 'failed',
  reason?: string,
): Promise<StaffChange> =>
  act(tx, context, { id, action: outcome === 'passed' ? 'pass' : 'fail' }, async (row) => {
    const { now, deps } = context
    const [appointment] = await findAppointments(tx, id)
    if (!(await hasFile(tx, id, 'report', { since: appointment!.booked_at }))) throw new AppError('report_missing')
    await endAppointment(tx, id, outcome, now)
    await tx
      .updateTable('document_items')
      .set(
        outcome === 'passed' ? { inspection_passed_at: now } : { result: 'failed_inspection', reason: reason ?? null },
      )
      .where('request_id', '=', id)
      .where('kind', '=', 'road_worthiness')
      .execute()
    const entry = entryOf(context, reason === undefined ? undefined : { reason })
    await changeRequestStatus(tx, deps, row, { ...entry, to: `inspection_${outcome}`, mail: { reason } })
  })

/** Hands a request to the agency. Throws 422 without the agency's receipt after an inspection. */
export const submitByStaff = (
  tx: Tx,
  context: StaffContext,
  id: string,
  agency_receipt: string | null,
): Promise<StaffChange> =>
  act(tx, context, { id, action: 'submit', audited: { agency_receipt } }, async (row) => {
    if (row.status === 'inspection_passed' && agency_receipt === null) throw fieldError('agency_receipt', 'required')
    await submitRequest(tx, context.deps, row, entryOf(context), agency_receipt)
  })

/** Sends documents by courier. The code of the handover goes with the parcel. */
export const dispatchByStaff = (
  tx: Tx,
  context: StaffContext,
  id: string,
  sent: { courier: string; tracking_number: string },
): Promise<StaffChange> =>
  act(tx, context, { id, action: 'dispatch', audited: sent }, (row) =>
    changeRequestStatus(tx, context.deps, row, {
      ...entryOf(context),
      to: 'dispatched',
      set: sent,
      mail: {
        facts: [
          ['courier', sent.courier],
          ['tracking', sent.tracking_number],
        ],
      },
    }),
  )

/** Offers documents for pickup, with a code for the handover, which is on the customer's page. */
export const offerPickupByStaff = (
  tx: Tx,
  context: StaffContext,
  id: string,
  offered: { pickup_place: string; pickup_hours: string },
): Promise<StaffChange> =>
  act(tx, context, { id, action: 'ready', audited: offered }, (row) =>
    changeRequestStatus(tx, context.deps, row, {
      ...entryOf(context),
      to: 'ready_for_pickup',
      set: offered,
      mail: {
        facts: [
          ['place', offered.pickup_place],
          ['hours', offered.pickup_hours],
        ],
      },
    }),
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
  return act(tx, context, { id, action: 'hand_over' }, () => deliverRequest(tx, context.deps, row, entryOf(context)))
}

/** Cancels a request that is not with the agency yet, and refunds everything. */
export const cancelByStaff = (tx: Tx, context: StaffContext, id: string, reason: string): Promise<StaffChange> =>
  act(tx, context, { id, action: 'cancel', audited: { reason } }, (row) =>
    cancelRequest(tx, context.deps, row, entryOf(context, { reason }), reason),
  )
