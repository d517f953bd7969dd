import { sql } from 'kysely'
import type { Db } from '#server/database/connect.ts'

/** What has changed: these parks, or all of a kind. */
export type Changes = { parks: ReadonlySet<string>; allParks: boolean; places: boolean; reference: boolean }

/** How far a process has read: all transactions below `xmin`, and of the later ones those it has `seen`. */
export type Cursor = { xmin: bigint; seen: readonly bigint[] }

/** Where to read on from after everything was loaded: to be taken before that. */
export async function currentCursor(db: Db): Promise<Cursor> {
  const { rows } = await sql<{ xmin: bigint }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as xmin`.execute(db)
  return { xmin: rows[0]!.xmin, seen: [] }
}

type ChangeRow = {
  xmin: bigint
  xid: bigint | null
  what: 'park' | 'parks' | 'places' | 'reference'
  park_id: string
}

/**
 * The changes of all transactions that were committed since. One that commits late, below others that were read, is
 * read all the same: reading on never goes past the oldest that still runs, and one that runs long holds up nobody.
 */
export async function readChanges(db: Db, { xmin, seen }: Cursor): Promise<{ changes: Changes; cursor: Cursor }> {
  const { rows } = await sql<ChangeRow>`
    select s.xmin, c.xid, c.what, c.park_id
    from (select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as xmin) s
    left join park_changes c on c.xid >= ${String(xmin)}::bigint and c.xid <> all(${seen.map(String)}::text[]::bigint[])
  `.execute(db)
  const found = rows.filter(({ xid }) => xid !== null)
  const next = rows[0]!.xmin
  const all = new Set([...seen, ...found.map(({ xid }) => xid!)])
  return {
    changes: {
      parks: new Set(found.filter(({ what }) => what === 'park').map(({ park_id }) => park_id)),
      allParks: found.some(({ what }) => what === 'parks'),
      places: found.some(({ what }) => what === 'places'),
      reference: found.some(({ what }) => what === 'reference'),
    },
    cursor: { xmin: next, seen: [...all].filter((xid) => xid >= next) },
  }
}

/**
 * Forgets what every process has had the time to read: the transactions below an `xmin` of long ago, but for the last of
 * them, which proves to a snapshot (`index-snapshot.ts`) that nothing after it is forgotten.
 */
export async function forgetChanges(db: Db, xmin: bigint): Promise<void> {
  await sql`delete from park_changes
    where xid < (select max(xid) from park_changes where xid < ${String(xmin)}::bigint)`.execute(db)
}
