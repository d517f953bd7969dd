import { sql, type RawBuilder } from 'kysely'
import { isPermission, permissions, type Permission } from '#contract/permissions.ts'
import { listGrants, shippedRoles } from '#contract/shipped-roles.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import { transact } from '#server/database/transact.ts'
import { noAccess, type Access } from '#server/http/caller.ts'
import { resolveAccess, type HeldRole } from './scopes.ts'

/** Roles whose permissions hold for what is assigned to the person. */
const assignedOnly: readonly string[] = ['guard', 'delivery_boy']
export const isAssignedOnly = (role: string): boolean => assignedOnly.includes(role)

/**
 * Adds the roles and the permissions that are new in this release, and gives these to the shipped roles that name them. Roles
 * that were changed in the desk keep their changes. Does nothing when all are known; safe to run in several processes at once.
 */
export async function addNewPermissions(db: Db): Promise<void> {
  const known = await db.selectFrom('permissions').select('name').execute()
  const roles = await db.selectFrom('roles').select(['code', 'position']).execute()
  const missing = permissions.filter((name) => !known.some((row) => row.name === name))
  const isInPlace = shippedRoles.every(({ code }, position) =>
    roles.some((role) => role.code === code && role.position === position),
  )
  if (missing.length === 0 && isInPlace) return
  await transact(db, async (tx) => {
    await raiseAccessVersion(tx)
    const added =
      missing.length === 0
        ? []
        : await tx
            .insertInto('permissions')
            .values(missing.map((name) => ({ name })))
            .onConflict((conflict) => conflict.doNothing())
            .returning('name')
            .execute()
    const names = new Set(added.map(({ name }) => name))
    for (const [position, role] of shippedRoles.entries()) {
      const { code, name, name_fr } = role
      const inserted = await tx
        .insertInto('roles')
        .values({ id: newId(), code, name, name_fr, position, changed_at: new Date() })
        .onConflict((conflict) => conflict.column('code').doNothing())
        .returning('id')
        .executeTakeFirst()
      await tx
        .updateTable('roles')
        .set({ position })
        .where('code', '=', code)
        .where('position', '<>', position)
        .execute()
      const grants = listGrants(role).filter((permission) => inserted !== undefined || names.has(permission))
      await sql`
        insert into role_permissions (role_id, permission)
        select id, unnest(${grants}::text[]) from roles where code = ${code}`.execute(tx)
    }
  })
}

/** Makes every process read the roles again before its next request. */
export async function raiseAccessVersion(tx: Tx): Promise<void> {
  await sql`update access_version set version = version + 1`.execute(tx)
}

export interface Role {
  id: string
  code: string
  position: number
  permissions: readonly Permission[]
}

/** An assignment with the places that it is held for. */
export type Assignment = Omit<HeldRole, 'permissions' | 'is_assigned_only'> & { role_id: string }

/** SQL: the assignments of an account as JSON, null without any. A country stands for its partners and branches as well. */
export const assignmentsOf = (user_id: RawBuilder<unknown>): RawBuilder<Assignment[] | null> => sql<
  Assignment[] | null
>`(
  select json_agg(json_build_object('role_id', a.role_id, 'scope', a.scope, 'country_ids', array_remove(array[a.country_id], null),
    'partner_ids', case a.scope when 'country' then array(select id from partners where country_id = a.country_id)
      else array_remove(array[a.partner_id], null) end,
    'branch_ids', case a.scope when 'country' then array(select id from branches where country_id = a.country_id)
      else array_remove(array[a.branch_id], null) end,
    'park_ids', array_remove(array[a.park_id], null)))
  from role_assignments a where a.user_id = ${user_id})`

/**
 * The roles of the database in memory. They are read again when a request shows a later version, so that a change takes
 * effect on the next request of every process.
 */
export class RoleCache {
  readonly #db: Db
  #version = -1n
  #roles: ReadonlyMap<string, Role> = new Map()

  constructor(db: Db) {
    this.#db = db
  }

  /** Returns the roles as of `version` or later. */
  async read(version: bigint): Promise<ReadonlyMap<string, Role>> {
    if (version > this.#version) {
      const loaded = await loadRoles(this.#db)
      if (loaded.version > this.#version) {
        this.#version = loaded.version
        this.#roles = loaded.roles
      }
    }
    return this.#roles
  }
}

async function loadRoles(db: Db | Tx): Promise<{ version: bigint; roles: ReadonlyMap<string, Role> }> {
  const { rows } = await sql<{ version: bigint; id: string; code: string; position: number; names: string[] }>`
    select v.version, r.id, r.code, r.position,
      array(select permission from role_permissions where role_id = r.id order by 1) as names
    from roles r cross join access_version v`.execute(db)
  const roles = rows.map(({ id, code, position, names }): [string, Role] => [
    id,
    { id, code, position, permissions: names.filter(isPermission) },
  ])
  return { version: rows[0]?.version ?? 0n, roles: new Map(roles) }
}

/** Returns the strongest role of a person and what all of them permit. */
export function toAccess(
  assignments: readonly Assignment[],
  roles: ReadonlyMap<string, Role>,
): { role: string; access: Access } {
  if (assignments.length === 0) return { role: 'customer', access: noAccess }
  const held = assignments.flatMap(({ role_id, ...places }) => {
    const role = roles.get(role_id)
    return role === undefined ? [] : [{ ...role, ...places, is_assigned_only: isAssignedOnly(role.code) }]
  })
  const strongest = held.toSorted((a, b) => b.position - a.position)[0]
  return { role: strongest?.code ?? 'customer', access: resolveAccess(held) }
}

/** Reads what a person may do from the database. */
export async function readAccess(db: Db | Tx, user_id: string): Promise<{ role: string; access: Access }> {
  const { rows } = await sql<{ held: Assignment[] | null }>`
    select ${assignmentsOf(sql`${user_id}::uuid`)} as held`.execute(db)
  const held = rows[0]!.held
  return held === null ? toAccess([], new Map()) : toAccess(held, (await loadRoles(db)).roles)
}
