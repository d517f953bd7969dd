import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#server/database/connect.ts'
import type { DB } from '#server/database/tables.ts'

/**
 * Moves a row before or after its neighbour in the order of display, and numbers the rows that `within` selects from 0.
 * Returns whether it moved: the first and the last stay where they are.
 */
export async function moveInOrder(
  tx: Tx,
  table: keyof DB,
  id: string,
  step: -1 | 1,
  within: RawBuilder<boolean> = sql<boolean>`true`,
): Promise<boolean> {
  const { rows } = await sql<{ id: string; position: number }>`
    select id, position from ${sql.table(table)} where ${within} order by position, id for update`.execute(tx)
  const order = rows.map((row) => row.id)
  const at = order.indexOf(id)
  const to = Math.min(order.length - 1, Math.max(0, at + step))
  order.splice(to, 0, ...order.splice(at, 1))
  for (const [position, value] of order.entries())
    if (rows.find((row) => row.id === value)!.position !== position)
      await sql`update ${sql.table(table)} set position = ${position} where id = ${value}::uuid`.execute(tx)
  return at !== to
}

/** The position after the last of the rows that `within` selects. */
export async function nextPosition(
  tx: Tx,
  table: keyof DB,
  within: RawBuilder<boolean> = sql<boolean>`true`,
): Promise<number> {
  const { rows } = await sql<{ next: number }>`
    select coalesce(max(position) + 1, 0)::int as next from ${sql.table(table)} where ${within}`.execute(tx)
  return rows[0]!.next
}
