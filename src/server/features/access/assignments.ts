import { sql } from 'kysely'
import type { Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import { AppError } from '#server/http/errors.ts'
import type { RolePlace } from './scopes.ts'

/** A role that a person gets, with what it is held for. */
export type NewAssignment = RolePlace & { user_id: string; role_id: string }

/** Gives a person a role; does nothing if they have it already. Returns whether they had not. */
export async function assignRole(tx: Tx, assignment: NewAssignment, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows: added } = await tx
    .insertInto('role_assignments')
    .values({ id: newId(now.getTime()), ...assignment, created_at: now })
    .onConflict((conflict) => conflict.constraint('role_assignments_once').doNothing())
    .executeTakeFirst()
  return added === 1n
}

/** Takes all roles from a person. Throws `last_admin`. */
export const removeRoles = (tx: Tx, user_id: string): Promise<void> =>
  requireAdmin(tx, () => tx.deleteFrom('role_assignments').where('user_id', '=', user_id).execute())

/**
 * Runs a change that may take the last active admin away, and throws `last_admin` if it did. Others who make such a change
 * wait until this transaction ends, so that two admins cannot remove each other.
 */
export async function requireAdmin(tx: Tx, change: () => Promise<unknown>): Promise<void> {
  await sql`select from roles where code = 'admin' for update`.execute(tx)
  const before = await countAdmins(tx)
  await change()
  if (before > 0 && (await countAdmins(tx)) === 0) throw new AppError('last_admin')
}

/** Counts the admins whose account is active. */
async function countAdmins(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from role_assignments a
    join roles r on r.id = a.role_id and r.code = 'admin'
    join users u on u.id = a.user_id and u.disabled_at is null and u.erased_at is null
    where a.scope = 'everywhere'`.execute(tx)
  return rows[0]!.count
}
