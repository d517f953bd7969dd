import { sql, type Insertable, type RawBuilder } from 'kysely'
import type { BookingStatus } from '#contract/bookings/bookings.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { newCode, newId } from '#server/database/ids.ts'
import type { BookingsTable } from '#server/database/tables.ts'
import { AppError } from '#server/http/errors.ts'

export type ActorKind = 'driver' | 'guard' | 'camera' | 'staff' | 'clock'
/** Who makes a change; `camera` (at the gate) and `clock` (a job) have no id. */
export interface Actor {
  kind: ActorKind
  id: string | null
}

interface Transition {
  from: BookingStatus | null
  to: BookingStatus
  cause: string
  who: readonly ActorKind[]
}

/** All transitions between booking statuses. */
export const transitions = [
  { from: null, to: 'pending', cause: 'held', who: ['driver'] },
  { from: null, to: 'active', cause: 'booked', who: ['driver'] },
  { from: 'pending', to: 'active', cause: 'paid', who: ['driver'] },
  { from: 'pending', to: 'expired', cause: 'hold_over', who: ['clock'] },
  { from: 'pending', to: 'expired', cause: 'given_up', who: ['driver'] },
  { from: 'pending', to: 'expired', cause: 'park_cancelled', who: ['staff'] },
  { from: 'pending', to: 'expired', cause: 'event_cancelled', who: ['staff'] },
  { from: 'active', to: 'checked_in', cause: 'arrived', who: ['driver', 'guard', 'camera', 'staff', 'clock'] },
  { from: 'active', to: 'cancelled', cause: 'cancelled', who: ['driver'] },
  { from: 'active', to: 'cancelled', cause: 'cannot_park', who: ['driver', 'staff'] },
  { from: 'active', to: 'cancelled', cause: 'park_cancelled', who: ['staff'] },
  { from: 'active', to: 'cancelled', cause: 'event_cancelled', who: ['staff'] },
  { from: 'active', to: 'no_show', cause: 'never_came', who: ['clock'] },
  { from: 'no_show', to: 'checked_in', cause: 'scanned', who: ['guard', 'camera'] },
  { from: 'checked_in', to: 'cancelled', cause: 'cannot_park', who: ['driver', 'staff'] },
  { from: 'checked_in', to: 'completed', cause: 'left', who: ['driver', 'guard', 'camera', 'staff', 'clock'] },
  { from: 'checked_in', to: 'overstayed', cause: 'stayed_over', who: ['clock'] },
  { from: 'overstayed', to: 'completed', cause: 'left', who: ['driver', 'guard', 'camera', 'staff', 'clock'] },
] as const satisfies readonly Transition[]

export type Cause = (typeof transitions)[number]['cause']

export function isTransitionAllowed(
  from: BookingStatus | null,
  to: BookingStatus,
  cause: Cause,
  who: ActorKind,
): boolean {
  const table: readonly Transition[] = transitions
  return table.some((row) => row.from === from && row.to === to && row.cause === cause && row.who.includes(who))
}

export type NewBooking = Omit<Insertable<BookingsTable>, 'id' | 'booking_code' | 'status' | 'created_at'>
interface InitialState {
  status: BookingStatus
  cause: Cause
  actor: Actor
  now: Date
}
export interface BookingHandles {
  id: string
  booking_code: string
}

/** Returns a new booking's id and code. */
export const createHandles = (now: Date): BookingHandles => ({ id: newId(now.getTime()), booking_code: newCode() })

/**
 * Inserts bookings in their initial state, with their first history entry. Violates `bookings_booking_code_key` if a
 * code exists.
 */
export async function insertBookings(
  tx: Tx,
  bookings: readonly { handles: BookingHandles; booking: NewBooking; initial: InitialState }[],
): Promise<void> {
  for (const { initial } of bookings)
    if (!isTransitionAllowed(null, initial.status, initial.cause, initial.actor.kind))
      throw new AppError('invalid_transition')
  const rows = bookings.map(({ handles, booking, initial }) => ({
    ...booking,
    ...handles,
    lines: JSON.parse(booking.lines) as unknown,
    total_minor: String(booking.total_minor),
    status: initial.status,
    created_at: initial.now,
  }))
  const history = bookings.map(({ handles, initial: { status, cause, actor, now } }) =>
    toHistoryRow({ id: handles.id, from: null, to: status, cause, actor, at: now }),
  )
  // All rows as one parameter: one parameter per value costs more than the insert itself.
  await sql`
    with inserted as (${insertRows('bookings', rows)})
    ${insertRows('booking_history', history)}`.execute(tx)
}

