import { sql, type RawBuilder } from 'kysely'
import type { ErrorCode } from '#contract/errors.ts'
import { toPage, type Page } from '#contract/fields.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import { containsPattern } from '#server/database/like.ts'
import type { AuditedChange } from '#server/features/access/audit.ts'
import { AppError } from '#server/http/errors.ts'

/* Lists that staff works through (leads, money discrepancies): filters, search, pages, states, and notes on each item. */

export type StaffList<State extends string> = {
  /** The items' table. */
  table: string
  /** The table as `i`, with the joins that `searched` needs. Each item must come out once. */
  from: RawBuilder<unknown>
  /** The list is ordered by this time, newest first. */
  listedAt: RawBuilder<Date>
  states: readonly State[]
  /** The state of an item `i`. */
  state: RawBuilder<State>
  /** Text expressions that a search matches, ignoring case. */
  searched: readonly RawBuilder<unknown>[]
  notes: { table: string; itemId: string }
  notFound: ErrorCode
}

export type StaffNote<State> = {
  id: string
  /** The author's address; null once the account is gone. */
  author: string | null
  /** The state that the item got with the note. */
  state: State | null
  body: string | null
  created_at: string
}

type StaffQuery<State> = { page: number; size: number; state?: State | undefined; search?: string | undefined }
type StaffPage<Item, State extends string> = Page<Item> & { counts: Record<State, number> }

/** One page of the items that match, newest first, and the count of all items by state. `findItems` keeps no order. */
export async function listForStaff<Item extends { id: string }, State extends string>(
  db: Db,
  list: StaffList<State>,
  { page, size, state, search }: StaffQuery<State>,
  filters: readonly (RawBuilder<boolean> | undefined)[],
  findItems: (ids: readonly string[]) => Promise<Item[]>,
): Promise<StaffPage<Item, State>> {
  const conditions = [
    state === undefined ? undefined : sql<boolean>`${list.state} = ${state}`,
    search === undefined ? undefined : matches(list, search),
    ...filters,
  ].filter((condition) => condition !== undefined)
  const where = sql.join([sql<boolean>`true`, ...conditions], sql` and `)
  const matched = await sql<{ total: number }>`
    select count(*)::int as total from ${list.from} where ${where}`.execute(db)
  const { rows } = await sql<{ id: string }>`
    select i.id from ${list.from} where ${where}
    order by ${list.listedAt} desc, i.id desc limit ${size} offset ${(page - 1) * size}`.execute(db)
  const items = rows.length === 0 ? [] : await findItems(rows.map(({ id }) => id))
  const byId = new Map(items.map((item) => [item.id, item]))
  const ordered = rows.map(({ id }) => byId.get(id)!)
  return { ...toPage(ordered, matched.rows[0]!.total, page, size), counts: await countByState(db, list) }
}

function matches<State extends string>({ searched }: StaffList<State>, search: string): RawBuilder<boolean> {
  const pattern = containsPattern(search)
  const columns = searched.map((column) => sql`${column} ilike ${pattern}`)
  return sql<boolean>`(${sql.join(columns, sql` or `)})`
}

async function countByState<State extends string>(db: Db, list: StaffList<State>): Promise<Record<State, number>> {
  const { rows } = await sql<{ state: State; count: number }>`
    select ${list.state} as state, count(*)::int as count from ${sql.table(list.table)} i group by 1`.execute(db)
  const counts = new Map(rows.map(({ state, count }) => [state, count]))
  return Object.fromEntries(list.states.map((state) => [state, counts.get(state) ?? 0])) as Record<State, number>
}

/** The notes of each item, oldest first, by item id. */
export async function findNotes<State extends string>(
  db: Db | Tx,
  { notes: { table, itemId } }: StaffList<State>,
  ids: readonly string[],
): Promise<Map<string, StaffNote<State>[]>> {
  const { rows } = await sql<Omit<StaffNote<State>, 'created_at'> & { item_id: string; created_at: Date }>`
    select n.${sql.ref(itemId)} as item_id, n.id, u.email as author, n.state, n.body, n.created_at
    from ${sql.table(table)} n left join users u on u.id = n.user_id
    where n.${sql.ref(itemId)} = any(${ids}::uuid[]) order by n.created_at, n.id`.execute(db)
  const notes = new Map<string, StaffNote<State>[]>(ids.map((id) => [id, []]))
  for (const { item_id, created_at, ...note } of rows)
    notes.get(item_id)!.push({ ...note, created_at: created_at.toISOString() })
  return notes
}

type StaffChange<State extends string> = {
  state: State | undefined
  note: string | undefined
  /** Throws when the item may not change so. `state` is undefined when it stays. */
  check: (current: State, state: State | undefined) => Promise<void> | void
  /** Stores the new state, if any, in the item's row. */
  update: (state: State | undefined) => Promise<unknown>
}

/**
 * Changes an item's state, adds a note, or both, with author and time, and returns what changed. Notes are never changed.
 * Setting the state that the item already has does nothing, so that two people who do it at once both succeed. Throws the
 * list's `notFound`.
 */
export async function changeStaffItem<State extends string>(
  tx: Tx,
  list: StaffList<State>,
  user_id: string,
  id: string,
  { state, note, check, update }: StaffChange<State>,
  now: Date,
): Promise<AuditedChange[]> {
  const { rows } = await sql<{ state: State }>`
    select ${list.state} as state from ${sql.table(list.table)} i where i.id = ${id} for update`.execute(tx)
  const [item] = rows
  if (item === undefined) throw new AppError(list.notFound)
  const next = state === item.state ? undefined : state
  await check(item.state, next)
  if (next === undefined && note === undefined) return []
  await update(next)
  const { table, itemId } = list.notes
  await sql`
    insert into ${sql.table(table)} (id, ${sql.ref(itemId)}, user_id, state, body, created_at)
    values (${newId(now.getTime())}, ${id}, ${user_id}, ${next ?? null}, ${note ?? null}, ${now})`.execute(tx)
  return [{ kind: list.table, id, before: { state: item.state }, after: { state: next ?? item.state, note } }]
}
