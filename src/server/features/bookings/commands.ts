import { sql } from 'kysely'
import type { Booking, createBooking } from '#contract/bookings.ts'
import type { ParsedBody } from '#contract/endpoint.ts'
import { toMajor, type Currency } from '#contract/money.ts'
import type { Language } from '#contract/places.ts'
import type { Tx } from '#server/database/connect.ts'
import { transact } from '#server/database/transact.ts'
import type { Deps } from '#server/deps.ts'
import { AppError, constraintOf } from '#server/errors.ts'
import { fromStoredLines, toStoredLines, type PriceLine } from '#server/features/parks/lines.ts'
import { releaseSpace, takeSpace } from '#server/features/parks/spaces.ts'
import { getWindow, type Window } from '#server/features/parks/window.ts'
import { findBalance, post } from '#server/features/wallet/ledger.ts'
import type { Retry, SignedIn } from '#server/http.ts'
import { once } from '#server/idempotency.ts'
import { mailBooked, mailCancelled } from './mails.ts'
import { getBooking, ownBooking, type BookingRow } from './queries.ts'
import { findQuote, getDeal, isQuoteFor } from './quotes.ts'
import { canCancel, creditsOf, refundOf, refundRules, shareAt, takenBack } from './rules.ts'
import { openBooking, transition } from './transitions.ts'

type Wanted = ParsedBody<typeof createBooking>
/** What is sold: for a valid quote its own figures, to the minor unit, whatever the tariff says by now. */
type Sale = { tariff_id: string; lines: PriceLine[]; total_minor: bigint; currency: Currency }

/**
 * Books a space and pays it from the wallet, all in one transaction or nothing. Looks first without a lock; the
 * space comes last, and the constraints of the wallet and of the counters have the last word.
 * Throws, beside what `getDeal` throws: `no_space`, `quote_mismatch`, `quote_expired` (with `price`, as it is now),
 * `insufficient_balance` (with `missing`), `idempotency_key_reused`, and 422 for a window that cannot be booked.
 */
export async function bookPark(
  deps: Deps,
  user: SignedIn,
  want: Wanted,
  retry: Retry | undefined,
  language: Language,
): Promise<Booking> {
  const { db } = deps
  const now = deps.clock()
  let due: Sale | undefined
  const work = (tx: Tx) =>
    once(tx, user.user_id, retry, now, async () => {
      const { deal, sale } = await agree(tx, want, now)
      due = sale
      if (deal.available < 1) throw new AppError('no_space')
      await demandBalance(tx, user.user_id, sale)
      const opened = await openBooking(
        tx,
        {
          user_id: user.user_id,
          park_id: deal.offer.id,
          pool_id: deal.offer.pool.id,
          vehicle_type_id: deal.vehicle_type_id,
          tariff_id: sale.tariff_id,
          plate: want.plate,
          start_time: deal.window.start,
          end_time: deal.window.end,
          payment_status: 'paid',
          refund_status: 'none',
          lines: toStoredLines(sale.lines),
          total_minor: sale.total_minor,
          currency: sale.currency,
          cancellation: deal.offer.cancellation,
          notes: want.notes ?? null,
        },
        { status: 'active', cause: 'booked', actor: { kind: 'driver', id: user.user_id }, now },
      )
      await post(tx, {
        kind: 'booking',
        reference: opened.id,
        description: `booking:${opened.booking_code}`,
        currency: sale.currency,
        at: now,
        postings: [
          { account: { kind: 'customer', owner: user.user_id }, amount_minor: -sale.total_minor },
          ...creditsOf(sale.lines, deal.offer.id),
        ],
      })
      const booking = await getBooking(tx, user.user_id, opened.id, language)
      await mailBooked(tx, deps, user, booking, now)
      await takeSpace(tx, deal.offer.pool.id, deal.window)
      return booking
    })
  try {
    return await transact(db, work)
  } catch (error) {
    if (constraintOf(error) !== 'customer_balance_not_negative' || due === undefined) throw error
    // Another booking was faster at the same wallet. What is missing is told; unless money has come in meanwhile.
    await demandBalance(db, user.user_id, due)
    return transact(db, work)
  }
}

