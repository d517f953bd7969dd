import { sql } from 'kysely'
import type { Db } from '#server/database/connect.ts'
import { timelineNow } from '#server/database/timeline.ts'

/** Changes to apply: single parks, or everything of a kind. */
export interface Changes {
  parks: ReadonlySet<string>
  allParks: boolean
  places: boolean
  reference: boolean
}

/**
 * Read position: all changes of `timeline` up to `batch`, and of those that had no number yet the ones in `seen`. The epoch
 * is another one after a restore.
 */
export interface Cursor {
  timeline: string
  epoch: string
  batch: bigint
  seen: readonly string[]
}

/** Returns the cursor to continue from; call it before loading everything. */
export async function currentCursor(db: Db): Promise<Cursor> {
  const { rows } = await sql<{ batch: bigint; epoch: string; timeline: string }>`
    select last_batch as batch, epoch::text as epoch, ${timelineNow} as timeline from change_feeds`.execute(db)
  return { ...rows[0]!, seen: [] }
}

interface ChangeRow {
  epoch: string
  timeline: string
  id: string | null
  batch: bigint | null
  what: 'park' | 'parks' | 'places' | 'reference'
  park_id: string | null
}

/**
 * Returns the changes of transactions committed since, undefined where another server was promoted or a backup restored
 * meanwhile. Nothing is missed, however long a transaction runs, and no transaction waits: a change is read as soon as it
 * can be seen, and gets its number only then (`numberChanges`).
 */
export async function readChanges(
  db: Db,
  { timeline, epoch, batch, seen }: Cursor,
): Promise<{ changes: Changes; cursor: Cursor } | undefined> {
  const { rows } = await sql<ChangeRow>`
    select f.epoch::text as epoch, ${timelineNow} as timeline, c.id, c.batch, c.what, c.park_id
    from change_feeds f left join index_changes c on c.batch > ${String(batch)}::bigint or c.batch is null`.execute(db)
  const { timeline: now, epoch: here } = rows[0]!
  if (now !== timeline || here !== epoch) return undefined
  const passed = new Set(seen)
  const found = rows.filter(({ id }) => id !== null && !passed.has(id))
  const parks = found.filter(({ what, park_id }) => what === 'park' && park_id !== null)
  const last = rows.reduce((highest, row) => (row.batch !== null && row.batch > highest ? row.batch : highest), batch)
  const unnumbered = rows.filter((row) => row.id !== null && row.batch === null)
  return {
    changes: {
      parks: new Set(parks.map(({ park_id }) => park_id!)),
      allParks: found.some(({ what }) => what === 'parks'),
      places: found.some(({ what }) => what === 'places'),
      reference: found.some(({ what }) => what === 'reference'),
    },
    cursor: { timeline, epoch, batch: last, seen: unnumbered.map(({ id }) => id!) },
  }
}

/**
 * Numbers the changes that can be seen and have no number yet. The row of the feed stays locked until this is committed, so
 * that no lower number appears after a higher one.
 */
export async function numberChanges(db: Db): Promise<void> {
  await sql`
    with next as (
      update change_feeds set last_batch = last_batch + 1 returning last_batch)
    update index_changes c set batch = next.last_batch from next where c.batch is null`.execute(db)
}

/**
 * Deletes changes that every process has read: those up to an old `batch`, except the last of them, which proves to a
 * snapshot (`snapshot.ts`) that nothing later was deleted. Also those that only servers of the release before read, up to
 * the last that there was then.
 */
export async function forgetChanges(db: Db, { batch, xid }: { batch: bigint; xid: bigint }): Promise<void> {
  await sql`delete from index_changes
    where batch < (select max(batch) from index_changes where batch <= ${String(batch)}::bigint)`.execute(db)
  await sql`delete from park_changes where xid < ${String(xid)}::bigint`.execute(db)
}

/** The last change written for servers of the release before; 0 where there is none. */
export async function findLastOldChange(db: Db): Promise<bigint> {
  const { rows } = await sql<{ xid: bigint }>`
    select coalesce(max(xid), 0)::bigint as xid from park_changes`.execute(db)
  return rows[0]!.xid
}
