import { sql } from 'kysely'
import { toPassGeneration } from '#contract/bookings/pass-text.ts'
import { normalizeCode } from '#contract/codes.ts'
import type { AnswerOf, ParsedQuery } from '#contract/endpoint.ts'
import { listHours, type getGuardList, type listGuardedParks, type ListedBooking } from '#contract/gate/guard-lists.ts'
import { hour_ms, minute_ms } from '#contract/time.ts'
import type { Db } from '#server/database/connect.ts'
import { timelineNow } from '#server/database/timeline.ts'
import { guardedParks, isGuardOf, type Guard } from '#server/features/bookings/lifecycle/guard-actions.ts'
import { AppError } from '#server/http/errors.ts'
import { useDevice } from './devices.ts'

type GuardList = AnswerOf<typeof getGuardList>

const maxParks = 200

/** Returns the car parks of a guard or an operator's people. Who checks passes everywhere names a car park by its code. */
export async function findGuardedParks(db: Db, guard: Guard): Promise<AnswerOf<typeof listGuardedParks>> {
  const own = { ...guard, scope: { ...guard.scope, everywhere: false } }
  const { rows } = await sql<GuardList['park']>`
    select p.park_code, p.name, p.timezone from parks p where ${guardedParks(own)}
    order by p.name nulls last, p.park_code limit ${maxParks}`.execute(db)
  return { items: rows }
}

/**
 * Where an answer ended: changes of `feed` (a server's timeline and the epoch of its data) until `at_ms` by the database's
 * clock, and bookings that start before `ahead_s` (Unix seconds).
 */
export interface ListCursor {
  feed: string
  at_ms: number
  ahead_s: number
}

export const toCursor = ({ feed, at_ms }: Pick<ListCursor, 'feed' | 'at_ms'>, ahead: Date): ListCursor => ({
  feed,
  at_ms,
  ahead_s: Math.floor(ahead.getTime() / 1_000),
})

/**
 * A change is dated when it is made, and can be read once its transaction has ended. So each answer reads this much again:
 * longer than any transaction of requests and jobs may take (`connect.ts`), and clocks of two servers may differ.
 */
const overlap_ms = 10 * minute_ms

/** The bookings of a list end after `past` and start before `ahead`. */
export const listedFrom = (now: Date): { past: Date; ahead: Date } => ({
  past: new Date(now.getTime() - listHours.past * hour_ms),
  ahead: new Date(now.getTime() + listHours.ahead * hour_ms),
})

const readCursor = (text: string): ListCursor => {
  // Phones may still hold one of an earlier release, which belongs to no feed.
  const [at_ms = '', ahead_s = '', feed = ''] = text.split('-')
  return { feed, at_ms: Number(at_ms), ahead_s: Number(ahead_s) }
}

const writeCursor = ({ feed, at_ms, ahead_s }: ListCursor): string => `${at_ms}-${ahead_s}-${feed}`

type Row = Omit<ListedBooking, 'generation' | 'start_time' | 'end_time'> & {
  pass_generation: number
  start_time: Date
  end_time: Date
}

/**
 * Returns the bookings of a car park around now, or those that have changed or come near since a cursor. What was read may
 * come again, so that no commit is missed whose transaction took less than ten minutes. Throws `not_found`,
 * `not_your_park`, `device_unknown`, `device_revoked`.
 */
export async function readGuardList(
  db: Db,
  guard: Guard,
  code: string,
  { since, device_id }: ParsedQuery<typeof getGuardList>,
  now: Date,
): Promise<GuardList> {
  const park = await db
    .selectFrom('parks')
    .select(['id', 'park_code', 'name', 'timezone'])
    .where('park_code', '=', normalizeCode(code))
    .executeTakeFirst()
  if (park === undefined) throw new AppError('not_found')
  if (!(await isGuardOf(db, guard, park.id))) throw new AppError('not_your_park')
  if (device_id !== undefined) await useDevice(db, guard.user_id, device_id, now)
  const around = listedFrom(now)
  const { complete, items, ...position } = await readBookings(
    db,
    park.id,
    around,
    since === undefined ? undefined : readCursor(since),
  )
  const { id: _id, ...shown } = park
  return {
    park: shown,
    at: now.toISOString(),
    complete,
    items: items.map(({ pass_generation, start_time, end_time, ...rest }) => ({
      ...rest,
      generation: toPassGeneration(pass_generation),
      start_time: start_time.toISOString(),
      end_time: end_time.toISOString(),
    })),
    cursor: writeCursor(toCursor(position, around.ahead)),
  }
}

/** Reads bookings and cursor in one statement, so that both are of one snapshot. */
export async function readBookings(
  db: Db,
  park_id: string,
  { past, ahead }: { past: Date; ahead: Date },
  cursor: ListCursor | undefined,
): Promise<{ feed: string; at_ms: number; complete: boolean; items: Row[] }> {
  const { rows } = await sql<Row & { feed: string; at_ms: number; is_known: boolean; booking_code: string | null }>`
    with snapshot as materialized (
      select feed, at_ms, coalesce(feed = ${cursor?.feed ?? null} and ${cursor?.at_ms ?? null}::float8 <= at_ms, false) as is_known
      from (
        select ${timelineNow} || upper(left(epoch::text, 8)) as feed, trunc(extract(epoch from now()) * 1000)::float8 as at_ms
        from change_feeds) f)
    select s.feed, s.at_ms, s.is_known, b.booking_code, b.pass_generation, b.plate, b.vehicle_type_id, b.start_time, b.end_time, b.status
    from snapshot s left join bookings b on b.park_id = ${park_id}
      and b.end_time > ${past} and b.start_time < ${ahead} and b.status not in ('pending', 'expired')
      and (not s.is_known or b.listed_at >= to_timestamp(${((cursor?.at_ms ?? 0) - overlap_ms) / 1_000})
        or b.start_time >= to_timestamp(${cursor?.ahead_s ?? 0}))
    order by b.start_time, b.booking_code`.execute(db)
  const [{ feed, at_ms, is_known }] = rows as [(typeof rows)[number]]
  const items = rows.filter(({ booking_code }) => booking_code !== null)
  return {
    feed,
    at_ms,
    complete: !is_known,
    items: items.map(({ feed: _feed, at_ms: _at, is_known: _known, ...row }) => row),
  }
}
