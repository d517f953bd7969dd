import type {
  changePlate as changePlateEndpoint,
  saveSpot as saveSpotEndpoint,
} from '#contract/bookings/booking-changes.ts'
import type { Booking } from '#contract/bookings/bookings.ts'
import type { Spot } from '#contract/bookings/spot.ts'
import type { ParsedBody } from '#contract/endpoint.ts'
import type { Locale } from '#contract/formats.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { labelPark } from '#server/features/parks/label.ts'
import { getParkId } from '#server/features/parks/queries.ts'
import type { SignedIn } from '#server/http/caller.ts'
import { AppError } from '#server/http/errors.ts'
import { lockRow, toBooking, type BookingRow } from '../booking-rows.ts'
import { requireNotRepeated } from '../create/already-booked.ts'
import { nextGeneration } from '../documents/pass.ts'
import type { DriverCall } from '../driver-call.ts'
import { getBooking } from '../queries.ts'
import { advance } from './advance.ts'
import { findAllowedActions } from './allowed-actions.ts'
import { recordCheckIn, recordAssumedCheckIn, earliestCheckIn, recordCheckOut } from './check-in.ts'
import { recordChangeAndNotify } from './effects.ts'
import { settleDebts } from './outstanding-debts.ts'
import type { Actor } from './transitions.ts'

const toActor = ({ user_id }: SignedIn): Actor => ({ kind: 'driver', id: user_id })

/**
 * Changes the plate, until the exit, and mails the pass with the new one. Throws `booking_not_found`, `invalid_transition`,
 * `already_booked`, and `changed_elsewhere` if it is not the one any more that the driver saw.
 */
export async function changePlate(
  tx: Tx,
  deps: Deps,
  { user, language, now }: DriverCall,
  handle: string,
  { plate, from, again }: ParsedBody<typeof changePlateEndpoint>,
): Promise<Booking> {
  const row = await advance(tx, deps, await lockRow(tx, user.user_id, handle), now)
  if (!findAllowedActions(row, now).plate) throw new AppError('invalid_transition')
  if (row.plate !== plate) {
    if (from !== undefined && from !== row.plate) throw new AppError('changed_elsewhere')
    if (again !== true)
      await requireNotRepeated(tx, { ...row, plate }, { start: row.start_time, end: row.end_time }, now)
    await tx
      .updateTable('bookings')
      .set({ plate, ...nextGeneration })
      .where('id', '=', row.id)
      .execute()
    await recordChangeAndNotify(tx, deps, row, {
      cause: 'plate_changed',
      actor: toActor(user),
      at: now,
      detail: { from: row.plate, to: plate },
    })
  }
  return getBooking(tx, user.user_id, row.id, language)
}

/**
 * Saves the car's spot; a spot without any value removes it. Throws `changed_elsewhere` if the one that the driver saw is
 * not there any more.
 */
export async function saveSpot(
  tx: Tx,
  user: SignedIn,
  handle: string,
  { from, ...given }: ParsedBody<typeof saveSpotEndpoint>,
): Promise<Spot> {
  const spot = toSpot(given)
  const row = await lockRow(tx, user.user_id, handle)
  const isSame = (a: Spot | null, b: Spot | null) => describeSpot(a) === describeSpot(b)
  if (from !== undefined && !isSame(row.spot, from) && !isSame(row.spot, spot)) throw new AppError('changed_elsewhere')
  await tx
    .updateTable('bookings')
    .set({ spot: isSame(spot, null) ? null : JSON.stringify(spot) })
    .where('id', '=', row.id)
    .execute()
  return spot
}

/** The fields of a spot in their order. */
const toSpot = ({ level, bay, note, position = null }: Spot) => ({
  level,
  bay,
  note,
  position: position && { lat: position.lat, lng: position.lng, accuracy_m: position.accuracy_m },
})
const describeSpot = (spot: Spot | null): string =>
  JSON.stringify(toSpot(spot ?? { level: null, bay: null, note: null }))

/**
 * Checks the driver in. A scanned `park_code` must be that of the booked park. Throws `wrong_park` (with its name),
 * `too_early` (with `from`), `invalid_transition`.
 */
export async function checkIn(
  tx: Tx,
  deps: Deps,
  { user, language, locale, now }: DriverCall & { locale: Locale },
  handle: string,
  park_code: string | undefined,
): Promise<Booking> {
  const row = await advance(tx, deps, await lockRow(tx, user.user_id, handle), now)
  if (park_code !== undefined && (await getParkId(tx, park_code)) !== row.park_id)
    throw new AppError('wrong_park', { park: labelPark(toBooking(row, language).park, locale) })
  requireCheckIn(row, now)
  await advance(tx, deps, await recordCheckIn(tx, row, toActor(user), now), now)
  return getBooking(tx, user.user_id, row.id, language)
}

/** Throws `too_early` or `invalid_transition` if check-in is not allowed. */
export function requireCheckIn(row: BookingRow, now: Date): void {
  const from = earliestCheckIn(row)
  if (row.status === 'active' && now < from)
    throw new AppError('too_early', {
      from: { at: from.toISOString(), timezone: row.timezone },
    })
  if (!findAllowedActions(row, now).check_in) throw new AppError('invalid_transition')
}

/** Checks the driver out. */
export async function checkOut(
  tx: Tx,
  deps: Deps,
  { user, language, now }: DriverCall,
  handle: string,
): Promise<Booking> {
  const row = await advance(tx, deps, await lockRow(tx, user.user_id, handle), now)
  if (!findAllowedActions(row, now).check_out) throw new AppError('invalid_transition')
  const present = row.status === 'active' ? await recordAssumedCheckIn(tx, row) : row
  await advance(tx, deps, await recordCheckOut(tx, deps, present, toActor(user), now), now)
  return getBooking(tx, user.user_id, row.id, language)
}

/** Pays all debts in the currency of a booking that has one. Throws `insufficient_balance`, `invalid_transition`. */
export async function payDebts(tx: Tx, { user, language, now }: DriverCall, handle: string): Promise<Booking> {
  const row = await lockRow(tx, user.user_id, handle)
  if (row.due_minor === 0n) throw new AppError('invalid_transition')
  await settleDebts(tx, user.user_id, { total_minor: 0n, currency: row.currency }, now)
  return getBooking(tx, user.user_id, row.id, language)
}
