import { sql } from 'kysely'
import type {
  Alternative,
  reportCannotPark as endpoint,
  HeldAlternative,
  listAlternatives as alternativesEndpoint,
} from '#contract/bookings/booking-changes.ts'
import { pricedFrom, runningQuarter } from '#contract/bookings/booking-rules.ts'
import type { Booking } from '#contract/bookings/bookings.ts'
import type { AnswerOf, ParsedBody } from '#contract/endpoint.ts'
import { chargedUnit, toMajor, type Currency } from '#contract/money.ts'
import type { Language } from '#contract/places/places.ts'
import { day_ms } from '#contract/time.ts'
import type { NothingLeft, RequestedColumns } from '#server/database/columns.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { CannotParkReportsTable } from '#server/database/tables.ts'
import type { Deps } from '#server/deps.ts'
import { releaseSpace } from '#server/features/availability/spaces.ts'
import { isLongEnough, priceWindow, type PricedWindow } from '#server/features/availability/window.ts'
import {
  getVehicleType,
  isBookable,
  type OwnSizes,
  sizeVehicle,
  type VehicleType,
} from '#server/features/parks/offers.ts'
import { isWithin } from '#server/features/parks/rules.ts'
import { findParkRows, findSummaries } from '#server/features/parks/summaries.ts'
import { selectFees } from '#server/features/pricing/fees-and-taxes.ts'
import { calculateLines, sumLines, type FeeRule, type PriceLine } from '#server/features/pricing/lines.ts'
import { findVehicleSizes } from '#server/features/vehicles/queries.ts'
import { distanceM, distanceTo } from '#server/geo.ts'
import { AppError } from '#server/http/errors.ts'
import { getRow, lockRow, type BookingRow } from '../booking-rows.ts'
import { createOneBooking } from '../create/create-bookings.ts'
import type { DriverCall } from '../driver-call.ts'
import { findEventToCarryOver } from '../event-terms.ts'
import { findRefundRules, getBooking } from '../queries.ts'
import { getPricedOffer, type PricedOffer, type PriceTerms } from '../quotes/priced-offers.ts'
import { findRefundShare } from '../refund-rules.ts'
import { advance } from './advance.ts'
import { findAllowedActions } from './allowed-actions.ts'
import { findHeldAlternative, storeAlternativeHold, releaseAlternative } from './alternative-holds.ts'
import { endBooking } from './cancel.ts'
import { recordChangeAndNotify } from './effects.ts'
import { alternativeRadius_m, isEqualOrBetter } from './equal-space.ts'

const maxAlternatives = 5
/** How many reports of a driver are accepted without a photo or a check. */
export const reportLimit = { times: 2, days: 30 }

/** Returns the remaining part of a booking: from the current quarter hour, or its start, to its end. */
const remainingWindow = ({ start_time, end_time }: BookingRow, now: Date): PricedWindow => {
  const first = runningQuarter(now)
  return priceWindow({ start: first > start_time ? first : start_time, end: end_time }, now)
}

/**
 * Parks nearby for the rest of a booking, nearest first, each with the part of its price that we pay. No items if the
 * driver can't report a problem or too little time remains.
 */
export async function findAlternatives(
  db: Db,
  user_id: string,
  handle: string,
  language: Language,
  now: Date,
): Promise<AnswerOf<typeof alternativesEndpoint>> {
  const row = await getRow(db, user_id, handle)
  const { currency } = row
  const refund = toMajor(row.total_minor - row.refunded_minor, currency)
  const window = remainingWindow(row, now)
  const isTooShort = !isLongEnough({ priced_from: pricedFrom(window.start, now), end: window.end })
  const needs_photo = await needsPhoto(db, row, now)
  if (!findAllowedActions(row, now).cannot_park || isTooShort)
    return { items: [], refund, currency, held: null, needs_photo }
  const distance = distanceTo(row)
  const { rows } = await sql<{ id: string }>`
    select p.id from parks p join countries c on c.id = p.country_id
    where p.id <> ${row.park_id} and c.currency = ${currency} and ${isBookable} and ${distance} <= ${alternativeRadius_m}
    order by ${distance}, p.id limit 30`.execute(db)
  const sized = await withSizes(db, row)
  const vehicle = sizeVehicle(await getVehicleType(db, row.vehicle_type_id), sized.sizes)
  const equal = await selectEqualOrBetter(
    db,
    row,
    rows.map(({ id }) => id),
    vehicle,
  )
  const summaries = await findSummaries(db, equal, { vehicle, window, centre: row, now, language })
  const held = await findHeldAlternative(db, row.id, now)
  // The held space is taken for this driver, and still theirs to choose.
  const isHeld = ({ id }: { id: string }) => id === held?.park_id
  const usable = summaries.filter(
    (park) => park.open !== false && park.fits !== false && ((park.available ?? 0) > 0 || isHeld(park)),
  )
  const items = await Promise.all(
    usable
      .filter((park, index) => index < maxAlternatives || isHeld(park))
      .map(async (park) => toAlternative(db, sized, park, window, now)),
  )
  return { items, refund, currency, held: items.some(({ park }) => isHeld(park)) ? held : null, needs_photo }
}

