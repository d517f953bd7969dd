import { sql } from 'kysely'
import {
  mostHolds,
  type Booking,
  type createBooking as endpoint,
  type holdSpace as holdEndpoint,
} from '#contract/bookings.ts'
import type { ParsedBody } from '#contract/endpoint.ts'
import type { Language } from '#contract/places.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { transact } from '#server/database/transact.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { getWindow, instantIn, runningQuarter, type Window } from '#server/features/availability/window.ts'
import { getOwnVehicle } from '#server/features/vehicles/queries.ts'
import { postTransfer } from '#server/features/wallet/ledger/ledger.ts'
import { fromStoredLines } from '#server/features/pricing/lines.ts'
import type { FindGrant } from '#server/grants.ts'
import type { Retry, SignedIn } from '#server/http.ts'
import { findAnswer, once } from '#server/idempotency.ts'
import { advance, endHold } from '#server/features/bookings/lifecycle/advance.ts'
import {
  getPricedOffer,
  getOffer,
  priceOffer,
  toPriceParam,
  type PricedOffer,
  type PriceTerms,
  type PriceRequest,
} from '#server/features/bookings/quotes/priced-offers.ts'
import { settleDebts } from '#server/features/bookings/lifecycle/outstanding-debts.ts'
import { getEventTerms } from '#server/features/bookings/event-terms.ts'
import { mailBooking } from '#server/features/bookings/documents/mails.ts'
import { getBooking } from '#server/features/bookings/queries.ts'
import { queueSale } from './sale-queue.ts'
import { findQuote, isQuoteFor, isSameWindow, type SavedQuote } from '#server/features/bookings/quotes/quote-store.ts'
import { lockRow, type BookingRow } from '#server/features/bookings/booking-rows.ts'
import { toPayment, createBookings, type Sale } from './sale.ts'
import { transition } from '#server/features/bookings/lifecycle/transitions.ts'

type CreateBookingBody = ParsedBody<typeof endpoint>

/**
 * Books a space and pays it from the wallet, all in one transaction or nothing; or pays the booking that is held.
 * What is owed from before is paid first, in the same transaction. Throws, beside what `getDeal` throws: `no_space`,
 * `quote_mismatch`, `quote_expired` and `price_changed` (with `price`, as it is now), `insufficient_balance` (with
 * `missing`, and `due` where something is owed), `vehicle_not_found`, `promo_used`, `event_not_found`,
 * `event_not_bookable`, `idempotency_key_reused`; for a hold
 * `booking_not_found`, `hold_expired`, `invalid_transition`.
 */
export async function createBooking(
  deps: Deps,
  user: SignedIn,
  want: CreateBookingBody,
  findGrant: FindGrant,
  retry: Retry | undefined,
  language: Language,
): Promise<Booking> {
  if (want.hold_id !== undefined) return payHold(deps, user, want.hold_id, retry, language)
  const { db } = deps
  const now = deps.clock()
  let sale: Sale
  try {
    const event = await getEventTerms(db, want.event_code, findGrant, now)
    const wish = { ...(await toPriceRequest(db, user, want)), event }
    const times = { start_time: want.start_time!, end_time: want.end_time! }
    const agreed = await agreePrice(db, wish, times, want.quote_id, now)
    sale = { how: 'booked', user, language, ...agreed, plate: wish.plate, notes: want.notes ?? null, retry }
  } catch (error) {
    // What was booked already stays so, although it could not be booked any more.
    const before = await findAnswer<Booking>(db, user.user_id, retry)
    if (before !== undefined) return before
    throw error
  }
  return createQueued(deps, sale, now)
}

/** Sells; alone where something is owed: that is paid first, in the same transaction. */
async function createQueued(deps: Deps, sale: Sale, now: Date): Promise<Booking> {
  const booking = await queueSale(deps, sale)
  if (booking !== undefined) return booking
  const { user_id } = sale.user
  return transact(deps.db, (tx) =>
    once(tx, user_id, sale.retry, now, async () => {
      await settleDebts(tx, user_id, sale.terms, now)
      return createBookingIn(tx, deps, { ...sale, retry: undefined }, now)
    }),
  )
}

