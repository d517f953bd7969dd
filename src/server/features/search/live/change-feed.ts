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

/** Read position: all transactions of `timeline` below `xmin`, and of later ones those in `seen`. */
export interface Cursor {
  timeline: string
  xmin: bigint
  seen: readonly bigint[]
}

/** Returns the cursor to continue from; call it before loading everything. */
export async function currentCursor(db: Db): Promise<Cursor> {
  const { rows } = await sql<{ xmin: bigint; timeline: string }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as xmin, ${timelineNow} as timeline`.execute(db)
  return { ...rows[0]!, seen: [] }
}

interface ChangeRow {
  xmin: bigint
  timeline: string
  xid: bigint | null
  what: 'park' | 'parks' | 'places' | 'reference'
  park_id: string
}

/**
 * Returns the changes of transactions committed since, undefined where another server was promoted meanwhile. The cursor
 * never passes the oldest running transaction, so late commits are not missed and long ones block nobody.
 */
export async function readChanges(
  db: Db,
  { timeline, xmin, seen }: Cursor,
): Promise<{ changes: Changes; cursor: Cursor } | undefined> {
  const { rows } = await sql<ChangeRow>`
    select s.xmin, s.timeline, c.xid, c.what, c.park_id
    from (select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as xmin, ${timelineNow} as timeline) s
    left join park_changes c on c.xid >= ${String(xmin)}::bigint and c.xid <> all(${seen.map(String)}::text[]::bigint[])
  `.execute(db)
  const { timeline: now, xmin: next } = rows[0]!
  if (now !== timeline) return undefined
  const found = rows.filter(({ xid }) => xid !== null)
  const all = new Set([...seen, ...found.map(({ xid }) => xid!)])
  return {
    changes: {
      parks: new Set(found.filter(({ what }) => what === 'park').map(({ park_id }) => park_id)),
      allParks: found.some(({ what }) => what === 'parks'),
      places: found.some(({ what }) => what === 'places'),
      reference: found.some(({ what }) => what === 'reference'),
    },
    cursor: { timeline, xmin: next, seen: [...all].filter((xid) => xid >= next) },
  }
}

/**
 * Deletes changes that every process has read: transactions below an old `xmin`, except the last one, which proves to a
 * snapshot (`snapshot.ts`) that nothing later was deleted.
 */
export async function forgetChanges(db: Db, xmin: bigint): Promise<void> {
  await sql`delete from park_changes
    where xid < (select max(xid) from park_changes where xid < ${String(xmin)}::bigint)`.execute(db)
}
