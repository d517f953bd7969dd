import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/database/connect.ts'

/** Rows that a search finds: `ids` selects them by an index, `condition` holds for each of them. */
export interface FoundRows {
  ids: RawBuilder<unknown>
  condition: RawBuilder<boolean>
}

/** So many rows are looked up by their ids. More are found soon by reading the list in its order. */
const mostIds = 5_000

async function areFew(db: Db, ids: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select from (${ids}) found limit ${sql.lit(mostIds + 1)}) counted`.execute(db)
  return rows[0]!.count <= mostIds
}

/**
 * The condition that a row with this id is among those found. Each statement uses an index of its own, which a condition with
 * `or` would not; what matches many rows is a condition instead, because reading all of their ids takes longer.
 */
export async function matchAny(
  db: Db,
  id: RawBuilder<unknown>,
  lookedUp: readonly RawBuilder<unknown>[],
  found: readonly FoundRows[],
): Promise<RawBuilder<boolean>> {
  const few = await Promise.all(found.map(({ ids }) => areFew(db, ids)))
  const ids = [...lookedUp, ...found.flatMap((rows, at) => (few[at] === true ? [rows.ids] : []))]
  const conditions = found.flatMap(({ condition }, at) => (few[at] === true ? [] : [condition]))
  return sql<boolean>`(${sql.join([sql`${id} in (${sql.join(ids, sql` union all `)})`, ...conditions], sql` or `)})`
}
