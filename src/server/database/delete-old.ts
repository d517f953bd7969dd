import { sql, type RawBuilder } from 'kysely'
import type { Db } from './connect.ts'
import type { DB } from './tables.ts'

/** So few that the locks of a batch are held for a moment. */
const batchSize = 5_000

/** The same moment in UTC, so many months ago. */
export function monthsBefore(now: Date, months: number): Date {
  const date = new Date(now)
  date.setUTCMonth(date.getUTCMonth() - months)
  return date
}

/** Deletes the rows of a table that are old, batch after batch. */
export async function deleteOld(db: Db, table: keyof DB, isOld: RawBuilder<boolean>): Promise<void> {
  for (let deleted = batchSize; deleted === batchSize;) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)} where ${isOld} limit ${sql.lit(batchSize)})) and ${isOld}`.execute(db)
    deleted = Number(numAffectedRows)
  }
}
