import { sql } from 'kysely'
import type { Db } from './connect.ts'

/** What is known of the last good backup; times in RFC 3339. */
export interface LastBackup {
  file: string
  started_at: string
  finished_at: string
  bytes: number
}

const key = 'last_backup'

/** Notes a backup whose file is complete, and copied where that is asked for. */
export async function noteBackup(db: Db, backup: LastBackup): Promise<void> {
  const value = JSON.stringify(backup)
  await db
    .insertInto('settings')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}

/** Seconds since the last good backup began, all of whose later changes would be lost; Infinity without one. */
export async function ageOfLastBackup(db: Db): Promise<number> {
  const { rows } = await sql<{ age: number }>`
    select extract(epoch from now() - (value->>'started_at')::timestamptz)::float8 as age
    from settings where key = ${key}`.execute(db)
  return rows[0]?.age ?? Infinity
}
