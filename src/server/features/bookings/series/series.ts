import { sql } from 'kysely'
import type { Booking } from '#contract/bookings/bookings.ts'
import type {
  bookSeries as bookEndpoint,
  Occurrence,
  previewSeries as previewEndpoint,
} from '#contract/bookings/series.ts'
import type { AnswerOf, ParsedBody } from '#contract/endpoint.ts'
import { toMajor, toMinor } from '#contract/money.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import type { Deps } from '#server/deps.ts'
import { leastSpacesLeft } from '#server/features/availability/space-timeline.ts'
import { poolsValue, toPoolSpaces } from '#server/features/availability/spaces.ts'
import { getWindow } from '#server/features/availability/window.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import { findRows, getRow, lockRow, type BookingRow } from '../booking-rows.ts'
import { findStandingBookings, overlapsWindow } from '../create/already-booked.ts'
import { createBookings } from '../create/create-bookings.ts'
import type { Sale } from '../create/sale.ts'
import { mailSeries } from '../documents/series-mails.ts'
import type { DriverCall } from '../driver-call.ts'
import { findAllowedActions } from '../lifecycle/allowed-actions.ts'
import { cancelBooking } from '../lifecycle/cancel.ts'
import { settleDebts } from '../lifecycle/outstanding-debts.ts'
import { findRefundRules } from '../queries.ts'
import { getOffer, priceOffer, toPriceParam, type PricedOffer } from '../quotes/priced-offers.ts'
import { calculateRefund, findRefundShare } from '../refund-rules.ts'
import { listStarts } from './occurrences.ts'

const problemOf: Record<string, NonNullable<Occurrence['problem']>> = {
  park_closed: 'closed',
  park_out_of_use: 'closed',
  park_not_bookable: 'not_offered',
  park_not_found: 'not_offered',
  vehicle_type_not_served: 'not_offered',
}

const toRequest = (row: BookingRow) => ({
  park_id: row.park_id,
  vehicle_type_id: row.vehicle_type_id,
  plate: row.plate,
  user_id: row.user_id,
})
const endAfter = (row: BookingRow, start: Date) =>
  new Date(start.getTime() + row.end_time.getTime() - row.start_time.getTime())

/** Prices bookings like `row` at these starts; the reason for one that is not offered then. */
async function priceStarts(
  db: Db | Tx,
  row: BookingRow,
  starts: readonly Date[],
  now: Date,
): Promise<(PricedOffer | AppError)[]> {
  const request = toRequest(row)
  const offer = await getOffer(db, request)
  const priced: (PricedOffer | AppError)[] = []
  for (const start of starts) {
    const windowIn = (timezone: string) =>
      getWindow(start.toISOString(), endAfter(row, start).toISOString(), now, timezone)
    try {
      priced.push(await priceOffer(db, offer, request, { windowIn, now }))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      priced.push(error)
    }
  }
  return priced
}

/** The starts at which the driver already has a booking of this vehicle here. */
async function findBooked(db: Db | Tx, row: BookingRow, starts: readonly Date[], now: Date): Promise<Set<number>> {
  const stays = starts.map((start) => ({ ...toRequest(row), window: { start, end: endAfter(row, start) } }))
  const standing = await findStandingBookings(db, stays, now)
  const booked = stays.filter(({ window }) => standing.some((booking) => overlapsWindow(booking, window)))
  return new Set(booked.map(({ window }) => window.start.getTime()))
}

/** Prices and checks the bookings that would be made every week. Throws `booking_not_found`, and 422 for an unusable end. */
export async function previewSeries(
  db: Db,
  user_id: string,
  handle: string,
  body: ParsedBody<typeof previewEndpoint>,
  now: Date,
): Promise<AnswerOf<typeof previewEndpoint>> {
  const row = await getRow(db, user_id, handle)
  const found = listStarts({ like: row.start_time, timezone: row.timezone }, body, now)
  const starts = found.flatMap(({ start }) => start ?? [])
  const priced = await priceStarts(db, row, starts, now)
  const offers = priced.flatMap((entry) => (entry instanceof AppError ? [] : [entry]))
  const left = offers.length === 0 ? new Map<PricedOffer, number>() : await readSpaces(db, offers)
  const booked = await findBooked(db, row, starts, now)
  const items = found.map(({ local, start }): Occurrence => {
    if (start === undefined) return { start_time: local, end_time: local, total: null, problem: 'no_such_time' }
    const first = priced[starts.indexOf(start)]!
    const times = { start_time: start.toISOString(), end_time: endAfter(row, start).toISOString() }
    if (first instanceof AppError) return { ...times, total: null, problem: problemOf[first.code] ?? 'not_offered' }
    const problem = booked.has(start.getTime()) ? 'already_booked' : left.get(first) === 0 ? 'no_space' : null
    return {
      ...times,
      total: problem === null ? toMajor(first.terms.total_minor, first.terms.currency) : null,
      problem,
    }
  })
  return { items, currency: row.currency }
}

