import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '#server/database/connect.ts'
import type { DB } from '#server/database/tables.ts'
import type { Scope } from '#server/http/caller.ts'
import type { AuditedChange } from './audit.ts'
import { requireVersion } from './versions.ts'

/** What a record that staff changes has in common: a row with a version, read as its answer within a scope. */
export interface VersionedRecord<A extends { id: string; version: number }> {
  /** Its kind in the audit log. */
  kind: string
  table: keyof DB
  /** The column of its id, where it is not `id`. */
  key?: string
  /** Throws `not_found`, also for a record outside the scope. */
  get: (db: Db | Tx, scope: Scope, id: string) => Promise<A>
  branchOf?: (record: A) => string
}

interface Change<A> {
  answer: A
  changes: AuditedChange[]
}
type Columns = Readonly<Record<string, unknown>>

/** What the audit log keeps of a record: its facts, with the names of other records rather than their ids. */
const describe = ({ actions: _actions, title: _title, version: _version, ...facts }: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(facts).filter(([name]) => !/(^|_)ids?$/.test(name)))

const entryOf = <A extends { id: string; version: number }>(
  { kind, branchOf }: VersionedRecord<A>,
  before: A | undefined,
  after: A | undefined,
): AuditedChange => {
  const record = (after ?? before)!
  return {
    kind,
    id: record.id,
    ...(branchOf && { branch_id: branchOf(record) }),
    ...(before && { before: describe(before) }),
    ...(after && { after: describe(after) }),
  }
}

const keyOf = ({ key = 'id' }: { key?: string }): RawBuilder<unknown> => sql.ref(key)

/** Reads a record and keeps others from changing it until the transaction ends. Throws `not_found` and `changed_meanwhile`. */
export async function lockRecord<A extends { id: string; version: number }>(
  tx: Tx,
  source: VersionedRecord<A>,
  scope: Scope,
  id: string,
  version?: number,
): Promise<A> {
  await sql`select from ${sql.table(source.table)} where ${keyOf(source)} = ${id}::uuid for update`.execute(tx)
  const record = await source.get(tx, scope, id)
  if (version !== undefined) await requireVersion(tx, { kind: source.kind, id, version: record.version }, version)
  return record
}

/** Inserts a row and returns its record. */
export async function insertRecord<A extends { id: string; version: number }>(
  tx: Tx,
  source: VersionedRecord<A>,
  scope: Scope,
  columns: Columns & { id: string },
): Promise<Change<A>> {
  await sql`insert into ${sql.table(source.table)} (${sql.join(Object.keys(columns).map((name) => sql.ref(name)))})
    values (${sql.join(Object.values(columns))})`.execute(tx)
  const answer = await source.get(tx, scope, columns.id)
  return { answer, changes: [entryOf(source, undefined, answer)] }
}

/** Stores columns of a record that was read by `lockRecord`, and returns it as it is now. */
export async function storeRecord<A extends { id: string; version: number }>(
  tx: Tx,
  source: VersionedRecord<A>,
  scope: Scope,
  before: A,
  columns: Columns,
): Promise<Change<A>> {
  const values = Object.entries(columns).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  await sql`update ${sql.table(source.table)} set ${sql.join([...values, sql`version = version + 1`])}
    where ${keyOf(source)} = ${before.id}::uuid`.execute(tx)
  const answer = await source.get(tx, scope, before.id)
  return { answer, changes: [entryOf(source, before, answer)] }
}

/** Deletes a record that was read by `lockRecord`. */
export async function deleteRecord<A extends { id: string; version: number }>(
  tx: Tx,
  source: VersionedRecord<A>,
  before: A,
): Promise<{ answer: undefined; changes: AuditedChange[] }> {
  await sql`delete from ${sql.table(source.table)} where ${keyOf(source)} = ${before.id}::uuid`.execute(tx)
  return { answer: undefined, changes: [entryOf(source, before, undefined)] }
}
