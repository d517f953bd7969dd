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

/** Deletes the rows of a table that are old, batch after batch. `key` are the columns that identify a row. */
export async function deleteOld<T extends keyof DB>(
  db: Db,
  table: T,
  isOld: RawBuilder<boolean>,
  key: readonly [keyof DB[T] & string, ...(keyof DB[T] & string)[]] = ['id' as keyof DB[T] & string],
): Promise<void> {
  const columns = sql.join(key.map((column) => sql.ref(column)))
  for (let deleted = batchSize; deleted === batchSize;) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where (${columns}) in (
        select ${columns} from ${sql.table(table)} where ${isOld} limit ${sql.lit(batchSize)}) and ${isOld}`.execute(db)
    deleted = Number(numAffectedRows)
  }
}
