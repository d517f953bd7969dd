import { sql, type RawBuilder } from 'kysely'
import type { AlreadyBooked } from '#contract/bookings/bookings.ts'
import { overlaps, vehicleKey } from '#contract/bookings/repeated-booking.ts'
import { normalizePlate } from '#contract/vehicles/plates.ts'
import { wallDay } from '#contract/wall-clock.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { Window } from '#server/features/availability/window.ts'
import { AppError } from '#server/http/errors.ts'

/** A driver's vehicle at a car park, at some times. */
export interface Stay {
  user_id: string
  park_id: string
  plate: string
  window: Window
}

/** A booking that keeps its driver from booking the same again by mistake. */
export interface StandingBooking extends Omit<AlreadyBooked, 'start_time' | 'end_time'> {
  id: string
  start_time: Date
  end_time: Date
  created_at: Date
}

/** The same for all stays of one vehicle of one account at one car park. */
export const stayKey = ({ user_id, park_id, plate }: Omit<Stay, 'window'>): string =>
  `${user_id} ${vehicleKey({ park_id, plate })}`

/**
 * Lets a transaction alone decide whether these vehicles are booked twice, until it ends: what was read before may have
 * changed. Locked in the order of keys, and before anything else that a sale locks, so that two cannot deadlock.
 */
export async function lockStays(tx: Tx, stays: readonly Omit<Stay, 'window'>[]): Promise<void> {
  const keys = [...new Set(stays.map(stayKey))].toSorted()
  if (keys.length === 0) return
  await sql`select pg_advisory_xact_lock(hashtextextended(key, 0)) from unnest(${keys}::text[]) as key`.execute(tx)
}

/** The bookings of `standingBookingsExpression` as JSON has them. */
export type StoredStandingBooking = AlreadyBooked & { key: string; id: string; created_at: string }

/** A JSON array of the bookings that the stays would repeat, each with its `key`: paid, or reserved and not expired. */
export function standingBookingsExpression(stays: readonly Stay[], now: Date): RawBuilder<StoredStandingBooking[]> {
  const column = (read: (stay: Stay) => string) => stays.map(read)
  return sql`(
    select coalesce(jsonb_agg(jsonb_build_object('key', stay.key, 'id', b.id, 'booking_code', b.booking_code,
      'status', b.status, 'start_time', b.start_time, 'end_time', b.end_time, 'created_at', b.created_at)
      order by b.start_time, b.id), '[]')
    from unnest(${column(stayKey)}::text[], ${column(({ user_id }) => user_id)}::uuid[],
      ${column(({ park_id }) => park_id)}::uuid[], ${column(({ plate }) => normalizePlate(plate))}::text[],
      ${column(({ window }) => window.start.toISOString())}::timestamptz[],
      ${column(({ window }) => window.end.toISOString())}::timestamptz[])
      as stay (key, user_id, park_id, plate_key, start_time, end_time)
    join bookings b on b.user_id = stay.user_id and b.park_id = stay.park_id and b.plate_key = stay.plate_key
      and b.start_time < stay.end_time and b.end_time > stay.start_time
    where b.status in ('active', 'checked_in', 'overstayed') or (b.status = 'pending' and b.held_until > ${now}))`
}

export function readStandingBookings(rows: readonly StoredStandingBooking[]): Map<string, StandingBooking[]> {
  const bookings = new Map<string, StandingBooking[]>()
  for (const { key, start_time, end_time, created_at, ...rest } of rows)
    bookings.set(key, [
      ...(bookings.get(key) ?? []),
      {
        ...rest,
        start_time: new Date(start_time),
        end_time: new Date(end_time),
        created_at: new Date(created_at),
      },
    ])
  return bookings
}

/** The standing bookings that the stays would repeat, earliest first; one that several would repeat once for each. */
export async function findStandingBookings(db: Db | Tx, stays: readonly Stay[], now: Date): Promise<StandingBooking[]> {
  const { rows } = await sql<{ bookings: StoredStandingBooking[] }>`
    select ${standingBookingsExpression(stays, now)} as bookings`.execute(db)
  return [...readStandingBookings(rows[0]!.bookings).values()].flat()
}

/** A booking that is about to change, and what of it: the plate and the times that it gets. */
interface ChangedBooking extends Omit<Stay, 'window'> {
  id: string
  timezone: string
}

/** The first other booking of the driver that a changed booking would repeat at these times, of those made `after`. */
export async function findRepeatedBooking(
  db: Db | Tx,
  { id, user_id, park_id, plate }: ChangedBooking,
  window: Window,
  now: Date,
  after?: Date,
): Promise<StandingBooking | undefined> {
  const standing = await findStandingBookings(db, [{ user_id, park_id, plate, window }], now)
  return standing.find((booking) => booking.id !== id && (after === undefined || booking.created_at > after))
}

/** Throws `already_booked` for a change that would repeat another booking of the driver at these times. */
export async function requireNotRepeated(tx: Tx, changed: ChangedBooking, window: Window, now: Date): Promise<void> {
  await lockStays(tx, [changed])
  const repeated = await findRepeatedBooking(tx, changed, window, now)
  if (repeated !== undefined) throw alreadyBooked(repeated, { ...changed, window }, changed.timezone)
}

/** The first of the standing bookings that a stay would repeat. */
export const findRepeated = (
  standing: ReadonlyMap<string, StandingBooking[]>,
  stay: Stay,
): StandingBooking | undefined => standing.get(stayKey(stay))?.find((booking) => overlapsWindow(booking, stay.window))

export const overlapsWindow = ({ start_time, end_time }: StandingBooking, window: Window): boolean =>
  overlaps({ start: start_time, end: end_time }, window)

/** As the driver may know it. */
export const toAlreadyBooked = ({ booking_code, status, start_time, end_time }: StandingBooking): AlreadyBooked => ({
  booking_code,
  status,
  start_time: start_time.toISOString(),
  end_time: end_time.toISOString(),
})

/** `timezone` is the car park's; the days go without saying if they are the one that was asked for. */
export function alreadyBooked(booking: StandingBooking, { plate, window }: Stay, timezone: string): AppError {
  const { start_time, end_time, ...rest } = toAlreadyBooked(booking)
  const days = new Set([booking.start_time, booking.end_time, window.start].map((at) => wallDay(at, timezone)))
  return new AppError(
    'already_booked',
    { plate, times: { start_time, end_time, timezone, has_days: days.size > 1 } },
    [],
    { booking: { ...rest, start_time, end_time } },
  )
}
