import { sql, type RawBuilder } from 'kysely'
import type { ErrorCode } from '#contract/errors.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import type { AuditedChange } from '#server/features/access/audit.ts'
import { signatureOf } from '#server/features/access/contacts.ts'
import { AppError } from '#server/http/errors.ts'

/* Items that staff moves from state to state and writes notes on: leads, discrepancies. */

export interface ItemsWithNotes<State extends string> {
  table: string
  /** The state of an item `i`. */
  state: RawBuilder<State>
  notes: { table: string; itemId: string }
  notFound: ErrorCode
}

interface ItemNote<State> {
  id: string
  /** The author's name; null once the account is gone. */
  author: string | null
  /** The state that the item got with the note. */
  state: State | null
  body: string | null
  created_at: string
}

/** The notes of each item, oldest first, by item id. */
export async function findNotes<State extends string>(
  db: Db | Tx,
  { notes: { table, itemId } }: ItemsWithNotes<State>,
  ids: readonly string[],
): Promise<Map<string, ItemNote<State>[]>> {
  const { rows } = await sql<Omit<ItemNote<State>, 'created_at'> & { item_id: string; created_at: Date }>`
    select n.${sql.ref(itemId)} as item_id, n.id, ${signatureOf('u')} as author, n.state, n.body, n.created_at
    from ${sql.table(table)} n left join users u on u.id = n.user_id
    where n.${sql.ref(itemId)} = any(${ids}::uuid[]) order by n.created_at, n.id`.execute(db)
  const notes = new Map<string, ItemNote<State>[]>(ids.map((id) => [id, []]))
  for (const { item_id, created_at, ...note } of rows)
    notes.get(item_id)!.push({ ...note, created_at: created_at.toISOString() })
  return notes
}

interface ItemChange<State extends string> {
  state: State | undefined
  note: string | undefined
  /** Throws when the item may not change so. `state` is undefined when it stays. */
  check?: (current: State, state: State | undefined) => void
  /** Stores the new state, if any, in the item's row. */
  update: (state: State | undefined) => Promise<unknown>
}

/**
 * Changes an item's state, adds a note, or both, with author and time, and returns what changed. Notes are never changed.
 * Setting the state that the item already has does nothing, so that two people who do it at once both succeed. Throws the
 * items' `notFound`.
 */
export async function changeItem<State extends string>(
  tx: Tx,
  items: ItemsWithNotes<State>,
  { user_id, now }: { user_id: string; now: Date },
  id: string,
  { state, note, check, update }: ItemChange<State>,
): Promise<AuditedChange[]> {
  const { rows } = await sql<{ state: State }>`
    select ${items.state} as state from ${sql.table(items.table)} i where i.id = ${id} for update`.execute(tx)
  const [item] = rows
  if (item === undefined) throw new AppError(items.notFound)
  const next = state === item.state ? undefined : state
  check?.(item.state, next)
  if (next === undefined && note === undefined) return []
  await update(next)
  const { table, itemId } = items.notes
  await sql`
    insert into ${sql.table(table)} (id, ${sql.ref(itemId)}, user_id, state, body, created_at)
    values (${newId(now.getTime())}, ${id}, ${user_id}, ${next ?? null}, ${note ?? null}, ${now})`.execute(tx)
  return [{ kind: items.table, id, before: { state: item.state }, after: { state: next ?? item.state, note } }]
}
