import { sql, type RawBuilder } from 'kysely'
import { normalizeCode } from '#contract/codes.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { findColleagues, ListWithNotes, RecordNotes } from '#contract/notes/desk.ts'
import type { Permission } from '#contract/permissions.ts'
import type { Language } from '#contract/places/places.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { isUuid, newId } from '#server/database/ids.ts'
import { containsPattern } from '#server/database/like.ts'
import type { Deps } from '#server/deps.ts'
import type { AuditedChange } from '#server/features/access/audit.ts'
import { colleagueName, isVisibleCustomer } from '#server/features/access/contacts.ts'
import { readAccess } from '#server/features/access/roles.ts'
import { withinBranches, withinParks } from '#server/features/access/scope-condition.ts'
import { notifyStaff } from '#server/features/notifications/staff-notices.ts'
import { noScope, type Access } from '#server/http/caller.ts'
import { AppError } from '#server/http/errors.ts'

/** Who reads or writes notes, and when. */
export interface NoteReader {
  user_id: string
  access: Access
  language: Language
  now: Date
}

interface RecordOfNotes {
  id: string
  /** Its code; null for a customer. */
  title: string | null
  branch_id: string | null
  partner_id: string | null
}

type NotePermission = Extract<Permission, `notes.${string}`>
type Viewer = Pick<NoteReader, 'access' | 'now'>

interface NoteSource {
  /** The table of its notes, and its column with the record. */
  table: 'customer_notes' | 'booking_notes' | 'order_notes'
  column: 'customer_id' | 'booking_id' | 'order_id'
  /** What the audit log calls the record. */
  kind: string
  /** The record by an id or a code, for those who may view it and have the permission at its place. */
  find: (handle: string, viewer: Viewer, permission: NotePermission) => RawBuilder<RecordOfNotes>
}

const nothing = sql<boolean>`false`
const byId = (column: string, handle: string) =>
  isUuid(handle) ? sql<boolean>`${sql.ref(column)} = ${handle}::uuid` : nothing
const byIdOrCode = (id: string, code: string, handle: string) =>
  isUuid(handle) ? byId(id, handle) : sql<boolean>`${sql.ref(code)} = ${normalizeCode(handle)}`

const sources: Record<ListWithNotes, NoteSource> = {
  customers: {
    table: 'customer_notes',
    column: 'customer_id',
    kind: 'user',
    find: (handle, { access, now }, permission) => sql<RecordOfNotes>`
      select u.id, null::text as title, null::uuid as branch_id, null::uuid as partner_id from users u
      where ${byId('u.id', handle)} and u.erased_at is null and ${isVisibleCustomer('u', access, now)}
        and ${access.has(permission) ? sql`true` : nothing}`,
  },
  bookings: {
    table: 'booking_notes',
    column: 'booking_id',
    kind: 'booking',
    find: (handle, { access }, permission) => sql<RecordOfNotes>`
      select b.id, b.booking_code as title, null::uuid as branch_id, p.partner_id
      from bookings b join parks p on p.id = b.park_id
      where ${byIdOrCode('b.id', 'b.booking_code', handle)}
        and ${withinParks('p', access.get('bookings.view') ?? noScope)}
        and ${withinParks('p', access.get(permission) ?? noScope)}`,
  },
  'online-orders': {
    table: 'order_notes',
    column: 'order_id',
    kind: 'order',
    find: (handle, { access }, permission) => sql<RecordOfNotes>`
      select o.id, o.order_number as title, o.branch_id, null::uuid as partner_id from orders o
      where ${byIdOrCode('o.id', 'o.order_number', handle)}
        and ${withinBranches(sql.ref('o.branch_id'), access.get('orders.view') ?? noScope)}
        and ${withinBranches(sql.ref('o.branch_id'), access.get(permission) ?? noScope)}`,
  },
}

export interface NoteAddress {
  list: ListWithNotes
  id: string
}

async function findRecord(db: Db | Tx, { list, id }: NoteAddress, viewer: Viewer, permission: NotePermission) {
  const { rows } = await sources[list].find(id, viewer, permission).execute(db)
  return rows[0]
}

/** Throws `not_found`, also for a record of another place. */
async function getRecord(db: Db | Tx, address: NoteAddress, viewer: Viewer, permission: NotePermission) {
  const record = await findRecord(db, address, viewer, permission)
  if (record === undefined) throw new AppError('not_found')
  return record
}

