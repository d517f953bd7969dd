import type { BookingDetails } from '#contract/bookings/bookings.ts'
import type { BookingRecord } from '#contract/bookings/desk/booking-answer.ts'
import { toMajor } from '#contract/money.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import { colleagueName } from '#server/features/access/contacts.ts'
import { fromStoredLines, toStoredLines } from '#server/features/pricing/lines.ts'
import { postTransfer } from '#server/features/wallet/ledger/ledger.ts'
import type { Access } from '#server/http/caller.ts'
import type { BookingRow } from '../booking-rows.ts'
import {
  dropRefundedCharges,
  refundStatusOf,
  sumReversedLines,
  type Bearer,
  type RefundedBooking,
  type RefundPlan,
} from './refund-plan.ts'

/** The reference of a booking's nth refund by staff, or after one. */
const refundReference = (booking_id: string, number: number): string => `${booking_id}/refund/${number}`

/** Returns the money of a booking with what its refunds took back so far. */
export async function loadRefundedBooking(db: Db | Tx, row: BookingRow): Promise<RefundedBooking> {
  const lines = fromStoredLines(row.lines)
  if (row.refunded_minor === 0n) return { ...row, lines, reversed: [] }
  const done = await db
    .selectFrom('booking_refunds')
    .select(['amount_minor', 'lines'])
    .where('booking_id', '=', row.id)
    .where('status', '=', 'done')
    .orderBy('number')
    .execute()
  const refunds = done.map((refund) => ({ ...refund, lines: fromStoredLines(refund.lines) }))
  return { ...row, lines, reversed: sumReversedLines({ ...row, lines }, refunds) }
}

/** Returns the number of a booking's next refund. */
export async function findNextNumber(tx: Tx, booking_id: string): Promise<number> {
  const last = await tx
    .selectFrom('booking_refunds')
    .select((of) => of.fn.max('number').as('number'))
    .where('booking_id', '=', booking_id)
    .executeTakeFirst()
  return (last?.number ?? 0) + 1
}

/** Posts a planned refund and counts it on its locked booking. Late charges that it covers can no longer be undone. */
export async function postRefund(
  tx: Tx,
  row: BookingRow,
  { amount_minor, postings }: RefundPlan,
  number: number,
  at: Date,
): Promise<string> {
  const { transfer_id } = await postTransfer(tx, {
    kind: 'refund',
    reference: refundReference(row.id, number),
    description: `booking:${row.booking_code}`,
    currency: row.currency,
    at,
    postings,
  })
  const refunded_minor = row.refunded_minor + amount_minor
  const charges = row.late_charges.map((charge) => ({ charge, lines: fromStoredLines(charge.lines) }))
  const late_charges = dropRefundedCharges(charges, row.total_minor - refunded_minor).map(({ charge }) => charge)
  await tx
    .updateTable('bookings')
    .set({
      refunded_minor,
      refund_status: refundStatusOf(refunded_minor, row.total_minor),
      late_charges: JSON.stringify(late_charges),
    })
    .where('id', '=', row.id)
    .execute()
  return transfer_id
}

/** Posts what a cancellation refunds of a booking of which staff have refunded a part, and stores it as one more refund. */
export async function postRemainingRefund(tx: Tx, row: BookingRow, plan: RefundPlan, at: Date): Promise<void> {
  if (plan.postings.every(({ amount_minor }) => amount_minor === 0n)) return
  const number = await findNextNumber(tx, row.id)
  const transfer_id = await postRefund(tx, row, plan, number, at)
  const { amount_minor, lines } = plan
  await tx
    .insertInto('booking_refunds')
    .values({
      id: newId(at.getTime()),
      booking_id: row.id,
      number,
      status: 'done',
      cause: 'cancellation',
      bearer: 'operator',
      amount_minor,
      lines: toStoredLines(lines),
      at,
      transfer_id,
    })
    .execute()
}

/** Returns the references of a booking's refunds that are posted and have a row. */
export async function listRefundReferences(db: Db | Tx, booking_id: string): Promise<string[]> {
  const rows = await db
    .selectFrom('booking_refunds')
    .select('number')
    .where('booking_id', '=', booking_id)
    .where('status', '=', 'done')
    .execute()
  return rows.map(({ number }) => refundReference(booking_id, number))
}

/** Returns what staff refunded of a booking, as its driver sees it, oldest first. */
export async function findOwnRefunds(
  db: Db | Tx,
  { id, currency }: Pick<BookingRow, 'id' | 'currency'>,
): Promise<NonNullable<BookingDetails['refunds']>> {
  const rows = await db
    .selectFrom('booking_refunds')
    .select(['amount_minor', 'cause', 'message', 'at', 'decided_at'])
    .where('booking_id', '=', id)
    .where('status', '=', 'done')
    .where('message', '<>', '')
    .orderBy('number')
    .execute()
  return rows.map(({ amount_minor, cause, message, at, decided_at }) => ({
    amount: toMajor(amount_minor, currency),
    cause: cause as NonNullable<BookingDetails['refunds']>[number]['cause'],
    message: message!,
    refunded_at: (decided_at ?? at).toISOString(),
  }))
}

type Refund = BookingRecord['refunds'][number]

/** Returns what staff refunded of a booking or asked to, newest first, as a colleague sees it; who may refund can decide on it. */
export async function findStaffRefunds(
  db: Db | Tx,
  { id, currency }: BookingRow,
  { user_id, access }: { user_id: string; access: Access },
): Promise<Refund[]> {
  const rows = await db
    .selectFrom('booking_refunds as r')
    .leftJoin('users as q', 'q.id', 'r.requested_by')
    .leftJoin('users as d', 'd.id', 'r.decided_by')
    .selectAll('r')
    .select([colleagueName('q', access).as('requester'), colleagueName('d', access).as('decider')])
    .where('r.booking_id', '=', id)
    .where('r.message', 'is not', null)
    .orderBy('r.number', 'desc')
    .execute()
  return rows.map((row) => {
    const isWaiting = row.status === 'waiting'
    const isOwn = row.requested_by === user_id
    return {
      id: row.id,
      number: row.number,
      status: row.status as Refund['status'],
      cause: row.cause as Refund['cause'],
      bearer: row.bearer as Bearer,
      amount: { amount: toMajor(row.amount_minor, currency), currency },
      message: row.message!,
      requested_by: row.requester,
      at: row.at.toISOString(),
      decided_by: row.decider,
      decided_at: row.decided_at?.toISOString() ?? null,
      can_decide: isWaiting && !isOwn,
      is_own: isWaiting && isOwn,
    }
  })
}
