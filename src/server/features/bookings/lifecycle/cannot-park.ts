import { sql } from 'kysely'
import { brand } from '#brand.ts'
import { windowRules, type Booking } from '#contract/bookings.ts'
import type { ParsedBody } from '#contract/endpoint.ts'
import { toMajor } from '#contract/minor-units.ts'
import type { Language } from '#contract/places.ts'
import type { Alternative, cannotPark as endpoint } from '#contract/booking-changes.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { transact } from '#server/database/transact.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { distanceTo } from '#server/geo.ts'
import { linesOf, totalOf, type FeeRule, type PriceLine } from '#server/features/pricing/lines.ts'
import { selectFees, findFees } from '#server/features/pricing/fees.ts'
import { getVehicleType, isBookable } from '#server/features/parks/offers.ts'
import { releaseSpace } from '#server/features/availability/spaces.ts'
import { findSummaries } from '#server/features/parks/summaries.ts'
import { runningQuarter, type Window } from '#server/features/availability/window.ts'
import type { Retry, SignedIn } from '#server/http.ts'
import { once } from '#server/idempotency.ts'
import { findAllowedActions } from './allowed-actions.ts'
import { endBooking } from './cancel.ts'
import { advance } from './advance.ts'
import { createBookingIn } from '#server/features/bookings/create/create.ts'
import { getPricedOffer, type PricedOffer, type PriceTerms } from '#server/features/bookings/quotes/priced-offers.ts'
import { findEventToCarryOver } from '#server/features/bookings/event-terms.ts'
import { mailBooking } from '#server/features/bookings/documents/mails.ts'
import { getBooking } from '#server/features/bookings/queries.ts'
import { getRow, lockRow, type BookingRow } from '#server/features/bookings/booking-rows.ts'
import type { Actor } from './transitions.ts'

const radius_m = 2_000
const maxAlternatives = 5
/** So many times in so many days a driver's word alone is enough. */
export const reportLimit = { times: 3, days: 30 }

/** What is left of a stay: from the running quarter hour, or its start, to its end. */
const remainingWindow = ({ start_time, end_time }: BookingRow, now: Date): Window => {
  const first = runningQuarter(now)
  return { start: first > start_time ? first : start_time, end: end_time }
}

/** Spaces nearby for the rest of a stay, nearest first; each with what we would pay of it. Nothing where nothing can be asked for. */
export async function findAlternatives(
  db: Db,
  user_id: string,
  handle: string,
  language: Language,
  now: Date,
): Promise<{ items: Alternative[]; refund: number; currency: Booking['currency'] }> {
  const row = await getRow(db, user_id, handle)
  const { currency } = row
  const refund = toMajor(row.total_minor, currency)
  const window = remainingWindow(row, now)
  if (!findAllowedActions(row, now).cannot_park || isTooShort(window)) return { items: [], refund, currency }
  const distance = distanceTo(row)
  const { rows } = await sql<{ id: string }>`
    select p.id from parks p join countries c on c.id = p.country_id
    where p.id <> ${row.park_id} and c.currency = ${currency} and ${isBookable} and ${distance} <= ${radius_m}
    order by ${distance}, p.id limit 30`.execute(db)
  const vehicle = await getVehicleType(db, row.vehicle_type_id)
  const near = await findSummaries(
    db,
    rows.map(({ id }) => id),
    { vehicle, window, centre: row, now, language },
  )
  const usable = near.filter(({ open, fits, available }) => open !== false && fits !== false && (available ?? 0) > 0)
  const items = await Promise.all(
    usable.slice(0, maxAlternatives).map(async (park) => toAlternative(db, row, park, window, now)),
  )
  return { items, refund, currency }
}

const isTooShort = ({ start, end }: Window) => end.getTime() - start.getTime() < windowRules.least_min * 60_000

async function toAlternative(
  db: Db,
  row: BookingRow,
  park: Alternative['park'],
  window: Window,
  now: Date,
): Promise<Alternative> {
  const deal = await priceAlternative(db, row, park.id, window, now)
  const total_minor = deal.terms.total_minor
  const charged_minor = (await calculateCoveredTerms(db, deal, row.total_minor)).total_minor
  const { currency } = row
  return {
    park,
    total: toMajor(total_minor, currency),
    paid_by_us: toMajor(total_minor - charged_minor, currency),
    currency,
  }
}

function priceAlternative(
  db: Db | Tx,
  row: BookingRow,
  park_id: string,
  window: Window,
  now: Date,
): Promise<PricedOffer> {
  const { vehicle_type_id, plate } = row
  return getPricedOffer(
    db,
    { park_id, vehicle_type_id, plate, event: findEventToCarryOver(row, window) },
    () => window,
    now,
  )
}

