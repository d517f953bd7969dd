import { sql } from 'kysely'
import type { Closure, updateClosure as closureContract } from '#contract/branches/desk/branch-setup.ts'
import type { createClosure as addClosureContract } from '#contract/branches/desk/branches.ts'
import type { ParsedBody } from '#contract/endpoint.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import { withinBranches } from '#server/features/access/scope-condition.ts'
import {
  deleteRecord,
  insertRecord,
  lockRecord,
  storeRecord,
  type VersionedRecord,
} from '#server/features/access/versioned-records.ts'
import type { Scope } from '#server/http/caller.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import { getBranch } from './records.ts'

/* When branches are closed besides their opening hours. */

/** Returns when and why a branch is closed. Throws `not_found`. */
export async function getClosure(db: Db | Tx, scope: Scope, id: string): Promise<Closure> {
  const row = await db
    .selectFrom('branch_closures as c')
    .innerJoin('branches as b', 'b.id', 'c.branch_id')
    .select(['c.id', 'c.branch_id', 'c.starts_at', 'c.ends_at', 'c.reason', 'c.reason_fr', 'c.version'])
    .select(['b.name as branch', 'b.timezone'])
    .where('c.id', '=', id)
    .where(withinBranches(sql.ref('b.id'), scope))
    .executeTakeFirst()
  if (row === undefined) throw new AppError('not_found')
  return {
    ...row,
    title: row.reason,
    starts_at: row.starts_at.toISOString(),
    ends_at: row.ends_at.toISOString(),
    actions: ['update', 'remove'],
  }
}

const closures: VersionedRecord<Closure> = {
  kind: 'branch_closure',
  table: 'branch_closures',
  get: getClosure,
  branchOf: ({ branch_id }) => branch_id,
}

/** Closes a branch for a time, and returns the branch. Throws 422 for an end that is not after the start. */
export async function createClosure(
  tx: Tx,
  scope: Scope,
  branch_id: string,
  input: ParsedBody<typeof addClosureContract>,
) {
  await getBranch(tx, scope, branch_id)
  const columns = { ...input, id: newId(), branch_id, ...readTimes(input) }
  const { changes } = await insertRecord(tx, closures, scope, columns)
  return { answer: await getBranch(tx, scope, branch_id), changes }
}

function readTimes({ starts_at, ends_at }: { starts_at: string; ends_at: string }) {
  const times = { starts_at: new Date(starts_at), ends_at: new Date(ends_at) }
  if (times.ends_at <= times.starts_at) throw fieldError('ends_at', 'end_after_start')
  return times
}

/** Changes a closure. Throws `not_found`, `changed_meanwhile`, and 422 as `createClosure`. */
export async function updateClosure(
  tx: Tx,
  scope: Scope,
  id: string,
  { version, ...input }: ParsedBody<typeof closureContract>,
) {
  const before = await lockRecord(tx, closures, scope, id, version)
  return storeRecord(tx, closures, scope, before, { ...input, ...readTimes(input) })
}

/** Deletes a closure. Throws `not_found`, `changed_meanwhile`. */
export async function deleteClosure(tx: Tx, scope: Scope, id: string, version: number) {
  return deleteRecord(tx, closures, await lockRecord(tx, closures, scope, id, version))
}
