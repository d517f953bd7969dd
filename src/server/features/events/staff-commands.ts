import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import type { ParsedBody } from '#contract/endpoint.ts'
import type { createDeskEvent, DeskEvent, updateDeskEvent } from '#contract/events/desk.ts'
import { countryIds } from '#contract/geography.ts'
import type { CountryCode } from '#contract/places/places.ts'
import type { NothingLeft, RequestedColumns } from '#server/database/columns.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { newCode, newId } from '#server/database/ids.ts'
import type { EventsTable } from '#server/database/tables.ts'
import type { Deps } from '#server/deps.ts'
import type { AuditedChange } from '#server/features/access/audit.ts'
import { hashPrivateCode } from '#server/features/access/grants.ts'
import { requireVersion } from '#server/features/access/versions.ts'
import { cancelBookingsOfEvent } from '#server/features/bookings/staff/cancel-for-event.ts'
import { normalizeText } from '#server/features/places/normalize-text.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import { toSearchText } from './queries.ts'
import { findParkingWindow } from './rules.ts'

interface EventChange {
  answer: DeskEvent
  changes: AuditedChange[]
}
type EventInput = ParsedBody<typeof createDeskEvent>

/** Returns an event for staff. Throws `event_not_found`. */
export async function getDeskEvent(db: Db | Tx, id: string, now: Date): Promise<DeskEvent> {
  const row = await db
    .selectFrom('events as e')
    .innerJoin('countries as c', 'c.id', 'e.country_id')
    .select(['e.id', 'e.event_code', 'e.slug', 'e.name', 'e.name_fr', 'e.description', 'e.description_fr', 'e.kind'])
    .select([
      'e.venue',
      'e.city',
      'c.code as country_code',
      'e.lat',
      'e.lng',
      'e.timezone',
      'e.doors_at',
      'e.starts_at',
    ])
    .select(['e.ends_at', 'e.tickets_url', 'e.cancellation', 'e.state', 'e.created_at', 'e.cancelled_at', 'e.version'])
    .select(sql<boolean>`e.private_code_hash is not null`.as('is_private'))
    .select(sql<boolean>`e.example is not null`.as('is_example'))
    .select(sql<number>`(select count(*)::int from bookings where event_id = e.id)`.as('bookings'))
    .select(
      sql<number>`(select count(*)::int from bookings where event_id = e.id and status in ('pending', 'active', 'checked_in', 'overstayed'))`.as(
        'open_bookings',
      ),
    )
    .select(sql<boolean>`exists (select from quotes where event_id = e.id)`.as('is_quoted'))
    .where('e.id', '=', id)
    .executeTakeFirst()
  if (row === undefined) throw new AppError('event_not_found')
  const { is_quoted, ...event } = row
  const parking = findParkingWindow(event)
  const isOver = event.ends_at <= now
  const isUsed = event.bookings > 0 || is_quoted
  const actions = {
    draft: ['update', ...(isOver ? [] : ['publish']), 'reset_code', ...(isUsed ? [] : ['remove'])],
    published: [...(isOver ? [] : ['cancel', 'reset_code']), ...(event.bookings > 0 ? [] : ['unpublish'])],
    cancelled: [],
  }[event.state as DeskEvent['state']]
  return {
    ...event,
    title: event.name,
    kind: event.kind as DeskEvent['kind'],
    country_code: event.country_code as CountryCode,
    cancellation: event.cancellation as DeskEvent['cancellation'],
    state: event.state as DeskEvent['state'],
    doors_at: event.doors_at.toISOString(),
    starts_at: event.starts_at.toISOString(),
    ends_at: event.ends_at.toISOString(),
    parking_from: parking.start.toISOString(),
    parking_until: parking.end.toISOString(),
    created_at: event.created_at.toISOString(),
    cancelled_at: event.cancelled_at?.toISOString() ?? null,
    actions: [...actions, ...(event.is_private && event.state !== 'cancelled' && !isOver ? ['make_public'] : [])],
  }
}

type EventColumns = Omit<
  RequestedColumns<
    EventsTable,
    'id' | 'event_code' | 'created_at' | 'state' | 'version' | 'cancelled_at' | 'private_code_hash' | 'example'
  >,
  'slug'
>

/** Converts a request to columns. Throws 422 for times that are not in order. */
function toColumns({ country_code, doors_at, starts_at, ends_at, ...input }: EventInput): EventColumns {
  const { name, name_fr, description, description_fr, kind, venue, city, lat, lng, timezone, ...others } = input
  const { tickets_url, cancellation, ...rest } = others
  rest satisfies NothingLeft
  const times = { doors_at: new Date(doors_at), starts_at: new Date(starts_at), ends_at: new Date(ends_at) }
  if (times.starts_at < times.doors_at) throw fieldError('starts_at', 'after_doors')
  if (times.ends_at <= times.starts_at) throw fieldError('ends_at', 'end_after_start')
  return {
    name,
    name_fr,
    description,
    description_fr,
    kind,
    venue,
    city,
    lat,
    lng,
    timezone,
    tickets_url,
    cancellation,
    ...times,
    country_id: countryIds[country_code],
    folded: toSearchText(input),
  }
}

