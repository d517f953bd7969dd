import { sql } from 'kysely'
import type { Tx } from '#server/database/connect.ts'

/** What an account saves several of, one of them its default. The caller has locked the account's rows. */
type SavedTable = 'addresses' | 'vehicles'

/** Makes a row the default. In two statements, because the unique index on the default is checked row by row. */
export async function moveDefault(tx: Tx, table: SavedTable, user_id: string, id: string): Promise<void> {
  await sql`update ${sql.table(table)} set is_default = false where user_id = ${user_id} and is_default`.execute(tx)
  await sql`update ${sql.table(table)} set is_default = true where id = ${id}`.execute(tx)
}

/** Deletes a row of an account; if it was the default, the one saved first becomes the default. */
export async function deleteSaved(
  tx: Tx,
  table: SavedTable,
  user_id: string,
  { id, is_default }: { id: string; is_default: boolean },
): Promise<void> {
  await sql`delete from ${sql.table(table)} where id = ${id}`.execute(tx)
  if (!is_default) return
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where user_id = ${user_id} order by created_at, id limit 1`.execute(tx)
  if (rows[0] !== undefined) await moveDefault(tx, table, user_id, rows[0].id)
}
