import { sql, type RawBuilder } from 'kysely'
import { overridableFields } from '#contract/parks/desk/park-record.ts'
import type { Tx } from '#server/database/connect.ts'
import { normalizeText } from '#server/features/places/normalize-text.ts'

/** Of imports, which run one at a time. */
const importLock = 727276

/** Waits for an import that is running, and has the next one wait: what it reads as imported must not change meanwhile. */
export const waitForImport = (tx: Tx): Promise<unknown> =>
  sql`select pg_advisory_xact_lock_shared(${sql.lit(importLock)})`.execute(tx)

/** Puts the imported values back into the parks whose facts were set, for the import to work on. */
export const showImported = (tx: Tx): Promise<void> => writeFields(tx, sql`imported`, undefined)

/** Stores what the parks say as imported, and sets the facts again that were set. The end of every import. */
export async function applyOverrides(tx: Tx): Promise<void> {
  await sql`update park_overrides o set imported = to_jsonb(p) -> o.field from parks p where p.id = o.park_id`.execute(
    tx,
  )
  await writeFields(tx, sql`value`, undefined)
  const { rows } = await sql<{ park_id: string }>`select distinct park_id from park_overrides`.execute(tx)
  for (const { park_id } of rows) await writeSearchText(tx, park_id)
}

/** Writes one side of the overrides into the columns of all parks, or of one; the other columns stay as they are. */
export async function writeFields(tx: Tx, side: RawBuilder<unknown>, park_id: string | undefined): Promise<void> {
  const assignments = overridableFields.map((field) => sql`${sql.ref(field)} = (o.park).${sql.ref(field)}`)
  await sql`update parks p set ${sql.join(assignments)} from (
    select q.id, jsonb_populate_record(q, f.fields) as park from (
      select park_id, jsonb_object_agg(field, ${side}) as fields from park_overrides
      where ${park_id ?? null}::uuid is null or park_id = ${park_id ?? null}::uuid group by park_id) f
    join parks q on q.id = f.park_id order by q.id for no key update of q
  ) o where p.id = o.id`.execute(tx)
}

/** Writes the text by which a park is found, of its name, address and city. */
export async function writeSearchText(tx: Tx, id: string): Promise<void> {
  const { name, address, city, near } = await tx
    .selectFrom('parks')
    .select(['name', 'address', 'city', 'near'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const nearby = (near as { name?: string } | null)?.name
  const normalized = normalizeText(
    [nearby, name, address, city].filter((part) => part !== undefined && part !== null).join(' '),
  )
  await tx.updateTable('parks').set({ folded: normalized }).where('id', '=', id).execute()
}
