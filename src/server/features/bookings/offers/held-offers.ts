import { sql } from 'kysely'
import type { BookingDetails } from '#contract/bookings/bookings.ts'
import { toMajor, type Currency } from '#contract/money.ts'
import { workThrough, type Queue } from '#server/claim.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import { transact } from '#server/database/transact.ts'
import type { Deps } from '#server/deps.ts'
import { allocateSpace, releaseSpace } from '#server/features/availability/spaces.ts'
import type { Window } from '#server/features/availability/window.ts'

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

/** Offers new times for a locked booking and holds the space; an earlier offer is given back. Throws `no_space`. */
export async function storeOffer(
  tx: Tx,
  booking_id: string,
  { window, ...offer }: Omit<Offer, 'id'>,
  now: Date,
): Promise<void> {
  await releaseOffer(tx, booking_id)
  const row = { id: newId(now.getTime()), ...offer, starts_at: window.start, ends_at: window.end, created_at: now }
  await tx
    .insertInto('booking_offers')
    .values({ booking_id, ...row })
    .onConflict((conflict) => conflict.column('booking_id').doUpdateSet(row))
    .execute()
  await allocateSpace(tx, offer.pool_id, window)
}

/** Gives back the space that is held for a booking by an offer, of which `id` may name the one. Returns whether there was one. */
export async function releaseOffer(tx: Tx, booking_id: string, id?: string): Promise<boolean> {
  const held = await tx
    .updateTable('booking_offers')
    .set({ held_until: null })
    .where('booking_id', '=', booking_id)
    .where('held_until', 'is not', null)
    .$if(id !== undefined, (query) => query.where('id', '=', id!))
    .returning(['pool_id', 'starts_at', 'ends_at'])
    .executeTakeFirst()
  if (held === undefined) return false
  await releaseSpace(tx, held.pool_id, { start: held.starts_at, end: held.ends_at })
  return true
}

/** Offers whose time is over. */
const oldOffers: Queue<{ booking_id: string; booking_code: string }> = {
  name: 'booking_offers',
  find: ({ db }, { now, limit, isReady }) =>
    db
      .selectFrom('booking_offers as n')
      .innerJoin('bookings as b', 'b.id', 'n.booking_id')
      .select(['n.booking_id', 'b.booking_code'])
      .where('n.held_until', '<=', now)
      .where(isReady(sql.ref('n.booking_id')))
      .orderBy('n.held_until')
      .limit(limit)
      .execute(),
  keyOf: ({ booking_id }) => booking_id,
  subjectOf: ({ booking_code }) => booking_code,
  work: ({ db }, { booking_id }, now) =>
    transact(db, async (tx) => {
      const [over] = await tx
        .selectFrom('booking_offers')
        .select('booking_id')
        .where('booking_id', '=', booking_id)
        .where('held_until', '<=', now)
        .forUpdate()
        .skipLocked()
        .execute()
      return over !== undefined && releaseOffer(tx, booking_id)
    }),
}

/** Gives back the spaces of offers whose time is over. Returns how many. */
export const releaseOldOffers = (deps: Deps): Promise<number> => workThrough(deps, oldOffers)
