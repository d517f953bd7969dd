import { sql, type Insertable, type RawBuilder } from 'kysely'
import type { BookingStatus } from '#contract/bookings/bookings.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { newCode, newId } from '#server/database/ids.ts'
import type { BookingsTable } from '#server/database/tables.ts'
import { AppError } from '#server/http/errors.ts'
import type { BookingMailTopic } from '../documents/mails.ts'

export type ActorKind = 'driver' | 'guard' | 'camera' | 'staff' | 'clock'
/** Who makes a change; `camera` (at the gate) and `clock` (a job) have no id. */
export interface Actor {
  kind: ActorKind
  id: string | null
}

/** How a transition went, where its mail depends on it. */
export type Outcome = 'bought' | 'moved' | 'rescheduled' | 'refunded' | 'waiting' | 'alone' | 'in_series'

/** What follows a transition or a change, beside its entry in the history. */
interface Effects {
  /** The mail to the driver, for each outcome where there are several. */
  mail: BookingMailTopic | null | Readonly<Partial<Record<Outcome, BookingMailTopic | null>>>
  /** The notice to staff, under their bell, that is raised or settled by it. */
  notice?: 'raised' | 'settled'
}

interface Transition extends Effects {
  from: BookingStatus | null
  to: BookingStatus
  cause: string
  who: readonly ActorKind[]
}

const everybody = ['driver', 'guard', 'camera', 'staff', 'clock'] as const
/** A driver who takes the space that we found elsewhere hears of it with the booking of that space. */
const reported = { refunded: 'cancelled', waiting: null, moved: null } as const

/** Bookings of a series that are made or cancelled together have one mail (`series-mails.ts`), as one that is moved has. */
const cancelled = { alone: 'cancelled', in_series: null, rescheduled: null } as const

/** All transitions between booking statuses, and the mail of each; all are written into the history. */
export const transitions = [
  { from: null, to: 'pending', cause: 'held', who: ['driver'], mail: null },
  {
    from: null,
    to: 'active',
    cause: 'booked',
    who: ['driver', 'staff'],
    mail: { bought: 'booked', moved: 'moved', rescheduled: 'rescheduled', in_series: null },
  },
  { from: 'pending', to: 'active', cause: 'paid', who: ['driver'], mail: 'booked' },
  { from: 'pending', to: 'expired', cause: 'hold_over', who: ['clock'], mail: null },
  { from: 'pending', to: 'expired', cause: 'given_up', who: ['driver'], mail: null },
  { from: 'pending', to: 'expired', cause: 'park_cancelled', who: ['staff'], mail: null },
  { from: 'pending', to: 'expired', cause: 'event_cancelled', who: ['staff'], mail: null },
  { from: 'active', to: 'checked_in', cause: 'arrived', who: everybody, mail: null },
  { from: 'active', to: 'cancelled', cause: 'cancelled', who: ['driver', 'staff'], mail: cancelled },
  { from: 'active', to: 'cancelled', cause: 'cannot_park', who: ['driver', 'staff'], mail: reported },
  { from: 'active', to: 'cancelled', cause: 'park_cancelled', who: ['staff'], mail: 'cancelled_by_park' },
  { from: 'active', to: 'cancelled', cause: 'event_cancelled', who: ['staff'], mail: 'event_cancelled' },
  { from: 'active', to: 'no_show', cause: 'never_came', who: ['clock'], mail: null },
  { from: 'no_show', to: 'checked_in', cause: 'scanned', who: ['guard', 'camera'], mail: null },
  { from: 'checked_in', to: 'cancelled', cause: 'cannot_park', who: ['driver', 'staff'], mail: reported },
  { from: 'checked_in', to: 'completed', cause: 'left', who: everybody, mail: null },
  { from: 'checked_in', to: 'overstayed', cause: 'stayed_over', who: ['clock'], mail: null },
  { from: 'overstayed', to: 'completed', cause: 'left', who: everybody, mail: null },
] as const satisfies readonly Transition[]

export type Cause = (typeof transitions)[number]['cause']

