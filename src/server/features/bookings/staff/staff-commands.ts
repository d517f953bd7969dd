import { sql } from 'kysely'
import type { CancelPreview } from '#contract/bookings/bookings.ts'
import {
  resendLimit,
  type correctPlate as correctPlateContract,
  type giveGoodwill as goodwillContract,
} from '#contract/bookings/desk/booking-record.ts'
import type { ParsedBody } from '#contract/endpoint.ts'
import { type Currency, toMajor } from '#contract/money.ts'
import { day_ms } from '#contract/time.ts'
import { parseAmount } from '#server/amounts.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { findRefundLimits, readLimits, sumGivenByPerson } from '#server/features/access/amount-limits.ts'
import { requireRecentLogin } from '#server/features/access/recent-login.ts'
import { mergePark, type Side } from '#server/features/parks/manage/merge.ts'
import { postTransfer } from '#server/features/wallet/ledger/ledger.ts'
import { AppError } from '#server/http/errors.ts'
import type { BookingRow } from '../booking-rows.ts'
import { requireNotRepeated } from '../create/already-booked.ts'
import { nextGeneration } from '../documents/pass.ts'
import { advance } from '../lifecycle/advance.ts'
import { cancelByPolicy } from '../lifecycle/cancel.ts'
import { recordAssumedCheckIn, recordCheckIn, recordCheckOut } from '../lifecycle/check-in.ts'
import { requireCheckIn } from '../lifecycle/driver-actions.ts'
import { mailDriver, recordChangeAndNotify } from '../lifecycle/effects.ts'
import type { Actor } from '../lifecycle/transitions.ts'
import { goodwillReference, previewCancel } from '../queries.ts'
import { findShareOf, revokeOf } from '../sharing/shares.ts'
import { cancelLockedByPark } from './cancel-by-park.ts'
import { changeBooking, type BookingChange } from './change-booking.ts'
import { getStaffRow, sumGiven, sumGoodwill, type Staff } from './staff-record.ts'

export const toActor = ({ user_id }: Staff): Actor => ({ kind: 'staff', id: user_id })

/** Cancels a booking for its car park, as `cancelByPark`, among the caller's car parks. Throws `not_found`. */
export const cancelForPark = (
  tx: Tx,
  deps: Deps,
  staff: Staff,
  handle: string,
  reason: string,
): Promise<BookingChange> =>
  changeBooking(tx, deps, staff, { handle, action: 'cancel' }, async (row) => {
    const { before, after } = await cancelLockedByPark(tx, deps, row, staff, staff.now)
    return { before, after: { ...after, reason } }
  })

/** Returns what a cancellation for the customer would refund now. Throws `not_found`. */
export const previewCancellation = async (deps: Deps, staff: Staff, handle: string): Promise<CancelPreview> => {
  const { user_id, id } = await getStaffRow(deps.db, handle, staff)
  return previewCancel(deps, user_id, id, staff.now)
}

/** Cancels a booking at its customer's request, under their cancellation policy. */
export const cancelForCustomer = (
  tx: Tx,
  deps: Deps,
  staff: Staff,
  handle: string,
  reason: string,
): Promise<BookingChange> =>
  changeBooking(tx, deps, staff, { handle, action: 'cancel_for_customer' }, async (row) => {
    await cancelByPolicy(tx, deps, row, { actor: toActor(staff), at: staff.now, outcome: 'alone' })
    return { before: { status: row.status }, after: { status: 'cancelled', reason } }
  })

/** Checks a car in. Throws `too_early` and `invalid_transition`. */
export const checkInForDriver = (tx: Tx, deps: Deps, staff: Staff, handle: string): Promise<BookingChange> =>
  changeBooking(tx, deps, staff, { handle, action: 'check_in' }, async (row) => {
    requireCheckIn(row, staff.now)
    const changed = await advance(tx, deps, await recordCheckIn(tx, row, toActor(staff), staff.now), staff.now)
    return { before: { status: row.status }, after: { status: changed.status } }
  })

/** Checks a car out. An overstay is charged as usual. */
export const checkOutForDriver = (tx: Tx, deps: Deps, staff: Staff, handle: string): Promise<BookingChange> =>
  changeBooking(tx, deps, staff, { handle, action: 'check_out' }, async (row) => {
    const present = row.status === 'active' ? await recordAssumedCheckIn(tx, row) : row
    const changed = await advance(
      tx,
      deps,
      await recordCheckOut(tx, deps, present, toActor(staff), staff.now),
      staff.now,
    )
    return { before: { status: row.status }, after: { status: changed.status } }
  })

/** Corrects the plate. The driver of a paid booking gets the pass with the new one by mail. Throws `already_booked`. */
export const correctPlateOf = (
  tx: Tx,
  deps: Deps,
  staff: Staff,
  handle: string,
  { plate, again }: ParsedBody<typeof correctPlateContract>,
): Promise<BookingChange> =>
  changeBooking(tx, deps, staff, { handle, action: 'plate' }, async (row) => {
    const change = { before: { plate: row.plate }, after: { plate } }
    if (row.plate === plate) return change
    if (again !== true)
      await requireNotRepeated(tx, { ...row, plate }, { start: row.start_time, end: row.end_time }, staff.now)
    await tx
      .updateTable('bookings')
      .set({ plate, ...nextGeneration })
      .where('id', '=', row.id)
      .execute()
    await recordChangeAndNotify(tx, deps, row, {
      cause: 'plate_changed',
      actor: toActor(staff),
      at: staff.now,
      detail: { from: row.plate, to: plate },
    })
    return change
  })