function insertRows(table: 'bookings' | 'booking_history', rows: readonly object[]): RawBuilder<unknown> {
  const columns = sql.join(Object.keys(rows[0]!).map((name) => sql.ref(name)))
  return sql`
    insert into ${sql.table(table)} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`
}

/**
 * Changes a booking's status and records it in the history. Throws `invalid_transition` for a transition that is not in
 * the table, or if the status has changed since it was read. `at` is when the change takes effect, possibly in the
 * past.
 */
export async function transition(
  tx: Tx,
  booking: { id: string; status: BookingStatus },
  { to, cause, actor, at, detail }: { to: BookingStatus; cause: Cause } & Happening,
): Promise<void> {
  const { id, status: from } = booking
  if (!isTransitionAllowed(from, to, cause, actor.kind)) throw new AppError('invalid_transition')
  const moved = await tx
    .updateTable('bookings')
    .set({ status: to })
    .where('id', '=', id)
    .where('status', '=', from)
    .returning('id')
    .executeTakeFirst()
  if (moved === undefined) throw new AppError('invalid_transition')
  await insertHistory(tx, { id, from, to, cause, actor, at, ...(detail && { detail }) })
}

/** Returns when a booking was last changed, or made. */
export async function getLastChange(tx: Tx, id: string): Promise<Date> {
  const { at } = await tx
    .selectFrom('booking_history')
    .select('at')
    .where('booking_id', '=', id)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return at
}

/** Returns when a booking or hold was paid; undefined while it is not. */
export async function findPaidAt(db: Db | Tx, id: string): Promise<Date | undefined> {
  const paid = await db
    .selectFrom('booking_history')
    .select('at')
    .where('booking_id', '=', id)
    .where('to_status', '=', 'active')
    .orderBy('at')
    .limit(1)
    .executeTakeFirst()
  return paid?.at
}

/** Changes other than the status that the history records. */
export const bookingChanges = [
  'extended',
  'auto_extended',
  'auto_extend_failed',
  'plate_changed',
  'overstay_charged',
  'charge_returned',
  'due_paid',
  'goodwill',
  'report_waiting',
  'report_accepted',
  'report_refused',
] as const
export type BookingChange = (typeof bookingChanges)[number]

/** Records a change that keeps the status. */
export const recordChange = (
  tx: Tx,
  booking: { id: string; status: BookingStatus },
  change: { cause: BookingChange; detail: HistoryDetail } & Happening,
): Promise<void> => {
  const { id, status } = booking
  return insertHistory(tx, { id, from: status, to: status, ...change })
}

type HistoryDetail = Record<string, string | number>
/** Who changes a booking, and when. */
interface Happening {
  actor: Actor
  at: Date
  detail?: HistoryDetail | undefined
}

interface HistoryEntry {
  id: string
  from: BookingStatus | null
  to: BookingStatus
  cause: Cause | BookingChange
  actor: Actor
  at: Date
  detail?: HistoryDetail
}

const toHistoryRow = ({ id, from, to, cause, actor, at, detail }: HistoryEntry) => ({
  id: newId(at.getTime()),
  booking_id: id,
  from_status: from,
  to_status: to,
  cause,
  actor: actor.kind,
  actor_id: actor.id,
  at,
  detail: detail ?? null,
})

/** The clocks of two servers may differ a little, so an entry takes at least the time of the one before. */
async function insertHistory(tx: Tx, entry: HistoryEntry): Promise<void> {
  const { detail, at, ...row } = toHistoryRow(entry)
  await tx
    .insertInto('booking_history')
    .values({
      ...row,
      at: sql<Date>`greatest(${at}::timestamptz, (select max(h.at) from booking_history h where h.booking_id = ${entry.id}))`,
      detail: detail === null ? null : JSON.stringify(detail),
    })
    .execute()
}
