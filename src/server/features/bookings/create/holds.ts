import { sql } from 'kysely'
import { maxHolds, runningQuarter } from '#contract/bookings/booking-rules.ts'
import type { Booking, holdSpace as endpoint } from '#contract/bookings/bookings.ts'
import type { ParsedBody } from '#contract/endpoint.ts'
import type { Language } from '#contract/places/places.ts'
import type { Tx } from '#server/database/connect.ts'
import { transact } from '#server/database/transact.ts'
import type { Deps } from '#server/deps.ts'
import { fromStoredLines } from '#server/features/pricing/lines.ts'
import { postTransfer } from '#server/features/wallet/ledger/ledger.ts'
import type { SignedIn } from '#server/http/caller.ts'
import { AppError } from '#server/http/errors.ts'
import { runIdempotently } from '#server/http/idempotency.ts'
import type { Retry } from '#server/http/mount.ts'
import { toPayment } from '../booking-postings.ts'
import { lockRow, type BookingRow } from '../booking-rows.ts'
import type { DriverCall } from '../driver-call.ts'
import { advance, endHold } from '../lifecycle/advance.ts'
import { transitionAndNotify } from '../lifecycle/effects.ts'
import { settleDebts } from '../lifecycle/outstanding-debts.ts'
import { getBooking } from '../queries.ts'
import { agreePrice } from '../quotes/agree-price.ts'
import { findQuote } from '../quotes/quote-store.ts'
import { createOneBooking } from './create-bookings.ts'

/**
 * Holds a space at a quoted price for `holdMinutes`. Throws `quote_expired`, `quote_mismatch` for an unknown quote,
 * `no_space`, `too_many_holds`, `price_changed`.
 */
export async function holdSpace(
  tx: Tx,
  deps: Deps,
  { user, language, now }: DriverCall,
  body: ParsedBody<typeof endpoint>,
): Promise<Booking> {
  const { user_id } = user
  const { quote_id, plate, notes = null, again } = body
  const quote = await findQuote(tx, quote_id)
  if (quote === undefined) throw new AppError('quote_mismatch')
  const { park_id, vehicle_type_id, window } = quote
  // The window is the quote's, so a past start is not a field error.
  if (now >= quote.expires_at && window.start < runningQuarter(now)) throw new AppError('quote_expired')
  const times = { start_time: window.start.toISOString(), end_time: window.end.toISOString() }
  const priced_offer = await agreePrice(tx, { park_id, vehicle_type_id, plate, user_id }, times, quote_id, now)
  await requireHoldsLeft(tx, user_id, now)
  return createOneBooking(tx, deps, { kind: 'held', user, language, priced_offer, plate, notes, again }, now)
}

/** Locks the account first, so that concurrent holds are counted too. Throws `too_many_holds`. */
async function requireHoldsLeft(tx: Tx, user_id: string, now: Date): Promise<void> {
  await sql`select from users where id = ${user_id} for no key update`.execute(tx)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from bookings
    where user_id = ${user_id} and status = 'pending' and held_until > ${now}`.execute(tx)
  if (rows[0]!.count >= maxHolds) throw new AppError('too_many_holds', { most: maxHolds })
}

/**
 * Pays a hold from the wallet, outstanding debts first. Throws `booking_not_found`, `hold_expired`,
 * `invalid_transition`, `insufficient_balance`.
 */
export async function payHold(
  deps: Deps,
  user: SignedIn,
  handle: string,
  retry: Retry | undefined,
  language: Language,
): Promise<Booking> {
  const now = deps.clock()
  const { user_id } = user
  const result = await transact(deps.db, (tx) =>
    runIdempotently(tx, user_id, retry, now, async () => {
      const row = await advance(tx, deps, await lockRow(tx, user_id, handle), now)
      // Not thrown here: the transaction must commit that the hold expired.
      if (row.status === 'expired') return null
      if (row.status !== 'pending') throw new AppError('invalid_transition')
      await payPendingHold(tx, deps, row, now)
      return getBooking(tx, user_id, row.id, language)
    }),
  )
  if (result === null) throw new AppError('hold_expired')
  return result
}

/** Pays a locked hold that is `pending`, outstanding debts first, and mails the driver. Throws `insufficient_balance`. */
export async function payPendingHold(tx: Tx, deps: Deps, row: BookingRow, now: Date): Promise<void> {
  const { id, user_id } = row
  await settleDebts(tx, user_id, row, now)
  const step = { to: 'active', cause: 'paid', actor: { kind: 'driver', id: user_id }, at: now } as const
  await transitionAndNotify(tx, deps, row, step, async () => {
    await postTransfer(tx, toPayment({ ...row, terms: { ...row, lines: fromStoredLines(row.lines) } }, now))
    const paid = { payment_status: 'paid', held_until: null } as const
    await tx
      .updateTable('bookings')
      .set({ ...paid, next_look_at: now })
      .where('id', '=', id)
      .execute()
    await advance(tx, deps, { ...row, ...paid, status: 'active' }, now)
  })
}

/** Releases a held space. Throws `booking_not_found`, `invalid_transition` when it is paid or over. */
export async function releaseHold(tx: Tx, deps: Deps, { user, now }: DriverCall, handle: string): Promise<void> {
  const row = await advance(tx, deps, await lockRow(tx, user.user_id, handle), now)
  if (row.status === 'expired') return
  await endHold(tx, row, 'given_up', { kind: 'driver', id: user.user_id }, now)
}