/** Returns the notes of a record, newest first. Throws `not_found`. */
export async function readNotes(
  db: Db | Tx,
  address: NoteAddress,
  reader: NoteReader,
  permission: NotePermission = 'notes.view',
): Promise<RecordNotes> {
  const { id } = await getRecord(db, address, reader, permission)
  const { table, column } = sources[address.list]
  const { rows } = await sql<{ id: string; text: string; author: string | null; created_at: Date }>`
    select n.id, n.text, n.created_at, ${colleagueName('u', reader.access)} as author
    from ${sql.table(table)} n left join users u on u.id = n.user_id and u.erased_at is null
    where n.${sql.ref(column)} = ${id}::uuid order by n.created_at desc, n.id desc limit 200`.execute(db)
  return { items: rows.map(({ created_at, ...note }) => ({ ...note, created_at: created_at.toISOString() })) }
}

/** Adds a note and shows it to those whom it mentions, as far as they may read it. Throws `not_found`. */
export async function addNote(
  tx: Tx,
  deps: Deps,
  author: NoteReader,
  address: NoteAddress,
  { text, mentions = [] }: { text: string; mentions?: readonly string[] | undefined },
): Promise<{ answer: RecordNotes; changes: AuditedChange[] }> {
  const { now, user_id } = author
  const record = await getRecord(tx, address, author, 'notes.create')
  const { table, column, kind } = sources[address.list]
  const { branch_id, partner_id, title } = record
  await sql`
    insert into ${sql.table(table)} (id, ${sql.ref(column)}, user_id, text, created_at)
    values (${newId(now.getTime())}, ${record.id}, ${user_id}, ${text}, ${now})`.execute(tx)
  const readers = await selectReaders(tx, mentions, address, now)
  const others = readers.filter((id) => id !== user_id)
  const { rows } = await sql<{ who: string | null }>`
    select ${colleagueName('u', author.access)} as who from users u where u.id = ${user_id}`.execute(tx)
  const who = rows[0]?.who ?? ''
  // A notice names no customer, as it outlives their account.
  const named = title === null ? { kind: 'mentioned_customer' as const, params: { who } } : undefined
  const news = named ?? { kind: 'mentioned' as const, params: { who, number: title! } }
  const path = `${address.list}/${title ?? record.id}`
  await notifyStaff(tx, deps, others, { ...news, branch_id, record_id: record.id, path }, now)
  // The text stays out of the log, which outlives the record.
  const changes = [{ kind, id: record.id, branch_id, partner_id }]
  return { answer: await readNotes(tx, address, author, 'notes.create'), changes }
}

/** Those of some accounts in use who may read the notes of a record. */
async function selectReaders(db: Db | Tx, ids: readonly string[], address: NoteAddress, now: Date): Promise<string[]> {
  if (ids.length === 0) return []
  const people = await db
    .selectFrom('users')
    .select('id')
    .where('id', 'in', [...new Set(ids)])
    .where('erased_at', 'is', null)
    .where('disabled_at', 'is', null)
    .execute()
  const readers: string[] = []
  for (const { id } of people) {
    const { access } = await readAccess(db, id)
    if ((await findRecord(db, address, { access, now }, 'notes.view')) !== undefined) readers.push(id)
  }
  return readers
}

const most_colleagues = 8

/** Finds colleagues by a part of their name who may read the notes of a record, without the caller. Throws `not_found`. */
export async function findMentionable(
  db: Db,
  address: NoteAddress,
  author: NoteReader,
  search: string | undefined,
): Promise<AnswerOf<typeof findColleagues>> {
  await getRecord(db, address, author, 'notes.create')
  const name = colleagueName('u', author.access)
  const { rows } = await sql<{ id: string; name: string; role: string }>`
    select u.id, ${name} as name, min(${sql.ref(author.language === 'fr' ? 'r.name_fr' : 'r.name')}) as role
    from users u join role_assignments a on a.user_id = u.id join roles r on r.id = a.role_id
    where u.id <> ${author.user_id}::uuid and u.erased_at is null and u.disabled_at is null
      and exists (select from role_assignments h join role_permissions p on p.role_id = h.role_id
        where h.user_id = u.id and p.permission = 'notes.view')
      and ${search === undefined ? sql`${name} is not null` : sql`${name} ilike ${containsPattern(search)}`}
    group by u.id order by 2, u.id limit ${4 * most_colleagues}`.execute(db)
  const ids = await selectReaders(
    db,
    rows.map(({ id }) => id),
    address,
    author.now,
  )
  return { items: rows.filter(({ id }) => ids.includes(id)).slice(0, most_colleagues) }
}
