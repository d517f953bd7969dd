import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { type BulkChange, type BulkReport, undo_hours } from '#contract/desk/bulk-changes.ts'
import { hour_ms } from '#contract/time.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import { AppError } from '#server/http/errors.ts'

/* What changed many records as one: stored with what stood there before, so that it can be undone as one. */

type BulkArea = 'items' | 'parks'

interface Row {
  id: string
  source: BulkChange['source']
  name: string
  actor: string | null
  changed: number
  added: number
  at: Date
  undone_at: Date | null
}

const shown = 20

const toChange = ({ at, undone_at, ...row }: Row, now: Date): BulkChange => {
  const until = new Date(at.getTime() + undo_hours * hour_ms)
  return {
    ...row,
    at: at.toISOString(),
    undo: undone_at !== null ? 'undone' : until <= now ? 'expired' : 'possible',
    undo_until: until.toISOString(),
  }
}

/** Returns the last changes of an area, the newest first: one of them, or those of one person. */
export async function findBulkChanges(
  db: Db | Tx,
  area: BulkArea,
  now: Date,
  { id = null, actor_id = null }: { id?: string | null; actor_id?: string | null } = {},
): Promise<BulkChange[]> {
  const { rows } = await sql<Row>`
    select b.id, b.source, b.name, nullif(trim(concat_ws(' ', u.first_name, u.last_name)), '') as actor, b.changed, b.added, b.at, b.undone_at
    from bulk_changes b left join users u on u.id = b.actor_id
    where b.area = ${area} and (${id}::uuid is null or b.id = ${id}::uuid)
      and (${actor_id}::uuid is null or b.actor_id = ${actor_id}::uuid)
    order by b.at desc, b.id desc limit ${shown}`.execute(db)
  return rows.map((row) => toChange(row, now))
}

/** A change to be stored. `content` is what its area needs to undo it: plain JSON. */
interface NewBulkChange {
  area: BulkArea
  source: BulkChange['source']
  name: string
  changed: number
  added: number
  content: object
}
interface By {
  user_id: string
  now: Date
}

/** Stores a change that was made in the same transaction. */
export async function storeBulkChange(
  tx: Tx,
  { content, ...change }: NewBulkChange,
  { user_id, now }: By,
): Promise<BulkChange> {
  const id = newId(now.getTime())
  await tx
    .insertInto('bulk_changes')
    .values({
      id,
      ...change,
      name: change.name.slice(0, 200),
      actor_id: user_id,
      content: JSON.stringify(content),
      at: now,
    })
    .execute()
  const [stored] = await findBulkChanges(tx, change.area, now, { id })
  return stored!
}

/**
 * Locks a change for its undoing, marks it as undone and returns what was stored with it. Throws `not_found`,
 * `undo_done` and `undo_expired`.
 */
export async function takeBulkChange<T>(tx: Tx, area: BulkArea, id: string, now: Date): Promise<T> {
  const { rows } = await sql<{ content: T; at: Date; undone_at: Date | null }>`
    select content, at, undone_at from bulk_changes where id = ${id}::uuid and area = ${area} for update`.execute(tx)
  const [row] = rows
  if (row === undefined) throw new AppError('not_found')
  if (row.undone_at !== null) throw new AppError('undo_done')
  if (row.at.getTime() + undo_hours * hour_ms <= now.getTime()) throw new AppError('undo_expired')
  await tx.updateTable('bulk_changes').set({ undone_at: now }).where('id', '=', id).execute()
  return row.content
}

/** Refuses to undo where records were changed since, naming the first of them. */
export function requireUnchanged(changed: readonly string[]): void {
  if (changed.length === 0) return
  throw new AppError('undo_changed', { count: changed.length, names: changed.slice(0, 5).join(', ') })
}

/** A short text that two plans share only if they do the same. */
export const digestOf = (plan: unknown): string =>
  createHash('sha256').update(JSON.stringify(plan)).digest('base64url').slice(0, 43)

/** What is the same in each report before something is stored. */
export const emptyReport: Omit<BulkReport, 'digest' | 'rows'> = {
  stored: false,
  is_stale: false,
  added: 0,
  changed: 0,
  unchanged: 0,
  refused: 0,
  prices: 0,
  stocks: 0,
  in_carts: 0,
  carts: 0,
  change: null,
}
