import { isForScope, type Permission, type ScopeType } from '#contract/permissions.ts'
import { noScope, type Access, type AtCounter, type Places, type Scope } from '#server/http/caller.ts'

/** What a role is held for, as the columns of an assignment; those of other types are null. */
export type RolePlace =
  | { scope: 'everywhere' }
  | { scope: 'country'; country_id: number }
  | { scope: 'partner'; partner_id: string }
  | { scope: 'branch'; branch_id: string }
  | { scope: 'park'; park_id: string }

/** A role that a person has, with the places that it is held for. */
export type HeldRole = Places & {
  scope: ScopeType
  permissions: readonly Permission[]
  /** Whether the role holds for what is assigned to the person alone, such as the car parks of a guard. */
  is_assigned_only: boolean
}

/**
 * Returns the union of what roles permit. A permission is not held through a role for a type of place that its resource does
 * not have, and one of a role for what is assigned to the person holds for no record besides.
 */
export function resolveAccess(roles: readonly HeldRole[]): Access {
  const access = new Map<Permission, Scope>()
  for (const { permissions, scope, is_assigned_only, ...places } of roles)
    for (const permission of permissions) {
      if (!isForScope(permission, scope)) continue
      const held = access.get(permission) ?? noScope
      const counts = scope === 'park' || !is_assigned_only
      const join = <T>(some: readonly T[], more: readonly T[]) => (counts ? [...new Set([...some, ...more])] : some)
      access.set(permission, {
        everywhere: held.everywhere || (scope === 'everywhere' && counts),
        country_ids: join(held.country_ids, places.country_ids),
        partner_ids: join(held.partner_ids, places.partner_ids),
        branch_ids: join(held.branch_ids, places.branch_ids),
        park_ids: join(held.park_ids, places.park_ids),
      })
    }
  return access
}

/** What a PIN is enough for, at the counter that it unlocks. */
const counterPermissions: readonly Permission[] = ['pos.sell', 'pos.discount', 'orders.view']

/** What a person may do at a counter that they have unlocked: to sell there, and to see what was sold. */
export function narrowToCounter(
  access: Access,
  { branch_id, is_locked }: Pick<AtCounter, 'branch_id' | 'is_locked'>,
): Access {
  const held = counterPermissions.filter((name) => {
    const scope = access.get(name)
    return scope !== undefined && includesBranch(scope, branch_id)
  })
  const scope = { ...noScope, branch_ids: [branch_id] }
  return new Map(is_locked ? [] : held.map((name) => [name, scope]))
}

const includesAll = <T>(ids: readonly T[], others: readonly T[]) => others.every((id) => ids.includes(id))

/** Whether a scope contains everything that another one does. */
export function includesScope(scope: Scope | undefined, other: Scope): boolean {
  if (scope === undefined) return false
  if (scope.everywhere) return true
  return (
    !other.everywhere &&
    includesAll(scope.country_ids, other.country_ids) &&
    includesAll(scope.partner_ids, other.partner_ids) &&
    includesAll(scope.branch_ids, other.branch_ids) &&
    includesAll(scope.park_ids, other.park_ids)
  )
}

/** Whether a person may do everything that another access permits. */
export const includesAccess = (access: Access, other: Access): boolean =>
  [...other].every(([permission, scope]) => includesScope(access.get(permission), scope))

/** Whether a scope contains the records of a branch. */
export const includesBranch = (scope: Scope, branch_id: string): boolean =>
  scope.everywhere || scope.branch_ids.includes(branch_id)

/**
 * Whether a scope contains an offer or a coupon so that it may be changed: people of branches run what their branches alone
 * give and pay for.
 */
export const includesDiscount = (
  scope: Scope,
  { funded_by, branch_ids }: { funded_by: 'us' | 'branch'; branch_ids: readonly string[] },
): boolean =>
  scope.everywhere ||
  (funded_by === 'branch' && branch_ids.length > 0 && branch_ids.every((id) => includesBranch(scope, id)))

/** Whether a scope contains the records of some branch, and so what all branches share. */
export const includesSomeBranch = (scope: Scope): boolean => scope.everywhere || scope.branch_ids.length > 0
