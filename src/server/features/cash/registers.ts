import { sql } from 'kysely'
import type {
  createRegister as createEndpoint,
  Register,
  updateRegister as updateEndpoint,
} from '#contract/cash/desk/registers.ts'
import type { ParsedBody } from '#contract/endpoint.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import { withinBranches } from '#server/features/access/scope-condition.ts'
import { includesBranch } from '#server/features/access/scopes.ts'
import {
  insertRecord,
  lockRecord,
  storeRecord,
  type VersionedRecord,
} from '#server/features/access/versioned-records.ts'
import type { Scope } from '#server/http/caller.ts'
import { AppError, fieldError } from '#server/http/errors.ts'

/** SQL: the shift that is open at the register `r`, and who opened it. */
const openShift = sql`(select trim(concat(u.first_name, ' ', u.last_name)) from shifts s join users u on u.id = s.opened_by
  where s.register_id = r.id and s.closed_at is null)`

/** Returns a register of a branch in scope. Throws `not_found`. */
export async function getRegister(db: Db | Tx, scope: Scope, id: string): Promise<Register> {
  const row = await db
    .selectFrom('registers as r')
    .innerJoin('branches as b', 'b.id', 'r.branch_id')
    .selectAll('r')
    .select(['b.name as branch', 'b.currency', sql<string | null>`${openShift}`.as('operator')])
    .select(sql<number>`(select count(*)::int from shifts s where s.register_id = r.id)`.as('shifts'))
    .where('r.id', '=', id)
    .where(withinBranches(sql.ref('b.id'), scope))
    .$narrowType<Pick<Register, 'receipt_width' | 'status'>>()
    .executeTakeFirst()
  if (row === undefined) throw new AppError('not_found')
  const isActive = row.status === 'active'
  return { ...row, title: row.name, actions: ['update', isActive ? 'deactivate' : 'activate'] }
}

const registers: VersionedRecord<Register> = {
  kind: 'register',
  table: 'registers',
  get: getRegister,
  branchOf: ({ branch_id }) => branch_id,
}

/** Throws 422 at `name` where the branch has another register of this name. */
async function requireNewName(tx: Tx, branch_id: string, name: string, id: string): Promise<void> {
  const { rows } = await sql`select from registers
    where branch_id = ${branch_id}::uuid and lower(name) = lower(${name}) and id <> ${id}::uuid`.execute(tx)
  if (rows.length > 0) throw fieldError('name', 'register_name_taken')
}

/** Adds a register. Throws 422 for a branch out of scope, and a name that it has already. */
export async function createRegister(tx: Tx, scope: Scope, input: ParsedBody<typeof createEndpoint>) {
  const { branch_id, name } = input
  const branch = await tx
    .selectFrom('branches')
    .select(['id', 'is_example'])
    .where('id', '=', branch_id)
    .forUpdate()
    .executeTakeFirst()
  if (branch === undefined || !includesBranch(scope, branch_id)) throw fieldError('branch_id', 'invalid')
  const id = newId()
  await requireNewName(tx, branch_id, name, id)
  return insertRecord(tx, registers, scope, { ...input, id, is_example: branch.is_example })
}

/** Changes a register. Throws `not_found`, `changed_meanwhile`, and 422 as `createRegister`. */
export async function updateRegister(
  tx: Tx,
  scope: Scope,
  id: string,
  { version, ...input }: ParsedBody<typeof updateEndpoint>,
) {
  const before = await lockRecord(tx, registers, scope, id, version)
  await requireNewName(tx, before.branch_id, input.name, id)
  return storeRecord(tx, registers, scope, before, input)
}

/** Lets a register open shifts or not. Throws `not_found`, and `register_open` while somebody has a shift there. */
export async function switchRegister(tx: Tx, scope: Scope, id: string, status: Register['status']) {
  const before = await lockRecord(tx, registers, scope, id)
  if (before.status === status) return { answer: before, changes: [] }
  if (status === 'inactive' && before.operator !== null) throw registerOpen(before.operator)
  return storeRecord(tx, registers, scope, before, { status })
}

/** Somebody has a shift at the register. */
export const registerOpen = (operator: string): AppError => new AppError('register_open', { operator })