/**
 * Credits the driver of a locked booking with an amount at our expense. What counts towards the limits is all that staff gave for
 * this booking, and all that the caller gave for others within 24 hours. Throws `reauth_required` if it would exceed the caller's
 * limit and the password was not entered again, and `refund_limit` if it would exceed limit 2.
 */
export async function creditDriver(
  tx: Tx,
  deps: Deps,
  staff: Staff,
  row: BookingRow,
  { amount_minor, cause }: { amount_minor: bigint; cause?: string | undefined },
): Promise<void> {
  const { id, currency, user_id, booking_code } = row
  const { own_minor, most_minor } = findRefundLimits(await readLimits(tx), staff.access, currency)
  const { times } = await sumGoodwill(tx, id)
  const elsewhere_minor = await sumGivenByPerson(tx, staff, { currency, except: id })
  const given_minor = (await sumGiven(tx, id)) + elsewhere_minor + amount_minor
  if (most_minor !== null && given_minor > most_minor)
    throw new AppError('refund_limit', { limit: { amount: toMajor(most_minor, currency), currency } })
  if (given_minor > own_minor) await requireRecentLogin(tx, staff, staff.now)
  await postTransfer(tx, {
    kind: 'adjustment',
    reference: goodwillReference(id, times + 1),
    description: `goodwill:${booking_code}`,
    currency,
    at: staff.now,
    postings: [
      { account: { kind: 'customer', owner: user_id }, amount_minor },
      { account: { kind: 'promotion', owner: 'goodwill' }, amount_minor: -amount_minor },
    ],
  })
  const amount = toMajor(amount_minor, currency)
  await recordChangeAndNotify(tx, deps, row, {
    cause: 'goodwill',
    actor: toActor(staff),
    at: staff.now,
    detail: { amount, ...(cause !== undefined && { refund_cause: cause }) },
    credited: amount,
  })
}

/** Credits the driver as goodwill. Throws as `creditDriver`, and 422 for an amount that the currency does not have. */
export const giveGoodwillFor = (
  tx: Tx,
  deps: Deps,
  staff: Staff,
  handle: string,
  { amount, reason }: ParsedBody<typeof goodwillContract>,
): Promise<BookingChange> =>
  changeBooking(tx, deps, staff, { handle, action: 'goodwill' }, async (row) => {
    const { currency } = row
    await creditDriver(tx, deps, staff, row, { amount_minor: parseAmount('amount', amount, currency) })
    return { after: { goodwill: { amount, currency }, reason } }
  })

/** Sends a mail of the booking again. Throws `too_many_mails` after three within a day. */
export const resendMail = (
  tx: Tx,
  deps: Deps,
  staff: Staff,
  handle: string,
  mail: 'confirmation' | 'receipt',
): Promise<BookingChange> =>
  changeBooking(tx, deps, staff, { handle, action: mail }, async (row) => {
    await requireMailsLeft(tx, row.id, staff.now)
    await mailDriver(tx, deps, row, { topic: mail === 'confirmation' ? 'booked' : 'resent_receipt', at: staff.now })
    return { after: { mail } }
  })

/** Ends the link with which the driver shows the booking to others. Throws `invalid_transition` where there is none. */
export const revokeShareOf = (tx: Tx, deps: Deps, staff: Staff, handle: string): Promise<BookingChange> =>
  changeBooking(tx, deps, staff, { handle }, async (row) => {
    const share = await findShareOf(tx, row, staff.now)
    if (share === null) throw new AppError('invalid_transition')
    await revokeOf(tx, row.id)
    const { shows_pass, created_at } = share
    return { before: { share: { shows_pass, created_at } }, after: { share: null } }
  })

async function requireMailsLeft(tx: Tx, id: string, now: Date): Promise<void> {
  const sent = await tx
    .selectFrom('audit_log')
    .select('id')
    .where('kind', '=', 'booking')
    .where('record_id', '=', id)
    .where('action', '=', 'resendBookingMail')
    .where('at', '>', new Date(now.getTime() - day_ms))
    .execute()
  if (sent.length >= resendLimit) throw new AppError('too_many_mails', { most: resendLimit })
}

/** Merges a car park into another record of it, with what is owed for its past bookings. Throws as `mergePark`. */
export async function mergeParkWithMoney(
  ...[tx, scope, id, body, now]: Parameters<typeof mergePark>
): Promise<Pick<Awaited<ReturnType<typeof mergePark>>, 'answer' | 'changes'>> {
  const { from, to, answer, changes } = await mergePark(tx, scope, id, body, now)
  await movePayable(tx, from, to, now)
  return { answer, changes }
}

/**
 * A refund of a past booking is taken from the record that stays, so what was owed for it has to be there; except what an
 * operator before has earned, whose next statement takes it.
 */
async function movePayable(tx: Tx, from: Side, to: Side, at: Date): Promise<void> {
  const { rows } = await sql<{ currency: Currency; amount_minor: bigint }>`
    select a.currency, sum(e.amount_minor)::bigint as amount_minor
    from ledger_accounts a join ledger_entries e on e.account_id = a.id
    where a.kind = 'park_payable' and a.owner = ${from.id}
      and not exists (select from statement_lines l where l.entry_id = e.id and l.statement_id is null)
    group by a.currency having sum(e.amount_minor) <> 0 order by a.currency`.execute(tx)
  for (const { currency, amount_minor } of rows)
    await postTransfer(tx, {
      kind: 'settlement',
      reference: `park_merge/${from.id}/${currency}`,
      description: `park_merge:${from.park_code}`,
      currency,
      at,
      postings: [
        { account: { kind: 'park_payable', owner: from.id }, amount_minor: -amount_minor },
        { account: { kind: 'park_payable', owner: to.id }, amount_minor },
      ],
    })
}