/** Returns the parks that the vehicle fits and whose spaces are at least as good as the one of a booking, in their order. */
async function selectEqualOrBetter(
  db: Db | Tx,
  row: BookingRow,
  ids: readonly string[],
  vehicle: VehicleType,
): Promise<string[]> {
  const parks = new Map((await findParkRows(db, [row.park_id, ...ids], vehicle)).map((park) => [park.id, park]))
  const booked = parks.get(row.park_id)
  if (booked === undefined) return []
  return ids.filter((id) => {
    const park = parks.get(id)
    return (
      park !== undefined && isWithin(park, vehicle) !== false && isEqualOrBetter(booked, park, distanceM(booked, park))
    )
  })
}

/** A booking with the sizes of its driver's vehicle, where that is saved. */
type SizedRow = BookingRow & { sizes: OwnSizes | undefined }

const withSizes = async (db: Db | Tx, row: BookingRow): Promise<SizedRow> => ({
  ...row,
  sizes: await findVehicleSizes(db, row.user_id, row),
})

async function toAlternative(
  db: Db,
  row: SizedRow,
  park: Alternative['park'],
  window: PricedWindow,
  now: Date,
): Promise<Alternative> {
  const pricedOffer = await priceAlternative(db, row, park.id, window, now)
  const { total_minor } = pricedOffer.terms
  const covered_minor = calculateCoveredTerms(pricedOffer, row.total_minor - row.refunded_minor).total_minor
  const { currency } = row
  return {
    park,
    total: toMajor(total_minor, currency),
    paid_by_us: toMajor(total_minor - covered_minor, currency),
    currency,
  }
}

function priceAlternative(
  db: Db | Tx,
  row: SizedRow,
  park_id: string,
  window: PricedWindow,
  now: Date,
): Promise<PricedOffer> {
  const { vehicle_type_id, plate, sizes } = row
  const event = findEventToCarryOver(row, window)
  return getPricedOffer(db, { park_id, vehicle_type_id, plate, sizes, event }, () => window, now)
}

/** Returns the terms of an offer of which the driver pays at most `paid_minor` and we pay the difference. */
function calculateCoveredTerms({ offer, terms, fees }: PricedOffer, paid_minor: bigint): PriceTerms {
  const lines = calculateCoveredLines(terms.lines[0]!.amount_minor, selectFees(fees, offer), terms.currency, paid_minor)
  return { ...terms, lines, total_minor: sumLines(lines) }
}

/**
 * Price lines with the smallest goodwill discount that brings the total, fees and taxes included, to at most
 * `paid_minor`.
 */
export function calculateCoveredLines(
  parking_minor: bigint,
  fees: readonly FeeRule[],
  currency: Currency,
  paid_minor: bigint,
): PriceLine[] {
  const unit = chargedUnit(currency)
  const linesWith = (units: bigint) =>
    calculateLines(parking_minor, fees, currency, { code: 'goodwill', amount_minor: units * unit })
  let [low, high] = [0n, linesWith(0n)[0]!.amount_minor / unit]
  while (low < high) {
    const middle = (low + high) / 2n
    if (sumLines(linesWith(middle)) <= paid_minor) high = middle
    else low = middle + 1n
  }
  return linesWith(low)
}

/**
 * Reports that a driver cannot use the booked space. Refunds the booking in full, or, with `park_id`, moves the rest of
 * it to a park nearby at our expense if that costs more. After `reportLimit` a report without a photo ends the booking, and
 * its refund waits for staff. Throws `invalid_transition`, `report_needs_photo`, and for a new park what booking throws.
 */
