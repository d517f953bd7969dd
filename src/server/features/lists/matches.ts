import { sql, type RawBuilder } from 'kysely'
import { arrayOf } from '#server/database/array.ts'
import type { Db } from '#server/database/connect.ts'

/** Rows that a search finds: `ids` selects them by an index, `condition` holds for each of them. */
export interface FoundRows {
  ids: RawBuilder<unknown>
  condition: RawBuilder<boolean>
}

/** So many rows are looked up by their ids. More are found soon by reading the list in its order. */
const mostIds = 5_000
/** So many ids are read, so that the statements of the list need not find them again. */
const mostRead = 500

/** The ids that each statement selects, in its place: itself where these are many, undefined where they are too many. */
async function readFew(
  db: Db,
  statements: readonly RawBuilder<unknown>[],
): Promise<(RawBuilder<unknown> | undefined)[]> {
  const counts = statements.map(
    (
      ids,
    ) => sql`select count(*)::int as count, case when count(*) <= ${sql.lit(mostRead)} then array_agg(f.id::text) end as ids
      from (select i.id from (${ids}) i(id) limit ${sql.lit(mostIds + 1)}) f`,
  )
  // `union all` of aggregates has a row for each statement, in their order.
  const { rows } = await sql<{ count: number; ids: string[] | null }>`${sql.join(counts, sql` union all `)}`.execute(db)
  return rows.map(({ count, ids }, at) =>
    count > mostIds
      ? undefined
      : count > mostRead
        ? statements[at]!
        : sql`select unnest(${arrayOf(ids ?? [], 'uuid')})`,
  )
}

/**
 * The condition that a row with this uuid is among those found. Each statement uses an index of its own, which a condition with
 * `or` would not; what matches many rows is a condition instead, because reading all of their ids takes longer.
 */
export async function matchAny(
  db: Db,
  id: RawBuilder<unknown>,
  lookedUp: readonly RawBuilder<unknown>[],
  found: readonly FoundRows[],
): Promise<RawBuilder<boolean>> {
  const few = await readFew(db, [...found.map(({ ids }) => ids), ...lookedUp])
  const ids = few.flatMap((statement, at) => statement ?? lookedUp[at - found.length] ?? [])
  const conditions = found.flatMap(({ condition }, at) => (few[at] === undefined ? [condition] : []))
  return sql<boolean>`(${sql.join([sql`${id} in (${sql.join(ids, sql` union all `)})`, ...conditions], sql` or `)})`
}
