import type { Booking, RenewPreview } from '#contract/bookings.ts'
import type { Language } from '#contract/places.ts'
import type { Db } from '#server/database/connect.ts'
import { transact } from '#server/database/transact.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { runningQuarter, type Window } from '#server/features/availability/window.ts'
import type { Retry, SignedIn } from '#server/http.ts'
import { runIdempotently } from '#server/idempotency.ts'
import { findAllowedActions } from './allowed-actions.ts'
import { advance } from './advance.ts'
import { createOneBooking } from '#server/features/bookings/create/create-bookings.ts'
import { agreePrice } from '#server/features/bookings/quotes/agree-price.ts'
import { getPricedOffer } from '#server/features/bookings/quotes/priced-offers.ts'
import { settleDebts } from './outstanding-debts.ts'
import { findEventToCarryOver } from '#server/features/bookings/event-terms.ts'
import { isRenewed } from '#server/features/bookings/queries.ts'
import { findQuote } from '#server/features/bookings/quotes/quote-store.ts'
import { saveQuote } from '#server/features/bookings/quotes/create-quote.ts'
import { getRow, lockRow, type BookingRow } from '#server/features/bookings/booking-rows.ts'

/** Returns the booking's own window if it is in the future, else the next window of the same length. */
function findRenewalWindow({ start_time: start, end_time: end }: BookingRow, now: Date): Window {
  const first = runningQuarter(now)
  if (start >= first) return { start, end }
  return { start: first, end: new Date(first.getTime() + end.getTime() - start.getTime()) }
}

/** Whether a quoted window has the booking's length, and is the booking's own window while that is in the future. */
function isRenewalOf({ start_time, end_time }: BookingRow, { start, end }: Window, now: Date): boolean {
  const isAhead = start_time >= runningQuarter(now)
  return (
    end.getTime() - start.getTime() === end_time.getTime() - start_time.getTime() &&
    (!isAhead || start.getTime() === start_time.getTime())
  )
}

const toPriceRequest = (row: BookingRow) => ({
  park_id: row.park_id,
  vehicle_type_id: row.vehicle_type_id,
  plate: row.plate,
  user_id: row.user_id,
})

const toTimes = ({ start, end }: Window) => ({ start_time: start.toISOString(), end_time: end.toISOString() })

/**
 * Books again like a past or cancelled booking, in one transaction; outstanding debts are paid first. With `quote_id`
 * it has the window and price of the preview. A booking can't be renewed again while its renewal is pending or active.
 * Throws what `createBooking` throws.
 */
export async function renewBooking(
  deps: Deps,
  user: SignedIn,
  handle: string,
  quote_id: string | undefined,
  retry: Retry | undefined,
  language: Language,
): Promise<Booking> {
  const now = deps.clock()
  return transact(deps.db, (tx) =>
    runIdempotently(tx, user.user_id, retry, now, async () => {
      const row = await advance(tx, deps, await lockRow(tx, user.user_id, handle), now)
      if (!findAllowedActions(row, now).renew || (await isRenewed(tx, row.id))) throw new AppError('invalid_transition')
      const quote = quote_id === undefined ? undefined : await findQuote(tx, quote_id)
      const window = quote?.window ?? findRenewalWindow(row, now)
      if (!isRenewalOf(row, window, now)) throw new AppError('quote_mismatch')
      // A quote already includes its event.
      const event = quote === undefined ? findEventToCarryOver(row, window) : undefined
      const priced_offer = await agreePrice(tx, { ...toPriceRequest(row), event }, toTimes(window), quote_id, now)
      await settleDebts(tx, user.user_id, priced_offer.terms, now)
      const { plate, id: renewed_from } = row
      return createOneBooking(
        tx,
        deps,
        { kind: 'booked', user, language, priced_offer, plate, notes: null, renewed_from },
        now,
      )
    }),
  )
}

/** Returns the window and price of a renewal, quoted for `quoteMinutes`; no quote if it is not allowed. */
export async function previewRenew(
  db: Db,
  user_id: string,
  handle: string,
  language: Language,
  now: Date,
): Promise<RenewPreview> {
  const row = await getRow(db, user_id, handle)
  if (!findAllowedActions(row, now).renew || (await isRenewed(db, row.id)))
    return { action: 'renew', allowed: false, quote: null }
  const window = findRenewalWindow(row, now)
  const request = { ...toPriceRequest(row), event: findEventToCarryOver(row, window) }
  const pricedOffer = await getPricedOffer(db, request, () => window, now)
  return { action: 'renew', allowed: true, quote: await saveQuote(db, pricedOffer, now, language) }
}