/** The terms of a deal of which the driver pays at most `paid_minor`, and we the rest. */
async function calculateCoveredTerms(
  db: Db | Tx,
  { offer, terms }: PricedOffer,
  paid_minor: bigint,
): Promise<PriceTerms> {
  const fees = selectFees(await findFees(db, offer.country_id), offer)
  const lines = calculateCoveredLines(terms.lines[0]!.amount_minor, fees, paid_minor)
  return { ...terms, lines, total_minor: totalOf(lines) }
}

/** The least that we must give for the whole, fees and taxes in, to cost at most `paid_minor`. */
export function calculateCoveredLines(
  parking_minor: bigint,
  fees: readonly FeeRule[],
  paid_minor: bigint,
): PriceLine[] {
  const linesWith = (given: bigint) => linesOf(parking_minor, fees, { code: 'goodwill', amount_minor: given })
  let [low, high] = [0n, parking_minor]
  while (low < high) {
    const middle = (low + high) / 2n
    if (totalOf(linesWith(middle)) <= paid_minor) high = middle
    else low = middle + 1n
  }
  return linesWith(low)
}

/**
 * A driver cannot use the space that was sold: all the money comes back at once, or, with `park_id`, a space nearby is
 * booked for the rest of the stay, and what it costs more is ours. One transaction. Throws `invalid_transition`,
 * `too_many_reports`, and for another park what booking throws.
 */
export async function cannotPark(
  deps: Deps,
  user: SignedIn,
  handle: string,
  want: ParsedBody<typeof endpoint>,
  retry: Retry | undefined,
  language: Language,
): Promise<{ booking: Booking; moved_to: Booking | null }> {
  const now = deps.clock()
  return transact(deps.db, (tx) =>
    once(tx, user.user_id, retry, now, async () => {
      const row = await advance(tx, deps, await lockRow(tx, user.user_id, handle), now)
      if (!findAllowedActions(row, now).cannot_park) throw new AppError('invalid_transition')
      await requireReportsLeft(tx, user.user_id, now)
      const actor: Actor = { kind: 'driver', id: user.user_id }
      await endBooking(tx, row, 'cannot_park', actor, 100, now)
      await releaseSpace(tx, row.pool_id, { start: row.start_time, end: row.space_until! })
      const moved_to =
        want.park_id === undefined ? null : await bookAlternative(tx, deps, user, row, want.park_id, language, now)
      const { reason, note = null } = want
      await tx
        .insertInto('cannot_park_reports')
        .values({
          booking_id: row.id,
          user_id: user.user_id,
          reason,
          note,
          moved_to: moved_to?.id ?? null,
          created_at: now,
        })
        .execute()
      const booking = await getBooking(tx, user.user_id, row.id, language)
      if (moved_to === null) await mailBooking(tx, deps, 'cancelled', user, booking, now)
      return { booking, moved_to }
    }),
  )
}

async function requireReportsLeft(tx: Tx, user_id: string, now: Date): Promise<void> {
  // One after the other for an account, so that several at once are counted too.
  await sql`select from users where id = ${user_id} for no key update`.execute(tx)
  const since = new Date(now.getTime() - reportLimit.days * 24 * 60 * 60_000)
  const { rows } = await sql<{ told: number }>`
    select count(*)::int as told from cannot_park_reports where user_id = ${user_id} and created_at > ${since}`.execute(
    tx,
  )
  if (rows[0]!.told >= reportLimit.times) throw new AppError('too_many_reports', { address: brand.supportEmail })
}

async function bookAlternative(
  tx: Tx,
  deps: Deps,
  user: SignedIn,
  row: BookingRow,
  park_id: string,
  language: Language,
  now: Date,
): Promise<Booking> {
  const deal = await priceAlternative(tx, row, park_id, remainingWindow(row, now), now)
  if (deal.offer.id === row.park_id || deal.offer.currency !== row.currency) throw new AppError('park_not_bookable')
  const { rows } = await sql`
    select from parks p where p.id = ${deal.offer.id} and ${distanceTo(row)} <= ${radius_m}`.execute(tx)
  if (rows.length === 0) throw new AppError('park_not_bookable')
  const terms = await calculateCoveredTerms(tx, deal, row.total_minor)
  const { plate } = row
  return createBookingIn(
    tx,
    deps,
    { how: 'booked', user, language, deal, terms, plate, notes: null, mail: 'moved' },
    now,
  )
}