export async function reportCannotPark(
  tx: Tx,
  deps: Deps,
  { user, language, now }: DriverCall,
  handle: string,
  request: ParsedBody<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  const { reason, note, park_id, ...rest } = request
  rest satisfies NothingLeft
  const { user_id } = user
  const row = await advance(tx, deps, await lockRow(tx, user_id, handle), now)
  if (!findAllowedActions(row, now).cannot_park) throw new AppError('invalid_transition')
  await lockReporter(tx, user_id)
  const driver = { kind: 'driver', id: user_id } as const
  const waits = await needsPhoto(tx, row, now)
  if (waits && park_id !== undefined) throw new AppError('report_needs_photo')
  const refused_percent = waits ? await findRefusedShare(tx, row, now) : null
  await endBooking(tx, deps, row, {
    cause: 'cannot_park',
    actor: driver,
    percent: waits ? 0 : 100,
    at: now,
    detail: { reason },
    outcome: waits ? 'waiting' : park_id === undefined ? 'refunded' : 'moved',
  })
  await releaseSpace(tx, row.pool_id, { start: row.start_time, end: row.space_until! })
  // Within the transaction nobody else can take it before it is booked.
  await releaseAlternative(tx, row.id)
  const moved_to = park_id === undefined ? null : await bookAlternative(tx, deps, { user, language, now }, row, park_id)
  const columns: RequestedColumns<
    CannotParkReportsTable,
    'settled_at' | 'outcome' | 'booking_id' | 'user_id' | 'created_at' | 'decided_at' | 'decided_by'
  > = {
    reason,
    note: note ?? null,
    moved_to: moved_to?.id ?? null,
    decision: waits ? 'waiting' : null,
    refused_percent,
  }
  await tx
    .insertInto('cannot_park_reports')
    .values({ ...columns, booking_id: row.id, user_id, created_at: now })
    .execute()
  if (waits) {
    const ended: BookingRow = { ...row, status: 'cancelled' }
    await recordChangeAndNotify(tx, deps, ended, { cause: 'report_waiting', actor: driver, at: now, detail: {} })
  }
  return { booking: await getBooking(tx, user_id, row.id, language), moved_to, waits }
}

/** Locks the account, so that concurrent reports are counted too. */
const lockReporter = (tx: Tx, user_id: string) =>
  sql`select from users where id = ${user_id} for no key update`.execute(tx)

/** Whether a driver has reported as often as is accepted without a photo or a check. */
export async function isOverReportLimit(db: Db | Tx, user_id: string, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - reportLimit.days * day_ms)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from cannot_park_reports
    where user_id = ${user_id} and created_at > ${since}`.execute(db)
  return rows[0]!.count >= reportLimit.times
}

/** Whether a report now would wait for staff, for want of a photo. */
async function needsPhoto(db: Db | Tx, { id, user_id }: BookingRow, now: Date): Promise<boolean> {
  if (!(await isOverReportLimit(db, user_id, now))) return false
  const photo = db.selectFrom('cannot_park_photos').select('booking_id').where('booking_id', '=', id)
  return (await photo.executeTakeFirst()) === undefined
}

/** What a refused report refunds: as much as cancelling would now. */
async function findRefusedShare(tx: Tx, row: BookingRow, now: Date): Promise<0 | 50 | 100> {
  return findAllowedActions(row, now).cancel ? findRefundShare(await findRefundRules(tx, row), now).percent : 0
}

/** Returns the offer of a park for the rest of a booking. Throws `park_not_bookable` if it is too far or not as good. */
async function requireAlternative(tx: Tx, row: BookingRow, park_id: string, now: Date): Promise<PricedOffer> {
  const sized = await withSizes(tx, row)
  const pricedOffer = await priceAlternative(tx, sized, park_id, remainingWindow(row, now), now)
  const { offer } = pricedOffer
  if (offer.id === row.park_id || offer.currency !== row.currency) throw new AppError('park_not_bookable')
  const vehicle = sizeVehicle(await getVehicleType(tx, row.vehicle_type_id), sized.sizes)
  if ((await selectEqualOrBetter(tx, row, [offer.id], vehicle)).length === 0) throw new AppError('park_not_bookable')
  return pricedOffer
}

/**
 * Holds a space nearby for a driver who cannot park, while they decide; null gives it back. Repeating it changes nothing.
 * Throws `invalid_transition`, `report_needs_photo`, `too_many_alternatives`, and what booking the space throws.
 */
export async function holdAlternative(
  tx: Tx,
  deps: Deps,
  { user: { user_id }, now }: DriverCall,
  handle: string,
  park_id: string | null,
): Promise<{ held: HeldAlternative | null }> {
  const row = await advance(tx, deps, await lockRow(tx, user_id, handle), now)
  if (!findAllowedActions(row, now).cannot_park) throw new AppError('invalid_transition')
  if (park_id === null) {
    await releaseAlternative(tx, row.id)
    return { held: null }
  }
  if (await needsPhoto(tx, row, now)) throw new AppError('report_needs_photo')
  const { offer, window } = await requireAlternative(tx, row, park_id, now)
  const held = await findHeldAlternative(tx, row.id, now)
  if (held?.park_id !== offer.id) await storeAlternativeHold(tx, row.id, { pool_id: offer.pool.id, window }, now)
  return { held: await findHeldAlternative(tx, row.id, now) }
}

async function bookAlternative(
  tx: Tx,
  deps: Deps,
  { user, language, now }: DriverCall,
  row: BookingRow,
  park_id: string,
): Promise<Booking> {
  const pricedOffer = await requireAlternative(tx, row, park_id, now)
  const priced_offer = {
    ...pricedOffer,
    terms: calculateCoveredTerms(pricedOffer, row.total_minor - row.refunded_minor),
  }
  const { plate } = row
  return createOneBooking(
    tx,
    deps,
    { kind: 'booked', user, language, priced_offer, plate, notes: null, outcome: 'moved', again: true },
    now,
  )
}
