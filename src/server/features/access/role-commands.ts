import { sql } from 'kysely'
import type { updateRole as changeContract, createRole as createContract, Role } from '#contract/accounts/desk/roles.ts'
import type { ParsedBody } from '#contract/endpoint.ts'
import type { Permission } from '#contract/permissions.ts'
import { shippedRoles } from '#contract/shipped-roles.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { newCode, newId } from '#server/database/ids.ts'
import { everyScope, type Access } from '#server/http/caller.ts'
import { AppError } from '#server/http/errors.ts'
import type { AuditedChange } from './audit.ts'
import { raiseAccessVersion } from './roles.ts'
import { includesScope } from './scopes.ts'
import { requireVersion } from './versions.ts'

const fixed: readonly string[] = ['customer', 'admin']
const shipped: readonly string[] = shippedRoles.map(({ code }) => code)

/** Who changes access, and what they may do themselves. */
export interface AccessActor {
  user_id: string
  access: Access
}

interface RoleChange {
  answer: Role
  changes: AuditedChange[]
}

/** Returns a role. Throws `not_found`. */
export async function getRole(db: Db | Tx, id: string): Promise<Role> {
  const role = await db
    .selectFrom('roles as r')
    .select(['r.id', 'r.code', 'r.name', 'r.name_fr', 'r.version', 'r.changed_at'])
    .select(({ selectFrom }) =>
      selectFrom('role_assignments')
        .select(({ fn }) => fn.countAll<bigint>().as('count'))
        .whereRef('role_id', '=', 'r.id')
        .as('holders'),
    )
    .where('r.id', '=', id)
    .executeTakeFirst()
  if (role === undefined) throw new AppError('not_found')
  const granted = await db
    .selectFrom('role_permissions')
    .select('permission')
    .where('role_id', '=', id)
    .orderBy('permission')
    .execute()
  return {
    ...role,
    permissions: granted.map(({ permission }) => permission as Permission),
    is_fixed: fixed.includes(role.code),
    is_shipped: shipped.includes(role.code),
    holders: Number(role.holders),
    changed_at: role.changed_at.toISOString(),
  }
}

/** Creates a role. Throws `beyond_access` for a permission that the actor does not have everywhere, and `role_exists`. */
export async function createRole(
  tx: Tx,
  actor: AccessActor,
  { permissions, ...names }: ParsedBody<typeof createContract>,
  now: Date,
): Promise<RoleChange> {
  requireHeld(actor, permissions)
  await requireFreeName(tx, names.name)
  const id = newId(now.getTime())
  const code = `role_${newCode(8).toLowerCase()}`
  // Weaker than any role that ships, except a customer's: an own role has no strength of its own.
  await tx
    .insertInto('roles')
    .values({ id, code, ...names, position: 0, changed_at: now })
    .execute()
  await writePermissions(tx, id, permissions)
  const answer = await getRole(tx, id)
  return { answer, changes: [{ kind: 'role', id, after: describe(answer) }] }
}

/**
 * Changes a role. Throws `role_fixed`, `own_access` for a role that the actor has, `beyond_access` for a permission that is
 * added or removed and that the actor does not have everywhere, `changed_meanwhile` and `role_exists`.
 */
export async function updateRole(
  tx: Tx,
  actor: AccessActor,
  id: string,
  { permissions, version, ...names }: ParsedBody<typeof changeContract>,
  now: Date,
): Promise<RoleChange> {
  const before = await lockRole(tx, actor, id)
  await requireVersion(tx, { kind: 'role', id, version: before.version }, version)
  const added = permissions.filter((permission) => !before.permissions.includes(permission))
  const removed = before.permissions.filter((permission) => !permissions.includes(permission))
  requireHeld(actor, [...added, ...removed])
  if (names.name !== before.name) await requireFreeName(tx, names.name)
  await tx
    .updateTable('roles')
    .set({ ...names, version: before.version + 1, changed_at: now })
    .where('id', '=', id)
    .execute()
  await tx.deleteFrom('role_permissions').where('role_id', '=', id).execute()
  await writePermissions(tx, id, permissions)
  const answer = await getRole(tx, id)
  return { answer, changes: [{ kind: 'role', id, before: describe(before), after: describe(answer) }] }
}

/** Deletes a role. Throws like `updateRole`, `role_fixed` for one that ships, and `in_use`. */
export async function deleteRole(
  tx: Tx,
  actor: AccessActor,
  id: string,
  version: number,
): Promise<{ answer: undefined; changes: AuditedChange[] }> {
  const before = await lockRole(tx, actor, id)
  if (before.is_shipped) throw new AppError('role_fixed')
  await requireVersion(tx, { kind: 'role', id, version: before.version }, version)
  if (before.holders > 0) throw new AppError('in_use', { count: before.holders })
  requireHeld(actor, before.permissions)
  await tx.deleteFrom('roles').where('id', '=', id).execute()
  await raiseAccessVersion(tx)
  return { answer: undefined, changes: [{ kind: 'role', id, before: describe(before) }] }
}

/** Reads a role that the actor may change; others who change it wait. */
async function lockRole(tx: Tx, { user_id }: AccessActor, id: string): Promise<Role> {
  await tx.selectFrom('roles').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
  const role = await getRole(tx, id)
  if (role.is_fixed) throw new AppError('role_fixed')
  const own = await tx
    .selectFrom('role_assignments')
    .select('id')
    .where('role_id', '=', id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  if (own !== undefined) throw new AppError('own_access')
  return role
}

function requireHeld({ access }: AccessActor, permissions: readonly Permission[]): void {
  if (!permissions.every((permission) => includesScope(access.get(permission), everyScope)))
    throw new AppError('beyond_access')
}

async function requireFreeName(tx: Tx, name: string): Promise<void> {
  const other = await tx
    .selectFrom('roles')
    .select('id')
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .executeTakeFirst()
  if (other !== undefined) throw new AppError('role_exists')
}

async function writePermissions(tx: Tx, role_id: string, permissions: readonly Permission[]): Promise<void> {
  await tx
    .insertInto('role_permissions')
    .values([...new Set(permissions)].map((permission) => ({ role_id, permission })))
    .execute()
  await raiseAccessVersion(tx)
}

const describe = ({ name, name_fr, permissions }: Role) => ({ name, name_fr, permissions })
