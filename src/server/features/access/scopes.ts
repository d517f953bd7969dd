import { isForBranches, isForPartners, type Permission } from '#contract/permissions.ts'

/**
 * Where a permission is held: for every record, for those of some partners or branches, or for those that are assigned to
 * the person (a guard's car parks).
 */
export type Scope = {
  readonly everywhere: boolean
  readonly partner_ids: readonly string[]
  readonly branch_ids: readonly string[]
  readonly assigned: boolean
}

export const noScope: Scope = { everywhere: false, partner_ids: [], branch_ids: [], assigned: false }

/** What a person may do, by permission; permissions that they do not have are missing. */
export type Access = ReadonlyMap<Permission, Scope>

export const noAccess: Access = new Map()

/** Where a role is held: for a partner, for a branch, or everywhere if both are null. */
export type RolePlace = { partner_id: string | null; branch_id: string | null }

/** A role that a person has. */
export type HeldRole = RolePlace & {
  permissions: readonly Permission[]
  /** Whether the role's permissions hold only for what is assigned to the person. */
  is_assigned_only: boolean
}

/**
 * Returns the union of what roles permit. A permission of a resource without partners is not held through a role for a
 * partner, and one of a resource without branches not through a role for a branch.
 */
export function resolveAccess(roles: readonly HeldRole[]): Access {
  const access = new Map<Permission, Scope>()
  for (const { permissions, partner_id, branch_id, is_assigned_only } of roles)
    for (const permission of permissions) {
      if (partner_id !== null && !isForPartners(permission)) continue
      if (branch_id !== null && !isForBranches(permission)) continue
      const held = access.get(permission) ?? noScope
      const add = (ids: readonly string[], id: string | null) =>
        id === null || is_assigned_only ? ids : [...new Set([...ids, id])]
      access.set(permission, {
        everywhere: held.everywhere || (partner_id === null && branch_id === null && !is_assigned_only),
        partner_ids: add(held.partner_ids, partner_id),
        branch_ids: add(held.branch_ids, branch_id),
        assigned: held.assigned || is_assigned_only,
      })
    }
  return access
}

/** Whether a scope contains everything that another one does. */
export function includesScope(scope: Scope | undefined, other: Scope): boolean {
  if (scope === undefined) return false
  if (scope.everywhere) return true
  const isWithin =
    !other.everywhere &&
    other.partner_ids.every((id) => scope.partner_ids.includes(id)) &&
    other.branch_ids.every((id) => scope.branch_ids.includes(id))
  return isWithin && (!other.assigned || scope.assigned)
}

/** Whether a person may do everything that another access permits. */
export const includesAccess = (access: Access, other: Access): boolean =>
  [...other].every(([permission, scope]) => includesScope(access.get(permission), scope))

/** Whether a scope contains the records of a partner; null is no partner. */
export const includesPartner = (scope: Scope, partner_id: string | null): boolean =>
  scope.everywhere || (partner_id !== null && scope.partner_ids.includes(partner_id))

/** Whether a scope contains the records of a branch. */
export const includesBranch = (scope: Scope, branch_id: string): boolean =>
  scope.everywhere || scope.branch_ids.includes(branch_id)
