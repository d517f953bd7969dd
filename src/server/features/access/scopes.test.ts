import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  isForBranches,
  isForPartners,
  isPermission,
  listGrants,
  permissions,
  shippedRoles,
} from '#contract/permissions.ts'
import { includesAccess, includesBranch, includesPartner, resolveAccess, type HeldRole } from './scopes.ts'

const held: fc.Arbitrary<HeldRole> = fc
  .record({
    permissions: fc.subarray([...permissions], { maxLength: 6 }),
    place: fc.oneof(
      fc.constant({ partner_id: null, branch_id: null }),
      fc.record({ partner_id: fc.constantFrom('a', 'b', 'c'), branch_id: fc.constant(null) }),
      fc.record({ partner_id: fc.constant(null), branch_id: fc.constantFrom('x', 'y', 'z') }),
    ),
    is_assigned_only: fc.boolean(),
  })
  .map(({ place, ...role }) => ({ ...role, ...place }))

test('names every permission once, and roles of permissions that exist', () => {
  expect(new Set(permissions).size).toBe(permissions.length)
  for (const role of shippedRoles) expect(listGrants(role).every(isPermission), role.code).toBe(true)
  expect(listGrants(shippedRoles.at(-1)!).toSorted()).toEqual(permissions.toSorted())
  expect(listGrants(shippedRoles[0])).toEqual([])
})

const isEverywhere = ({ partner_id, branch_id }: HeldRole) => partner_id === null && branch_id === null

test('a permission is held where some role holds it, and nowhere else', () => {
  fc.assert(
    fc.property(fc.array(held, { maxLength: 5 }), fc.constantFrom('a', 'b', 'c', null), (roles, partner_id) => {
      const access = resolveAccess(roles)
      for (const permission of permissions) {
        const isHeld = roles.some(
          (role) =>
            role.permissions.includes(permission) &&
            !role.is_assigned_only &&
            (isEverywhere(role) ||
              (isForPartners(permission) && role.partner_id === partner_id && partner_id !== null)),
        )
        const scope = access.get(permission)
        expect(scope !== undefined && includesPartner(scope, partner_id)).toBe(isHeld)
      }
    }),
  )
})

test('more roles never permit less, and who may do all of another’s may do each of it', () => {
  fc.assert(
    fc.property(fc.array(held, { maxLength: 4 }), fc.array(held, { maxLength: 4 }), (some, more) => {
      const [less, all] = [resolveAccess(some), resolveAccess([...some, ...more])]
      expect(includesAccess(all, less)).toBe(true)
      if (includesAccess(less, all))
        for (const [permission, scope] of all) expect(less.get(permission)!.everywhere || !scope.everywhere).toBe(true)
    }),
  )
})

test('a role for a partner gives nothing of resources that have no partners', () => {
  const partner = resolveAccess([
    { permissions: ['roles.update', 'parks.view'], partner_id: 'a', branch_id: null, is_assigned_only: false },
  ])
  expect([...partner.keys()]).toEqual(['parks.view'])
})

test('a role for a branch gives what branches have at that branch, and nothing else', () => {
  fc.assert(
    fc.property(fc.array(held, { maxLength: 5 }), fc.constantFrom('x', 'y', 'z'), (roles, branch_id) => {
      const access = resolveAccess(roles)
      for (const permission of permissions) {
        const isHeld = roles.some(
          (role) =>
            role.permissions.includes(permission) &&
            !role.is_assigned_only &&
            (isEverywhere(role) || (isForBranches(permission) && role.branch_id === branch_id)),
        )
        const scope = access.get(permission)
        expect(scope !== undefined && includesBranch(scope, branch_id)).toBe(isHeld)
      }
    }),
  )
})
