import type {
  bookOwnInspection as bookOwnInspectionCall,
  Inspections,
} from '#contract/documents/document-inspections.ts'
import type { NigerianState } from '#contract/documents/document-rules.ts'
import type { DocumentDetails } from '#contract/documents/documents.ts'
import { toNigerianDay } from '#contract/documents/nigerian-day.ts'
import type { ParsedBody } from '#contract/endpoint.ts'
import { day_ms } from '#contract/time.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/http/errors.ts'
import { bookAppointment, findAppointments, findFreeAppointments } from '../inspections/appointments.ts'
import { startOfDay } from '../inspections/times.ts'
import { findOwnRequestId, lockRequest, type RequestRow } from './change-status.ts'
import type { CustomerCall } from './drafts.ts'
import { changeRequestStatus } from './effects.ts'
import { chargeInspection, findInspectionFee, showInspectionFee } from './inspection-fee.ts'
import { describeAppointment } from './inspection-reminders.ts'
import { getRequestDetails } from './queries.ts'

/** Returns what is left at the centres of a request's state on a day of Nigeria, by default tomorrow, and its fee. */
export async function findTimes(
  db: Db,
  row: RequestRow,
  asked_day: string | undefined,
  now: Date,
): Promise<Pick<Inspections, 'centres' | 'fee'>> {
  const from = startOfDay(asked_day ?? toNigerianDay(new Date(now.getTime() + day_ms)))
  const window = { from, until: new Date(from.getTime() + day_ms) }
  const free = await findFreeAppointments(db, { state: row.state as NigerianState, ...window }, now)
  return {
    centres: free.map(({ centre, times }) => ({
      centre,
      times: times.map((time) => ({ ...time, starts_at: time.starts_at.toISOString() })),
    })),
    fee: showInspectionFee(await findInspectionFee(db, row, now)),
  }
}

/** Returns a request's appointments, and, as long as one can be booked, what is left on a day. */
export async function findOwnInspections(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { user }: Pick<CustomerCall, 'user'>,
  handle: string,
  asked_day: string | undefined,
): Promise<Inspections> {
  const now = clock()
  const { id, can } = await getRequestDetails(db, user.user_id, handle, now)
  const row = await db.selectFrom('document_requests').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const left = can.book ? await findTimes(db, row as RequestRow, asked_day, now) : { centres: [], fee: null }
  return {
    appointments: (await findAppointments(db, id)).map((appointment) => ({
      ...appointment,
      starts_at: appointment.starts_at.toISOString(),
    })),
    ...left,
  }
}

/**
 * Books the inspection of a request that asks for road worthiness; another one after a failure is charged as its fee says.
 * Throws `document_not_found`, `document_state`, `appointment_gone`, `appointment_full`, `price_changed`,
 * `insufficient_balance`.
 */
export async function bookOwnInspection(
  tx: Tx,
  deps: Deps,
  { user: { user_id }, now }: CustomerCall,
  handle: string,
  { centre_id, starts_at: at, total }: ParsedBody<typeof bookOwnInspectionCall>,
): Promise<DocumentDetails> {
  const starts_at = new Date(at)
  const id = await findOwnRequestId(tx, user_id, handle)
  const row = await lockRequest(tx, id)
  const { can } = await getRequestDetails(tx, user_id, id, now)
  if (!can.book) throw new AppError('document_state')
  const charged = await chargeInspection(tx, row, total, now)
  const change = { to: 'inspection_booked', actor: 'customer', actor_id: user_id, at: now } as const
  await changeRequestStatus(tx, deps, charged, change, async (booked) => {
    await bookAppointment(tx, { request_id: id, state: row.state as NigerianState, centre_id, starts_at }, now)
    const [appointment] = await findAppointments(tx, id)
    return { row: booked, mail: describeAppointment(appointment!) }
  })
  return getRequestDetails(tx, user_id, id, now)
}