/** Changes that keep the status, and what follows each. Those of a space that is only reserved are not mailed. */
export const bookingChanges = {
  extended: { mail: 'extended' },
  auto_extended: { mail: null },
  auto_extend_failed: { mail: 'extend_failed' },
  auto_extend_met: { mail: null },
  times_offered: { mail: 'times_offered' },
  offer_declined: { mail: null },
  offer_withdrawn: { mail: null },
  plate_changed: { mail: 'plate_changed' },
  overstay_charged: { mail: 'overstayed' },
  charge_returned: { mail: 'charge_returned' },
  due_paid: { mail: null },
  goodwill: { mail: 'goodwill' },
  refunded: { mail: 'refunded' },
  report_waiting: { mail: 'report_waiting', notice: 'raised' },
  report_accepted: { mail: 'report_accepted', notice: 'settled' },
  report_refused: { mail: 'report_refused', notice: 'settled' },
} as const satisfies Readonly<Record<string, Effects>>
export type BookingChange = keyof typeof bookingChanges

type StepOf<Row> = Row extends { to: infer To; cause: infer Why } ? { to: To; cause: Why } : never
type SilentRow = Extract<(typeof transitions)[number], { mail: null }>
/** A transition without effects beside its history; those with effects are made by `transitionAndNotify`. */
type SilentStep = StepOf<SilentRow>
export type NotifiedStep = StepOf<Exclude<(typeof transitions)[number], SilentRow>>
type SilentChange = {
  [C in BookingChange]: (typeof bookingChanges)[C] extends { mail: null } ? C : never
}[BookingChange]
export type NotifiedChange = Exclude<BookingChange, SilentChange>

/** The row of a transition for this cause by this actor; undefined where there is none. */
export function findTransition(
  from: BookingStatus | null,
  to: BookingStatus,
  cause: Cause,
  who: ActorKind,
): Transition | undefined {
  const table: readonly Transition[] = transitions
  return table.find((row) => row.from === from && row.to === to && row.cause === cause && row.who.includes(who))
}

export const isTransitionAllowed = (...change: Parameters<typeof findTransition>): boolean =>
  findTransition(...change) !== undefined

/** The mail of a transition or change that went so; null for none. */
export const findMail = ({ mail }: Effects, outcome: Outcome | undefined): BookingMailTopic | null =>
  typeof mail === 'object' && mail !== null ? (mail[outcome!] ?? null) : mail

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

/** Makes a transition that only the history tells of. Throws as `storeTransition`. */
export const transition = (
  tx: Tx,
  booking: { id: string; status: BookingStatus },
  step: SilentStep & Happening,
): Promise<unknown> => storeTransition(tx, booking, step)

/**
 * Changes a booking's status and records it in the history. Throws `invalid_transition` for a transition that is not in
 * the table, or if the status has changed since it was read. `at` is when the change takes effect, possibly in the
 * past. Returns the row of the table; for `transition` and `transitionAndNotify` alone.
 */
export async function storeTransition(
  tx: Tx,
  booking: { id: string; status: BookingStatus },
  { to, cause, actor, at, detail }: { to: BookingStatus; cause: Cause } & Happening,
): Promise<Transition> {
  const { id, status: from } = booking
  const row = findTransition(from, to, cause, actor.kind)
  if (row === undefined) throw new AppError('invalid_transition')
  const moved = await tx
    .updateTable('bookings')
    .set({ status: to })
    .where('id', '=', id)
    .where('status', '=', from)
    .returning('id')
    .executeTakeFirst()
  if (moved === undefined) throw new AppError('invalid_transition')
  await insertHistory(tx, { id, from, to, cause, actor, at, ...(detail && { detail }) })
  return row
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

/** Records a change that keeps the status, of which only the history tells. */
export const recordChange = (
  tx: Tx,
  booking: { id: string; status: BookingStatus },
  change: { cause: SilentChange } & Happening,
): Promise<void> => storeChange(tx, booking, change)

/** Writes a change that keeps the status into the history; for `recordChange` and `recordChangeAndNotify` alone. */
export const storeChange = (
  tx: Tx,
  { id, status }: { id: string; status: BookingStatus },
  change: { cause: BookingChange } & Happening,
): Promise<void> => insertHistory(tx, { id, from: status, to: status, ...change })

type HistoryDetail = Record<string, string | number>
/** Who changes a booking, and when. */
export interface Happening {
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
  detail?: HistoryDetail | undefined
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
