import type { bookOwnInspection as bookOwnInspectionCall, Inspections } from '#contract/document-inspections.ts'
import type { NigerianState } from '#contract/document-rules.ts'
import type { DocumentDetails } from '#contract/documents.ts'
import type { ParsedBody } from '#contract/endpoint.ts'
import { localeOf } from '#contract/formats.ts'
import { transact } from '#server/database/transact.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { formatTime } from '#server/features/bookings/documents/mails.ts'
import {
  bookAppointment,
  findAppointments,
  findFreeAppointments,
} from '#server/features/documents/inspections/appointments.ts'
import { startOfDay, toNigerianDay } from '#server/features/documents/inspections/times.ts'
import type { Retry } from '#server/http.ts'
import { runIdempotently } from '#server/idempotency.ts'
import { changeRequestStatus, findOwnRequestId, lockRequest } from './change-status.ts'
import type { Customer } from './drafts.ts'
import { notifyRequestCustomer } from './mails.ts'
import { getRequestDetails } from './queries.ts'

const day_ms = 86_400_000

/** Returns a request's appointments, and what is left at the centres of its state on a day of Nigeria, by default tomorrow. */
export async function findOwnInspections(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { user }: Pick<Customer, 'user'>,
  handle: string,
  asked_day: string | undefined,
): Promise<Inspections> {
  const now = clock()
  const { id, form, can } = await getRequestDetails(db, user.user_id, handle, now)
  const from = startOfDay(asked_day ?? toNigerianDay(new Date(now.getTime() + day_ms)))
  const window = { from, until: new Date(from.getTime() + day_ms) }
  const free = can.book ? await findFreeAppointments(db, { state: form.state as NigerianState, ...window }, now) : []
  return {
    appointments: (await findAppointments(db, id)).map((one) => ({ ...one, starts_at: one.starts_at.toISOString() })),
    centres: free.map(({ centre, times }) => ({
      centre,
      times: times.map((time) => ({ ...time, starts_at: time.starts_at.toISOString() })),
    })),
  }
}

/**
 * Books the inspection of a request that asks for road worthiness. Throws `document_not_found`, `document_state`,
 * `appointment_gone`, `appointment_full`, `idempotency_key_reused`.
 */
export async function bookOwnInspection(
  deps: Deps,
  { user, locale }: Customer,
  handle: string,
  body: ParsedBody<typeof bookOwnInspectionCall>,
  retry: Retry | undefined,
): Promise<DocumentDetails> {
  const now = deps.clock()
  const { user_id } = user
  const starts_at = new Date(body.starts_at)
  return transact(deps.db, (tx) =>
    runIdempotently(tx, user_id, retry, now, async () => {
      const id = await findOwnRequestId(tx, user_id, handle)
      const row = await lockRequest(tx, id)
      const { can } = await getRequestDetails(tx, user_id, id, now)
      if (!can.book) throw new AppError('document_state')
      const entry = { actor: 'customer', actor_id: user_id, at: now } as const
      const booked = await changeRequestStatus(tx, row, 'inspection_booked', entry)
      const when = formatTime(starts_at, 'Africa/Lagos', localeOf(locale.startsWith('fr') ? 'fr' : 'en', 'NG'))
      await notifyRequestCustomer(tx, deps, 'inspection_booked', booked, now, { facts: [['appointment', when]] })
      const details = await getRequestDetails(tx, user_id, id, now)
      await bookAppointment(
        tx,
        { request_id: id, state: row.state as NigerianState, centre_id: body.centre_id, starts_at },
        now,
      )
      return details
    }),
  )
}