/** What is to be sold, by the quote or at the price of this moment. */
async function agree(tx: Tx, want: Wanted, now: Date) {
  const window: Window = { start: new Date(want.start_time), end: new Date(want.end_time) }
  const quote = want.quote_id === undefined ? undefined : await findQuote(tx, want.quote_id)
  const isHeld = quote !== undefined && now < quote.expires_at
  // A quote that is held keeps its window as well: the quarter in which it was made may have passed meanwhile.
  if (!isHeld || !isSameWindow(quote.window, window)) getWindow(want.start_time, want.end_time, now)
  const deal = await getDeal(tx, want, window)
  const { offer, price } = deal
  if (want.quote_id === undefined) {
    const sale: Sale = { tariff_id: offer.tariff.id, ...price, currency: offer.currency }
    return { deal, sale }
  }
  if (quote === undefined || !isQuoteFor(quote, { park_id: offer.id, vehicle_type_id: deal.vehicle_type_id, window }))
    throw new AppError('quote_mismatch')
  if (!isHeld)
    throw new AppError('quote_expired', {
      price: { amount: toMajor(price.total_minor, offer.currency), currency: offer.currency },
    })
  const { tariff_id, lines, total_minor, currency } = quote
  return { deal, sale: { tariff_id, lines, total_minor, currency } }
}

const isSameWindow = (a: Window, b: Window) =>
  a.start.getTime() === b.start.getTime() && a.end.getTime() === b.end.getTime()

async function demandBalance(db: Deps['db'] | Tx, user_id: string, { total_minor, currency }: Sale): Promise<void> {
  const balance = await findBalance(db, user_id, currency)
  if (balance < total_minor)
    throw new AppError('insufficient_balance', {
      missing: { amount: toMajor(total_minor - balance, currency), currency },
    })
}

type Cancelling = Pick<
  BookingRow,
  | 'id'
  | 'booking_code'
  | 'status'
  | 'start_time'
  | 'end_time'
  | 'created_at'
  | 'lines'
  | 'total_minor'
  | 'currency'
  | 'cancellation'
  | 'park_id'
> & { pool_id: number }

/**
 * Cancels one's own booking: the refund by the policy of the time of booking, from the same accounts and to the wallet,
 * and the space, in one transaction. Throws `booking_not_found`, and `invalid_transition` the second time.
 */
export async function cancelBooking(deps: Deps, user: SignedIn, handle: string, language: Language): Promise<Booking> {
  const now = deps.clock()
  return transact(deps.db, async (tx) => {
    const { rows } = await sql<Cancelling>`
      select b.id, b.booking_code, b.status, b.start_time, b.end_time, b.created_at, b.lines, b.total_minor, b.currency,
        b.cancellation, b.park_id, b.pool_id
      from bookings b where ${ownBooking(user.user_id, handle)} for update`.execute(tx)
    const booking = rows[0]
    if (booking === undefined) throw new AppError('booking_not_found')
    if (!canCancel({ status: booking.status, end: booking.end_time }, now)) throw new AppError('invalid_transition')
    await transition(tx, booking, 'cancelled', 'cancelled', { kind: 'driver', id: user.user_id }, now)
    await refund(tx, user.user_id, booking, now)
    const cancelled = await getBooking(tx, user.user_id, booking.id, language)
    await mailCancelled(tx, deps, user, cancelled, now)
    await releaseSpace(tx, booking.pool_id, { start: booking.start_time, end: booking.end_time })
    return cancelled
  })
}

async function refund(tx: Tx, user_id: string, booking: Cancelling, now: Date): Promise<void> {
  const { id, cancellation: policy, start_time: start, created_at: booked_at, total_minor, currency } = booking
  const { percent } = shareAt(refundRules({ policy, start, booked_at }), now)
  const refunded_minor = refundOf(total_minor, percent)
  if (refunded_minor === 0n) return
  await tx
    .updateTable('bookings')
    .set({ refunded_minor, refund_status: refunded_minor === total_minor ? 'full' : 'partial' })
    .where('id', '=', id)
    .execute()
  await post(tx, {
    kind: 'refund',
    reference: id,
    description: `booking:${booking.booking_code}`,
    currency,
    at: now,
    postings: [
      { account: { kind: 'customer', owner: user_id }, amount_minor: refunded_minor },
      ...takenBack(creditsOf(fromStoredLines(booking.lines), booking.park_id), refunded_minor),
    ],
  })
}
