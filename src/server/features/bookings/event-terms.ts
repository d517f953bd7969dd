import { sql, type RawBuilder } from 'kysely'
import { normalizeCode } from '#contract/codes.ts'
import { aroundEvent_min } from '#contract/events/event-rules.ts'
import { type BookedEvent } from '#contract/events/events.ts'
import type { Language } from '#contract/places/places.ts'
import { minute_ms } from '#contract/time.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { isGranted, type FindGrant } from '#server/features/access/grants.ts'
import type { Window } from '#server/features/availability/window.ts'
import { AppError } from '#server/http/errors.ts'
import type { Policy } from './refund-rules.ts'

/** The data of an event that its bookings need. */
export interface EventTerms {
  id: string
  event_code: string
  name: string
  name_fr: string
  doors_at: Date
  starts_at: Date
  ends_at: Date
  cancellation: Policy
}

/** `EventTerms` as JSON from the database. */
export type StoredEvent = Omit<EventTerms, 'doors_at' | 'starts_at' | 'ends_at'> &
  Record<'doors_at' | 'starts_at' | 'ends_at', string>

/** SQL expression for the event of an id as JSON; null for an unknown id. */
export const eventExpression = (id: RawBuilder<unknown>): RawBuilder<StoredEvent | null> => sql<StoredEvent | null>`(
  select jsonb_build_object('id', e.id, 'event_code', e.event_code, 'name', e.name, 'name_fr', e.name_fr, 'doors_at', e.doors_at,
    'starts_at', e.starts_at, 'ends_at', e.ends_at, 'cancellation', e.cancellation)
  from events e where e.id = ${id})`

export const toStoredEvent = ({ doors_at, starts_at, ends_at, ...event }: EventTerms): StoredEvent => ({
  ...event,
  doors_at: doors_at.toISOString(),
  starts_at: starts_at.toISOString(),
  ends_at: ends_at.toISOString(),
})

export function fromStoredEvent(stored: StoredEvent | null): EventTerms | undefined {
  if (stored === null) return undefined
  const { doors_at, starts_at, ends_at, ...event } = stored
  return { ...event, doors_at: new Date(doors_at), starts_at: new Date(starts_at), ends_at: new Date(ends_at) }
}

export const toBookedEvent = (event: EventTerms | undefined, language: Language): BookedEvent | null =>
  event === undefined
    ? null
    : {
        event_code: event.event_code,
        name: language === 'fr' ? event.name_fr : event.name,
        starts_at: event.starts_at.toISOString(),
      }

/** Whether a window overlaps an event, from its doors to its end. */
export const overlapsEvent = ({ start, end }: Window, { doors_at, ends_at }: EventTerms): boolean =>
  start < ends_at && end > doors_at

/** Returns the event of a booking for its renewal or move; undefined if the new window does not overlap it. */
export function findEventToCarryOver(
  { event: stored }: { event: StoredEvent | null },
  window: Window,
): EventTerms | undefined {
  const event = fromStoredEvent(stored)
  return event !== undefined && overlapsEvent(window, event) ? event : undefined
}

/**
 * Returns the event of a booking request; undefined without `event_code`. Throws `event_not_found`, also for a private
 * event without its grant, and `event_not_bookable` for one that is over or cancelled.
 */
export async function getEventTerms(
  db: Db | Tx,
  event_code: string | undefined,
  findGrant: FindGrant,
  now: Date,
): Promise<EventTerms | undefined> {
  if (event_code === undefined) return undefined
  const row = await db
    .selectFrom('events')
    .select(['id', 'event_code', 'name', 'name_fr', 'doors_at', 'starts_at', 'ends_at', 'cancellation', 'state'])
    .select(sql<boolean>`private_code_hash is not null`.as('is_private'))
    .where('event_code', '=', normalizeCode(event_code))
    .where('state', '<>', 'draft')
    .executeTakeFirst()
  if (row === undefined) throw new AppError('event_not_found')
  const { is_private, state, cancellation, ...event } = row
  if (is_private && !(await isGranted(db, findGrant(row.event_code), row.event_code, now)))
    throw new AppError('event_not_found')
  if (state === 'cancelled' || now.getTime() >= row.ends_at.getTime() + aroundEvent_min * minute_ms)
    throw new AppError('event_not_bookable')
  return { ...event, cancellation: cancellation as Policy }
}