/** Sells within a transaction of somebody's own; throws what it cannot. */
export async function createBookingIn(tx: Tx, deps: Deps, sale: Sale, now: Date): Promise<Booking> {
  const [outcome] = await createBookings(tx, deps, [sale], now)
  if ('error' in outcome!) throw outcome.error
  return outcome!.booking
}

/** The vehicle that is told, or one of the driver's own. */
async function toPriceRequest(
  db: Db,
  user: SignedIn,
  want: CreateBookingBody,
): Promise<PriceRequest & { plate: string }> {
  const { promo_code } = want
  const park_id = want.park_id!
  const { user_id } = user
  if (want.vehicle_id === undefined)
    return { park_id, vehicle_type_id: want.vehicle_type_id ?? 1, plate: want.plate!, promo_code, user_id }
  const { vehicle_type_id, plate, ...sizes } = await getOwnVehicle(db, user_id, want.vehicle_id)
  return { park_id, vehicle_type_id, plate, sizes, promo_code, user_id }
}

type LocalTimes = { start_time: string; end_time: string }

/** What is to be sold, by the quote or at the price of this moment. */
export async function agreePrice(
  db: Db | Tx,
  wish: PriceRequest & { plate: string },
  times: LocalTimes,
  quote_id: string | undefined,
  now: Date,
): Promise<{ deal: PricedOffer; terms: PriceTerms }> {
  const [offered, quote] = await Promise.all([
    getOffer(db, wish),
    quote_id === undefined ? undefined : findQuote(db, quote_id),
  ])
  const isHeld = quote !== undefined && now < quote.expires_at
  const windowIn = (timezone: string): Window => {
    const [start, end] = [instantIn(timezone, times.start_time), instantIn(timezone, times.end_time)]
    const isQuoted = quote !== undefined && start && end && isSameWindow(quote.window, { start, end })
    // A quote that is held keeps its window too, until it ends: its first quarter may have passed meanwhile.
    return isQuoted && isHeld && now < quote.window.end
      ? quote.window
      : getWindow(times.start_time, times.end_time, now, timezone)
  }
  // Of a quote its own price counts: its promo code has been looked at, and is not asked for again.
  const asked = quote_id === undefined ? wish : { ...wish, promo_code: undefined, event: wish.event ?? quote?.event }
  const deal = await priceOffer(db, offered, asked, windowIn, now, isHeld ? quote.terms : undefined)
  if (quote_id === undefined) return { deal, terms: deal.terms }
  const { offer, vehicle_type_id, window } = deal
  if (
    quote === undefined ||
    !isQuoteFor(quote, { park_id: offer.id, vehicle_type_id, window, promo_code: wish.promo_code, event: wish.event })
  )
    throw new AppError('quote_mismatch')
  if (!isHeld) throw new AppError('quote_expired', { price: toPriceParam(deal.terms) })
  return { deal, terms: await honourQuote(quote, deal, wish, db, now) }
}

/** The quote's own figures, to the minor unit; unless it gave free minutes that this plate has had already that day. */
async function honourQuote(
  quote: SavedQuote,
  deal: PricedOffer,
  wish: PriceRequest,
  db: Db | Tx,
  now: Date,
): Promise<PriceTerms> {
  if (deal.offer.tariff.free_minutes === 0) return quote.terms
  const plain = await getPricedOffer(db, { ...wish, promo_code: undefined, plate: undefined }, () => deal.window, now)
  const parkingOf = ({ lines }: PriceTerms) => lines[0]!.amount_minor
  const areSpent = plain.terms.total_minor !== deal.terms.total_minor
  if (!areSpent || parkingOf(quote.terms) !== parkingOf(plain.terms)) return quote.terms
  throw new AppError('price_changed', { price: toPriceParam(deal.terms) })
}

