import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'

/**
 * Removes rows that were deleted or overwritten from the files of the embedded engine: rewrites the tables, and ends and
 * deletes the log. On a server this is left to its own vacuum, log and backups.
 */
export async function purgeDeletedRows(
  { db, engine }: Pick<Deps, 'db' | 'engine'>,
  tables: readonly string[],
): Promise<void> {
  if (engine !== 'embedded') return
  await sql`set wal_recycle = off`.execute(db)
  for (const table of tables) await sql`vacuum full ${sql.table(table)}`.execute(db)
  await sql`select pg_switch_wal()`.execute(db)
  await sql`checkpoint`.execute(db)
}
