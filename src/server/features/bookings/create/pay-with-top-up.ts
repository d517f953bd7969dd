import { sql } from 'kysely'
import type { BookingStatus } from '#contract/bookings/bookings.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { TopUpBookingResult } from '#contract/wallet/wallet.ts'
import type { Tx } from '#server/database/connect.ts'
import { isTransient, constraintOf } from '#server/database/errors.ts'
import { runInSavepoint } from '#server/database/transact.ts'
import type { Deps, Hooks } from '#server/deps.ts'
import type { TopUpBooking } from '#server/features/wallet/hooks.ts'
import { AppError, constraintCode, fieldError } from '#server/http/errors.ts'
import { byHandle, findRows, forUpdate, ownBooking, requireRow, type BookingRow } from '../booking-rows.ts'
import { queueNotBookedMail } from '../documents/not-booked-mail.ts'
import { findEventToCarryOver } from '../event-terms.ts'
import { advance } from '../lifecycle/advance.ts'
import { settleDebts } from '../lifecycle/outstanding-debts.ts'
import { getPricedOffer } from '../quotes/priced-offers.ts'
import { findStandingBookings, lockStays } from './already-booked.ts'
import { createOneBooking } from './create-bookings.ts'
import { payPendingHold } from './holds.ts'

/**
 * Throws unless this is the driver's own hold, in this currency, and can still be paid: `booking_not_found`,
 * `hold_expired`, `invalid_transition`, or a 422 for another currency.
 */
export const requirePayableHold: Hooks['requirePayableHold'] = async (tx, { user_id, booking_id, currency }, now) => {
  const row = requireRow(await findRows(tx, ownBooking(user_id, booking_id), sql`for key share of b`))
  if (row.status === 'expired' || (row.status === 'pending' && row.held_until! <= now))
    throw new AppError('hold_expired')
  if (row.status !== 'pending') throw new AppError('invalid_transition')
  if (row.currency !== currency) throw fieldError('booking_id', 'own_currency')
}

/** What a refusal means for the driver; every other error is a defect, and the money stays in the wallet. */
const resultByCode: Partial<Record<ErrorCode, TopUpBookingResult>> = {
  no_space: 'no_space',
  insufficient_balance: 'not_covered',
  price_changed: 'price_changed',
  promo_used: 'price_changed',
  // A promo code or an event that no longer applies.
  validation_failed: 'price_changed',
  park_closed: 'not_offered',
  park_out_of_use: 'not_offered',
  park_not_found: 'not_offered',
  park_not_bookable: 'not_offered',
  vehicle_type_not_served: 'not_offered',
}

/**
 * Pays the hold, or books the same space again if the hold has expired and the price has not gone up. What fails is
 * undone alone, so that the money is credited in any case; the driver is mailed why nothing was booked. Throws only
 * transient errors, after which the whole transaction is repeated.
 */
export const payBookingOfTopUp: Hooks['payBookingOfTopUp'] = async (tx, deps, topUp, now) => {
  const outcome = await tryToBook(tx, deps, topUp.booking_id, now)
  const { booking_result } = outcome
  // A partial top-up has a mail of its own, which says that the hold is not paid.
  const isMailed = booking_result === 'not_covered' && topUp.is_partial
  if (booking_result !== 'paid' && booking_result !== 'booked_again' && !isMailed)
    await tryToMail(tx, deps, { ...topUp, booking_result }, now)
  return outcome
}

async function tryToMail(tx: Tx, deps: Deps, topUp: Parameters<typeof queueNotBookedMail>[2], now: Date) {
  try {
    await runInSavepoint(tx, () => queueNotBookedMail(tx, deps, topUp, now))
  } catch (error) {
    if (isTransient(error)) throw error
    deps.log.error(`the driver of booking ${topUp.booking_id} could not be mailed`, error)
  }
}

async function tryToBook(tx: Tx, deps: Deps, booking_id: string, now: Date): Promise<TopUpBooking> {
  try {
    // Repeated, because a concurrent transaction may take the space, or the code, after this one has read it.
    return await runInSavepoint(tx, () => completeBooking(tx, deps, booking_id, now), true)
  } catch (error) {
    if (isTransient(error)) throw error
    const code = error instanceof AppError ? error.code : constraintCode[constraintOf(error) ?? '']
    const booking_result = code && resultByCode[code]
    if (booking_result === undefined) deps.log.error(`booking ${booking_id} could not be paid by a top-up`, error)
    return { booking_result: booking_result ?? 'failed', booked_id: null }
  }
}