/**
 * Takes a space at a quoted price for ten minutes. Throws `quote_expired`, `quote_mismatch` for an unknown quote,
 * `no_space`, `too_many_holds`, `price_changed`.
 */
export async function holdSpace(
  deps: Deps,
  user: SignedIn,
  want: ParsedBody<typeof holdEndpoint>,
  retry: Retry | undefined,
  language: Language,
): Promise<Booking> {
  const now = deps.clock()
  return transact(deps.db, (tx) =>
    once(tx, user.user_id, retry, now, async () => {
      const quote = await findQuote(tx, want.quote_id)
      if (quote === undefined) throw new AppError('quote_mismatch')
      const { park_id, vehicle_type_id, window } = quote
      // The window is the quote's: where it has begun meanwhile, that is not told as a fault in a field.
      if (now >= quote.expires_at && window.start < runningQuarter(now)) throw new AppError('quote_expired')
      const times = { start_time: window.start.toISOString(), end_time: window.end.toISOString() }
      const wish = { park_id, vehicle_type_id, plate: want.plate, user_id: user.user_id }
      const agreed = await agreePrice(tx, wish, times, want.quote_id, now)
      await requireHoldsLeft(tx, user.user_id, now)
      const notes = want.notes ?? null
      return createBookingIn(tx, deps, { how: 'held', user, language, ...agreed, plate: want.plate, notes }, now)
    }),
  )
}

/** One after the other for an account, so that many at once are counted too. */
async function requireHoldsLeft(tx: Tx, user_id: string, now: Date): Promise<void> {
  await sql`select from users where id = ${user_id} for no key update`.execute(tx)
  const { rows } = await sql<{ held: number }>`
    select count(*)::int as held from bookings
    where user_id = ${user_id} and status = 'pending' and held_until > ${now}`.execute(tx)
  if (rows[0]!.held >= mostHolds) throw new AppError('too_many_holds', { most: mostHolds })
}

/** Pays a held booking from the wallet; what is owed from before comes first. */
async function payHold(
  deps: Deps,
  user: SignedIn,
  hold_id: string,
  retry: Retry | undefined,
  language: Language,
): Promise<Booking> {
  const now = deps.clock()
  const paid = await transact(deps.db, (tx) =>
    once(tx, user.user_id, retry, now, async () => {
      const row = await advance(tx, deps, await lockRow(tx, user.user_id, hold_id), now)
      if (row.status === 'expired') return null
      if (row.status !== 'pending') throw new AppError('invalid_transition')
      await settleDebts(tx, user.user_id, row, now)
      await transition(tx, row, 'active', 'paid', { kind: 'driver', id: user.user_id }, now)
      await postTransfer(tx, toPayment({ ...row, user, terms: toTerms(row) }, now))
      await tx
        .updateTable('bookings')
        .set({ payment_status: 'paid', held_until: null, next_look_at: now })
        .where('id', '=', row.id)
        .execute()
      await advance(tx, deps, { ...row, status: 'active', payment_status: 'paid', held_until: null }, now)
      const booking = await getBooking(tx, user.user_id, row.id, language)
      await mailBooking(tx, deps, 'booked', user, booking, now)
      return booking
    }),
  )
  if (paid === null) throw new AppError('hold_expired')
  return paid
}

const toTerms = ({ tariff_id, lines, total_minor, currency }: BookingRow): PriceTerms => ({
  tariff_id,
  lines: fromStoredLines(lines),
  total_minor,
  currency,
  promo: null,
})

/** Gives a held space up. Throws `booking_not_found`, `invalid_transition` when it is paid or over. */
export async function releaseHold(deps: Deps, user: SignedIn, handle: string): Promise<void> {
  const now = deps.clock()
  await transact(deps.db, async (tx) => {
    const row = await advance(tx, deps, await lockRow(tx, user.user_id, handle), now)
    if (row.status === 'expired') return
    await endHold(tx, row, 'given_up', { kind: 'driver', id: user.user_id }, now)
  })
}
