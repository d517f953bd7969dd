import type { Insertable } from 'kysely'
import type { BookingStatus } from '#contract/bookings.ts'
import type { Tx } from '#server/database/connect.ts'
import type { BookingsTable } from '#server/database/tables.ts'
import { AppError } from '#server/errors.ts'
import { newCode, newId } from '#server/ids.ts'

export type ActorKind = 'driver' | 'guard' | 'staff' | 'clock'
/** Who does it; the clock is nobody. */
export type Actor = { kind: ActorKind; id: string | null }

type Transition = {
  from: BookingStatus | null
  to: BookingStatus
  cause: string
  who: readonly ActorKind[]
}

/** Every way in which a booking's state changes; there is no other. */
export const transitions = [
  { from: null, to: 'pending', cause: 'held', who: ['driver'] },
  { from: null, to: 'active', cause: 'booked', who: ['driver'] },
  { from: 'pending', to: 'active', cause: 'paid', who: ['driver'] },
  { from: 'pending', to: 'expired', cause: 'hold_over', who: ['clock'] },
  { from: 'active', to: 'checked_in', cause: 'arrived', who: ['driver', 'guard', 'clock'] },
  { from: 'active', to: 'cancelled', cause: 'cancelled', who: ['driver'] },
  { from: 'active', to: 'cancelled', cause: 'cannot_park', who: ['driver', 'staff'] },
  { from: 'active', to: 'cancelled', cause: 'park_cancelled', who: ['staff'] },
  { from: 'active', to: 'no_show', cause: 'never_came', who: ['clock'] },
  { from: 'checked_in', to: 'completed', cause: 'left', who: ['driver', 'guard', 'clock'] },
  { from: 'checked_in', to: 'overstayed', cause: 'stayed_over', who: ['clock'] },
  { from: 'overstayed', to: 'completed', cause: 'left', who: ['driver', 'guard', 'clock'] },
] as const satisfies readonly Transition[]

export type Cause = (typeof transitions)[number]['cause']

/** Whether the table has it. */
export function isAllowed(from: BookingStatus | null, to: BookingStatus, cause: Cause, who: ActorKind): boolean {
  const table: readonly Transition[] = transitions
  return table.some((row) => row.from === from && row.to === to && row.cause === cause && row.who.includes(who))
}

type NewBooking = Omit<Insertable<BookingsTable>, 'id' | 'booking_code' | 'status' | 'created_at'>

/** Writes a booking in its first state, with a code of its own, and the first line of its history. */
export async function openBooking(
  tx: Tx,
  booking: NewBooking,
  first: { status: BookingStatus; cause: Cause; actor: Actor; now: Date },
): Promise<{ id: string; booking_code: string }> {
  const { status, cause, actor, now } = first
  if (!isAllowed(null, status, cause, actor.kind)) throw new AppError('invalid_transition')
  const id = newId(now.getTime())
  for (;;) {
    // A code that somebody has already is drawn again.
    const opened = await tx
      .insertInto('bookings')
      .values({ ...booking, id, booking_code: newCode(), status, created_at: now })
      .onConflict((conflict) => conflict.column('booking_code').doNothing())
      .returning(['id', 'booking_code'])
      .executeTakeFirst()
    if (opened === undefined) continue
    await remember(tx, { id, from: null, to: status, cause, actor, now })
    return opened
  }
}

/**
 * Moves a booking from the state it was read in to another, and writes it down. Throws `invalid_transition` where the
 * table does not have it, or where the state has changed since it was read.
 */
export async function transition(
  tx: Tx,
  booking: { id: string; status: BookingStatus },
  to: BookingStatus,
  cause: Cause,
  actor: Actor,
  now: Date,
): Promise<void> {
  const { id, status: from } = booking
  if (!isAllowed(from, to, cause, actor.kind)) throw new AppError('invalid_transition')
  const moved = await tx
    .updateTable('bookings')
    .set({ status: to })
    .where('id', '=', id)
    .where('status', '=', from)
    .returning('id')
    .executeTakeFirst()
  if (moved === undefined) throw new AppError('invalid_transition')
  await remember(tx, { id, from, to, cause, actor, now })
}

async function remember(
  tx: Tx,
  change: { id: string; from: BookingStatus | null; to: BookingStatus; cause: Cause; actor: Actor; now: Date },
): Promise<void> {
  await tx
    .insertInto('booking_history')
    .values({
      id: newId(change.now.getTime()),
      booking_id: change.id,
      from_status: change.from,
      to_status: change.to,
      cause: change.cause,
      actor: change.actor.kind,
      actor_id: change.actor.id,
      at: change.now,
    })
    .execute()
}