/** Returns an address for an event that no other has: its name and day in the venue's time zone. */
async function makeSlug(tx: Tx, { name, starts_at, timezone }: EventColumns, own_id: string): Promise<string> {
  const day = Temporal.Instant.fromEpochMilliseconds(new Date(starts_at).getTime()).toZonedDateTimeISO(timezone)
  const slug = `${normalizeText(name).replaceAll(' ', '-') || 'event'}-${day.toPlainDate().toString()}`
  const taken = await tx
    .selectFrom('events')
    .select('id')
    .where('slug', '=', slug)
    .where('id', '<>', own_id)
    .executeTakeFirst()
  return taken === undefined ? slug : `${slug}-${newCode(4).toLowerCase()}`
}

const describe = ({
  actions: _actions,
  open_bookings: _open,
  bookings: _bookings,
  version: _version,
  ...event
}: DeskEvent) => event

/** Creates a draft. Throws 422 for times that are not in order. */
export async function createEvent(tx: Tx, input: EventInput, now: Date): Promise<EventChange> {
  const id = newId(now.getTime())
  const columns = toColumns(input)
  const slug = await makeSlug(tx, columns, id)
  await tx
    .insertInto('events')
    .values({ ...columns, id, slug, event_code: `E${newCode()}`, state: 'draft', created_at: now })
    .execute()
  const answer = await getDeskEvent(tx, id, now)
  return { answer, changes: [{ kind: 'event', id, after: describe(answer) }] }
}

/** Changes a draft. Throws `event_not_found`, `changed_meanwhile`, `invalid_transition` for an event that is no draft. */
export async function updateEvent(
  tx: Tx,
  id: string,
  { version, ...input }: ParsedBody<typeof updateDeskEvent>,
  now: Date,
): Promise<EventChange> {
  const before = await lockEvent(tx, id, 'update', now)
  await requireVersion(tx, { kind: 'event', id, version: before.version }, version)
  const columns = toColumns(input)
  return storeEvent(tx, before, { ...columns, slug: await makeSlug(tx, columns, id) }, now)
}

/** Deletes a draft. Throws like `updateEvent`. */
export async function deleteEvent(
  tx: Tx,
  id: string,
  version: number,
  now: Date,
): Promise<{ answer: undefined; changes: AuditedChange[] }> {
  const before = await lockEvent(tx, id, 'remove', now)
  await requireVersion(tx, { kind: 'event', id, version: before.version }, version)
  await tx.deleteFrom('events').where('id', '=', id).execute()
  return { answer: undefined, changes: [{ kind: 'event', id, before: describe(before) }] }
}

/** Publishes a draft, or makes an event a draft again. Throws `event_not_found`, `invalid_transition`. */
export async function publishEvent(tx: Tx, id: string, isPublished: boolean, now: Date): Promise<EventChange> {
  const before = await lockEvent(tx, id, isPublished ? 'publish' : 'unpublish', now)
  return storeEvent(tx, before, { state: isPublished ? 'published' : 'draft' }, now)
}

/** Cancels an event with its bookings. Throws `event_not_found`, `invalid_transition`. */
export async function cancelEvent(
  tx: Tx,
  deps: Deps,
  id: string,
  staff: { user_id: string },
  now: Date,
): Promise<EventChange> {
  const before = await lockEvent(tx, id, 'cancel', now)
  const cancelled = await storeEvent(tx, before, { state: 'cancelled', cancelled_at: now }, now)
  const bookings = await cancelBookingsOfEvent(tx, deps, id, staff, now)
  return { answer: await getDeskEvent(tx, id, now), changes: [...cancelled.changes, ...bookings] }
}

/** Gives an event a new private code, which is answered once. Throws `event_not_found`, `invalid_transition`. */
export async function resetCode(tx: Tx, id: string, now: Date): Promise<EventChange> {
  const before = await lockEvent(tx, id, 'reset_code', now)
  const private_code = [newCode(4), newCode(4), newCode(4)].join('-')
  const private_code_hash = await hashPrivateCode(tx, private_code)
  const { answer } = await storeEvent(tx, before, { private_code_hash }, now)
  const changes = [{ kind: 'event', id, before: { is_private: before.is_private }, after: { is_private: true } }]
  return { answer: { ...answer, private_code }, changes }
}

/** Removes the private code. Throws `event_not_found`, `invalid_transition`. */
export async function openToAll(tx: Tx, id: string, now: Date): Promise<EventChange> {
  const before = await lockEvent(tx, id, 'make_public', now)
  return storeEvent(tx, before, { private_code_hash: null }, now)
}

/** Locks an event whose state allows an action. */
async function lockEvent(tx: Tx, id: string, action: string, now: Date): Promise<DeskEvent> {
  await tx.selectFrom('events').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
  const event = await getDeskEvent(tx, id, now)
  if (!event.actions.includes(action)) throw new AppError('invalid_transition')
  return event
}

async function storeEvent(
  tx: Tx,
  before: DeskEvent,
  columns: Partial<EventColumns> & {
    slug?: string
    state?: string
    cancelled_at?: Date
    private_code_hash?: Buffer | null
  },
  now: Date,
): Promise<EventChange> {
  const { id } = before
  await tx
    .updateTable('events')
    .set({ ...columns, version: before.version + 1 })
    .where('id', '=', id)
    .execute()
  const answer = await getDeskEvent(tx, id, now)
  return { answer, changes: [{ kind: 'event', id, before: describe(before), after: describe(answer) }] }
}
