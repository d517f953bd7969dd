import { pricedFrom, runningQuarter } from '#contract/bookings/booking-rules.ts'
import type { Booking, RenewPreview } from '#contract/bookings/bookings.ts'
import type { Language } from '#contract/places/places.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { priceWindow, type PricedWindow, type Window } from '#server/features/availability/window.ts'
import { AppError } from '#server/http/errors.ts'
import { getRow, lockRow, type BookingRow } from '../booking-rows.ts'
import { lockStays } from '../create/already-booked.ts'
import { createOneBooking } from '../create/create-bookings.ts'
import type { DriverCall } from '../driver-call.ts'
import { findEventToCarryOver } from '../event-terms.ts'
import { isRenewed } from '../queries.ts'
import { agreePrice } from '../quotes/agree-price.ts'
import { saveQuote } from '../quotes/create-quote.ts'
import { getPricedOffer } from '../quotes/priced-offers.ts'
import { findQuote } from '../quotes/quote-store.ts'
import { advance } from './advance.ts'
import { findAllowedActions } from './allowed-actions.ts'
import { settleDebts } from './outstanding-debts.ts'

/** The length that a window is charged for, in milliseconds. */
const pricedLength = ({ priced_from, end }: Pick<PricedWindow, 'priced_from' | 'end'>): number =>
  end.getTime() - priced_from.getTime()

/** Whether the booking's own window can still be booked whole at `now`. */
const isAhead = ({ start_time, priced_from }: BookingRow, now: Date): boolean =>
  pricedFrom(start_time, now).getTime() === priced_from.getTime() && start_time >= runningQuarter(now)

/** Returns the booking's own window if it is ahead, else the next window of the same charged length. */
function findRenewalWindow(row: BookingRow, now: Date): PricedWindow {
  const { start_time, priced_from, end_time } = row
  if (isAhead(row, now)) return priceWindow({ start: start_time, end: end_time }, now)
  const start = runningQuarter(now)
  const end = pricedFrom(start, now).getTime() + pricedLength({ priced_from, end: end_time })
  return priceWindow({ start, end: new Date(end) }, now)
}

/** Whether a quoted window has the booking's charged length, and is the booking's own window while that is ahead. */
const isRenewalOf = (row: BookingRow, window: PricedWindow, now: Date): boolean =>
  pricedLength(window) === pricedLength({ ...row, end: row.end_time }) &&
  (!isAhead(row, now) || window.start.getTime() === row.start_time.getTime())

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
  tx: Tx,
  deps: Deps,
  { user, language, now }: DriverCall,
  handle: string,
  { quote_id, again }: { quote_id?: string | undefined; again?: boolean },
): Promise<Booking> {
  const row = await advance(tx, deps, await lockRow(tx, user.user_id, handle), now)
  if (!findAllowedActions(row, now).renew || (await isRenewed(tx, row.id))) throw new AppError('invalid_transition')
  const quote = quote_id === undefined ? undefined : await findQuote(tx, quote_id)
  const window = quote?.window ?? findRenewalWindow(row, now)
  if (!isRenewalOf(row, window, now)) throw new AppError('quote_mismatch')
  // A quote already includes its event.
  const event = quote === undefined ? findEventToCarryOver(row, window) : undefined
  const priced_offer = await agreePrice(tx, { ...toPriceRequest(row), event }, toTimes(window), quote_id, now)
  const { plate, id: renewed_from } = row
  await lockStays(tx, [{ user_id: user.user_id, park_id: priced_offer.offer.id, plate }])
  await settleDebts(tx, user.user_id, priced_offer.terms, now)
  return createOneBooking(
    tx,
    deps,
    { kind: 'booked', user, language, priced_offer, plate, notes: null, renewed_from, again },
    now,
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
  return { action: 'renew', allowed: true, quote: await saveQuote(db, pricedOffer, row, now, language) }
}