async function completeBooking(tx: Tx, deps: Deps, booking_id: string, now: Date): Promise<TopUpBooking> {
  const row = await advance(tx, deps, requireRow(await findRows(tx, byHandle(booking_id), forUpdate)), now)
  switch (row.status) {
    case 'pending':
      await payPendingHold(tx, deps, row, now)
      return { booking_result: 'paid', booked_id: row.id }
    case 'expired':
      return bookAgain(tx, deps, row, now)
    case 'cancelled':
      return { booking_result: 'cancelled', booked_id: null }
    default:
      return { booking_result: 'already_paid', booked_id: row.id }
  }
}

/** Books the space of an expired hold again, for no more than its price, as a booking with its own code. */
async function bookAgain(tx: Tx, deps: Deps, row: BookingRow, now: Date): Promise<TopUpBooking> {
  const { user_id, vehicle_type_id, park_id, plate, start_time: start, end_time: end, total_minor } = row
  const follower = await findFollower(tx, row.id)
  if (follower?.isStanding === true) return { booking_result: 'already_paid', booked_id: follower.id }
  const { is_given_up, notes } = await findHoldFacts(tx, row)
  if (follower !== undefined || is_given_up) return { booking_result: 'cancelled', booked_id: null }
  if (now >= end) return { booking_result: 'over', booked_id: null }
  const window = { start, priced_from: row.priced_from, end }
  await lockStays(tx, [row])
  // The driver knew of what was booked before the hold. What came later is what the money was for.
  const later = (await findStandingBookings(tx, [{ ...row, window }], now)).find(
    ({ created_at }) => created_at > row.created_at,
  )
  if (later?.status === 'pending') return payLaterHold(tx, deps, later.id, total_minor, now)
  if (later !== undefined) return { booking_result: 'already_paid', booked_id: later.id }
  const event = findEventToCarryOver(row, window)
  const promo_code = row.promo_code ?? undefined
  const request = { park_id, vehicle_type_id, plate, user_id, event, promo_code }
  // As at the time of the hold: its window may have started since, and its promo code ended.
  const priced_offer = await getPricedOffer(tx, request, () => window, row.created_at)
  if (priced_offer.terms.total_minor > total_minor) throw new AppError('price_changed')
  await settleDebts(tx, user_id, priced_offer.terms, now)
  const user = { user_id, email: row.email, language: row.user_language, country_code: row.user_country }
  const { id } = await createOneBooking(
    tx,
    deps,
    { kind: 'booked', user, language: user.language, priced_offer, plate, notes, renewed_from: row.id, again: true },
    now,
  )
  return { booking_result: 'booked_again', booked_id: id }
}

/** Pays the hold that the driver took after the one that the money was for, if it costs no more. */
async function payLaterHold(tx: Tx, deps: Deps, id: string, most_minor: bigint, now: Date): Promise<TopUpBooking> {
  const row = requireRow(await findRows(tx, byHandle(id), forUpdate))
  if (row.total_minor > most_minor) throw new AppError('price_changed')
  await payPendingHold(tx, deps, row, now)
  return { booking_result: 'paid', booked_id: row.id }
}

const overStatuses: ReadonlySet<BookingStatus> = new Set(['expired', 'cancelled'])

/** The last booking that replaced an expired hold. */
async function findFollower(tx: Tx, hold_id: string): Promise<{ id: string; isStanding: boolean } | undefined> {
  const row = await tx
    .selectFrom('bookings')
    .select(['id', 'status'])
    .where('renewed_from', '=', hold_id)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && { id: row.id, isStanding: !overStatuses.has(row.status as BookingStatus) }
}

/** `is_given_up`: the driver released the space or erased the account, so nothing is booked in their name. */
async function findHoldFacts(tx: Tx, { id }: BookingRow): Promise<{ notes: string | null; is_given_up: boolean }> {
  const { rows } = await sql<{ notes: string | null; is_given_up: boolean }>`
    select b.notes, u.erased_at is not null
      or exists (select from booking_history h where h.booking_id = b.id and h.cause = 'given_up') as is_given_up
    from bookings b join users u on u.id = b.user_id where b.id = ${id}`.execute(tx)
  return rows[0]!
}
