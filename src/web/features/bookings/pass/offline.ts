import { BookingDetails } from '#contract/bookings/bookings.ts'
import { normalizeCode } from '#contract/codes.ts'
import { readJson, removeStored, writeJson } from '#web/storage/storage.ts'
import { needsPass } from '../phase.ts'

/** One of the keys that `endSession` removes. */
const key = 'bookings_offline'
const most = 8

/** A copy of a booking as the server last sent it. */
export interface OfflineBooking {
  booking: BookingDetails
  /** When it was fetched, in ms since 1970. */
  saved_at: number
}

/**
 * Selects the copies to keep: bookings whose pass is still needed, without duplicates, soonest first, at most eight.
 */
export function addOfflineBooking(
  saved: readonly OfflineBooking[],
  fresh: OfflineBooking,
  now: Date,
): OfflineBooking[] {
  return [...saved.filter(({ booking }) => booking.id !== fresh.booking.id), fresh]
    .filter(({ booking }) => booking.pass !== null && needsPass(booking, now))
    .sort((a, b) => Date.parse(a.booking.start_time) - Date.parse(b.booking.start_time))
    .slice(0, most)
}

/** Saves a booking on this device, or removes it once its pass is no longer needed. Saves nothing without a user id. */
export function storeOffline(booking: BookingDetails, now = new Date()): void {
  const owner = ownerOf()
  if (owner === undefined) return
  const bookings = addOfflineBooking(readOfflineBookings(), { booking, saved_at: now.getTime() }, now)
  if (bookings.length === 0) removeStored(key)
  else writeJson(key, { owner, bookings })
}

/** The copies of this user; unreadable ones and those of other users are ignored. */
export function readOfflineBookings(): OfflineBooking[] {
  const stored = readJson(key) as { owner?: unknown; bookings?: unknown } | null | undefined
  const owner = ownerOf()
  if (owner === undefined || stored?.owner !== owner || !Array.isArray(stored.bookings)) return []
  return (stored.bookings as Partial<OfflineBooking>[]).flatMap(({ booking, saved_at }) => {
    const read = BookingDetails.safeParse(booking)
    return read.success && typeof saved_at === 'number' ? [{ booking: read.data, saved_at }] : []
  })
}

/** A saved booking by its code or id. */
export const findOfflineBooking = (handle: string): OfflineBooking | undefined =>
  readOfflineBookings().find(({ booking }) => booking.booking_code === normalizeCode(handle) || booking.id === handle)

function ownerOf(): string | undefined {
  const profile = readJson('profile') as { id?: unknown } | null | undefined
  return typeof profile?.id === 'string' ? profile.id : undefined
}
