import { sql } from 'kysely'
import type { HeldAlternative } from '#contract/bookings/booking-changes.ts'
import { alternativeHold } from '#contract/bookings/booking-rules.ts'
import { minute_ms } from '#contract/time.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { allocateSpace } from '#server/features/availability/spaces.ts'
import type { Window } from '#server/features/availability/window.ts'
import { AppError } from '#server/http/errors.ts'
import { releaseHeld, releaseOldHolds } from '../held-spaces.ts'

/* The space nearby that is kept for a driver who cannot park, while they choose. Each booking has at most one. */

/** Returns the space that is held for a booking; null if there is none or its time is over. */
export async function findHeldAlternative(db: Db | Tx, booking_id: string, now: Date): Promise<HeldAlternative | null> {
  const row = await db
    .selectFrom('alternative_holds as h')
    .innerJoin('pools as p', 'p.id', 'h.pool_id')
    .select(['p.park_id', 'h.held_until'])
    .where('h.booking_id', '=', booking_id)
    .where('h.held_until', '>', now)
    .executeTakeFirst()
  return row === undefined ? null : { park_id: row.park_id, held_until: row.held_until!.toISOString() }
}

/**
 * Holds a space for a locked booking, and gives back the one that was held before. Throws `too_many_alternatives`, and
 * `no_space` if none is left: the one before is then still held.
 */
export async function storeAlternativeHold(
  tx: Tx,
  booking_id: string,
  { pool_id, window }: { pool_id: number; window: Window },
  now: Date,
): Promise<void> {
  await releaseAlternative(tx, booking_id)
  const held_until = new Date(now.getTime() + alternativeHold.minutes * minute_ms)
  const hold = { pool_id, starts_at: window.start, ends_at: window.end, held_until }
  const { tries } = await tx
    .insertInto('alternative_holds')
    .values({ booking_id, ...hold })
    .onConflict((conflict) =>
      conflict.column('booking_id').doUpdateSet({ ...hold, tries: sql`alternative_holds.tries + 1` }),
    )
    .returning('tries')
    .executeTakeFirstOrThrow()
  if (tries > alternativeHold.most) throw new AppError('too_many_alternatives', { most: alternativeHold.most })
  await allocateSpace(tx, pool_id, window)
}

/** Gives back the space that is held for a booking. Returns whether there was one. */
export const releaseAlternative = (tx: Tx, booking_id: string): Promise<boolean> =>
  releaseHeld(tx, 'alternative_holds', booking_id)

/** Gives back the spaces whose time is over. Returns how many. */
export const releaseOldAlternatives = releaseOldHolds('alternative_holds')