/** The least number of spaces left during each offer. */
async function readSpaces(db: Db, offers: readonly PricedOffer[]): Promise<Map<PricedOffer, number>> {
  const spaces = offers.map(({ offer, window }) => ({ pool_id: offer.pool.id, window }))
  const { rows } = await sql<{
    pools: Parameters<typeof toPoolSpaces>[0]
  }>`select ${poolsValue(spaces)} as pools`.execute(db)
  const pools = toPoolSpaces(rows[0]!.pools)
  return new Map(
    offers.map((offer) => {
      const pool = pools.get(offer.offer.pool.id)
      return [offer, pool === undefined ? 0 : leastSpacesLeft(pool, offer.window)]
    }),
  )
}

/**
 * Books the chosen starts as separate bookings, paid from the wallet: all of them or none. Outstanding debts are paid first.
 * Throws `booking_not_found`, `series_booked`, `price_changed` if they cost more than `total` now, and what `createBooking`
 * throws.
 */
export async function bookSeries(
  tx: Tx,
  deps: Deps,
  { user, language, now }: DriverCall,
  handle: string,
  { starts: chosen, total }: ParsedBody<typeof bookEndpoint>,
): Promise<{ items: Booking[] }> {
  const row = await lockRow(tx, user.user_id, handle)
  const starts = [...new Set(chosen.map((start) => Date.parse(start)))]
    .toSorted((a, b) => a - b)
    .map((ms) => new Date(ms))
  if (starts.some((start) => start <= row.start_time)) throw fieldError('starts', 'start_past')
  if (overlapThemselves(row, starts)) throw fieldError('starts', 'invalid')
  // The lock of the booking lets one request for a series look at a time.
  if ((await findBooked(tx, row, starts, now)).size > 0) throw new AppError('series_booked')
  const priced = await priceStarts(tx, row, starts, now)
  const offers = priced.map((entry) => {
    if (entry instanceof AppError) throw entry
    return entry
  })
  const { currency } = row
  const total_minor = offers.reduce((sum, { terms }) => sum + terms.total_minor, 0n)
  const agreed_minor = toMinor(total, currency)
  if (agreed_minor === undefined) throw fieldError('total', 'number')
  if (total_minor > agreed_minor)
    throw new AppError('price_changed', { price: toPriceParam({ total_minor, currency }) })
  await settleDebts(tx, user.user_id, { total_minor, currency }, now)
  const isSeries = offers.length > 1
  const sales = offers.map((priced_offer): Sale => ({
    kind: 'booked',
    user,
    language,
    priced_offer,
    plate: row.plate,
    notes: null,
    outcome: isSeries ? 'in_series' : 'bought',
  }))
  const results = await createBookings(tx, deps, sales, now)
  const items = sales.map((sale) => {
    const result = results.get(sale)!
    if (result.kind === 'refused') throw result.error
    return result.booking
  })
  const { rows } = await sql<{ series_id: string }>`
    update bookings set series_id = coalesce(series_id, ${newId(now.getTime())}) where id = ${row.id} returning series_id`.execute(
    tx,
  )
  await tx
    .updateTable('bookings')
    .set({ series_id: rows[0]!.series_id })
    .where(
      'id',
      'in',
      items.map(({ id }) => id),
    )
    .execute()
  if (isSeries) await mailSeries(tx, deps, user, { kind: 'series_booked', bookings: items }, now)
  return { items }
}

const overlapThemselves = (row: BookingRow, starts: readonly Date[]): boolean =>
  starts.some((start, n) => n > 0 && endAfter(row, starts[n - 1]!) > start)

/** This and the later bookings of its series that can be cancelled, the next one first. */
async function findLater(db: Db | Tx, row: BookingRow, now: Date): Promise<BookingRow[]> {
  const rows = await findRows(
    db,
    sql<boolean>`(b.user_id = ${row.user_id} and b.series_id = (select series_id from bookings where id = ${row.id})
      and b.start_time >= ${row.start_time}::timestamptz)`,
    sql`order by b.start_time, b.id`,
  )
  return rows.filter((row) => findAllowedActions(row, now).cancel)
}

/** Lists what `cancelSeries` would cancel, with each refund in major units. Throws `booking_not_found`. */
export async function listSeries(db: Db, user_id: string, handle: string, now: Date) {
  const row = await getRow(db, user_id, handle)
  const later = await findLater(db, row, now)
  const items = await Promise.all(
    later.map(async (entry) => {
      const { percent } = findRefundShare(await findRefundRules(db, entry), now)
      const { booking_code, start_time, currency, total_minor, refunded_minor } = entry
      const refund = toMajor(calculateRefund(total_minor - refunded_minor, percent, currency), currency)
      return { booking_code, start_time: start_time.toISOString(), refund }
    }),
  )
  return { items, currency: row.currency }
}

/** Cancels this and all later bookings of its series, each with its refund. Throws `booking_not_found`, `invalid_transition`. */
export async function cancelSeries(
  tx: Tx,
  deps: Deps,
  call: DriverCall,
  handle: string,
): Promise<{ items: Booking[] }> {
  const row = await getRow(tx, call.user.user_id, handle)
  const later = await findLater(tx, row, call.now)
  if (later.length === 0) throw new AppError('invalid_transition')
  const items: Booking[] = []
  const isSeries = later.length > 1
  for (const { id } of later) items.push(await cancelBooking(tx, deps, call, id, isSeries ? 'in_series' : 'alone'))
  if (isSeries) await mailSeries(tx, deps, call.user, { kind: 'series_cancelled', bookings: items }, call.now)
  return { items }
}
