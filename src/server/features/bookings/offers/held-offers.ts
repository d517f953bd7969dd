import type { BookingDetails } from '#contract/bookings/bookings.ts'
import { toMajor, type Currency } from '#contract/money.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import { allocateSpace } from '#server/features/availability/spaces.ts'
import { listPartsBeside, type Window } from '#server/features/availability/window.ts'
import { releaseHeld, releaseOldHolds } from '../held-spaces.ts'

/* New times that cost more, which staff offer and the driver confirms. Each booking has at most one offer. */

/** New times for a booking: added to its end, or instead of its own. */
export interface Offer {
  id: string
  kind: 'extend' | 'move'
  pool_id: number
  window: Window
  /** What the driver pays at most. */
  amount_minor: bigint
  held_until: Date
  offered_by: string
}

/** Returns the offer that a booking's driver can confirm at `now`. */
export async function findOffer(db: Db | Tx, booking_id: string, now: Date): Promise<Offer | undefined> {
  const row = await db
    .selectFrom('booking_offers')
    .selectAll()
    .where('booking_id', '=', booking_id)
    .where('held_until', '>', now)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { id, kind, pool_id, starts_at, ends_at, amount_minor, held_until, offered_by } = row
  const window = { start: starts_at, end: ends_at }
  return { id, kind: kind as Offer['kind'], pool_id, window, amount_minor, held_until: held_until!, offered_by }
}

/** Returns an offer as the driver's page and the desk show it; null for none. */
export async function describeOffer(
  db: Db | Tx,
  booking: { id: string; start_time: Date; currency: Currency },
  now: Date,
): Promise<NonNullable<BookingDetails['offer']> | null> {
  const offer = await findOffer(db, booking.id, now)
  if (offer === undefined) return null
  const { id, kind, window, amount_minor, held_until } = offer
  return {
    id,
    kind,
    start_time: (kind === 'move' ? window.start : booking.start_time).toISOString(),
    end_time: window.end.toISOString(),
    amount: toMajor(amount_minor, booking.currency),
    held_until: held_until.toISOString(),
  }
}

/**
 * Offers new times for a locked booking and holds the space; an earlier offer is given back. `replaced` is when the booking's own
 * space is in the same pool, for times that replace it: it is not held twice. Throws `no_space`.
 */
export async function storeOffer(
  tx: Tx,
  booking_id: string,
  { window, replaced, ...offer }: Omit<Offer, 'id'> & { replaced: Window | undefined },
  now: Date,
): Promise<void> {
  await releaseOffer(tx, booking_id)
  const row = {
    id: newId(now.getTime()),
    ...offer,
    starts_at: window.start,
    ends_at: window.end,
    replaced_from: replaced?.start ?? null,
    replaced_until: replaced?.end ?? null,
    created_at: now,
  }
  await tx
    .insertInto('booking_offers')
    .values({ booking_id, ...row })
    .onConflict((conflict) => conflict.column('booking_id').doUpdateSet(row))
    .execute()
  for (const part of listPartsBeside(window, replaced)) await allocateSpace(tx, offer.pool_id, part)
}

/** Gives back the space that is held for a booking by an offer, of which `id` may name the one. Returns whether there was one. */
export const releaseOffer = (tx: Tx, booking_id: string, id?: string): Promise<boolean> =>
  releaseHeld(tx, 'booking_offers', booking_id, id)

/** Gives back the spaces of offers whose time is over. Returns how many. */
export const releaseOldOffers = releaseOldHolds('booking_offers')
