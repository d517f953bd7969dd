import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isForScope, isPermission, permissions, scopeTypes } from '#contract/permissions.ts'
import { listGrants, shippedRoles } from '#contract/shipped-roles.ts'
import { noPlaces } from '#server/http/caller.ts'
import { includesAccess, includesBranch, includesScope, resolveAccess, type HeldRole } from './scopes.ts'

const first = <T>(...ids: T[]) => fc.constantFrom(...ids).map((id) => [id])
const places = {
  everywhere: fc.constant({}),
  // A country has its partners and branches with it.
  country: fc.record({ country_ids: first(1, 2), partner_ids: first('a', 'b'), branch_ids: first('x', 'y') }),
  partner: fc.record({ partner_ids: first('a', 'b', 'c') }),
  branch: fc.record({ branch_ids: first('x', 'y', 'z') }),
  park: fc.record({ park_ids: first('p', 'q') }),
}
const held: fc.Arbitrary<HeldRole> = fc.constantFrom(...scopeTypes).chain((scope) =>
  fc
    .record({
      permissions: fc.subarray([...permissions], { maxLength: 6 }),
      place: places[scope],
      is_assigned_only: fc.boolean(),
    })
    .map(({ place, ...role }) => ({ ...noPlaces, ...role, ...place, scope })),
)
const at = (branch_id: string, ...granted: HeldRole['permissions']): HeldRole => ({
  ...noPlaces,
  scope: 'branch',
  branch_ids: [branch_id],
  permissions: granted,
  is_assigned_only: false,
})

test('names every permission once, and roles of permissions that exist', () => {
  expect(new Set(permissions).size).toBe(permissions.length)
  for (const role of shippedRoles) expect(listGrants(role).every(isPermission), role.code).toBe(true)
  expect(listGrants(shippedRoles.at(-1)!).toSorted()).toEqual(permissions.toSorted())
  expect(listGrants(shippedRoles[0])).toEqual([])
})

test.each([
  ['everywhere', undefined, []],
  ['country', 'country_ids', [1, 2]],
  ['partner', 'partner_ids', ['a', 'b', 'c']],
  ['branch', 'branch_ids', ['x', 'y', 'z']],
  ['park', 'park_ids', ['p', 'q']],
] as const)('a permission is held %s where some role holds it, and nowhere else', (type, key, ids) => {
  fc.assert(
    fc.property(fc.array(held, { maxLength: 5 }), (roles) => {
      const access = resolveAccess(roles)
      const counts = (role: HeldRole) => role.scope === 'park' || !role.is_assigned_only
      for (const permission of permissions) {
        const holding = roles.filter(
          (role) => role.permissions.includes(permission) && isForScope(permission, role.scope) && counts(role),
        )
        const scope = access.get(permission)
        if (key === undefined) expect(scope?.everywhere ?? false).toBe(holding.some((role) => role.scope === type))
        else
          for (const id of ids)
            expect((scope?.[key] as unknown[] | undefined)?.includes(id) ?? false).toBe(
              holding.some((role) => (role[key] as readonly unknown[]).includes(id)),
            )
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
        for (const [permission, scope] of all) expect(includesScope(less.get(permission), scope)).toBe(true)
    }),
  )
})

test('a role gives nothing of resources that its type of place does not have', () => {
  const partner = { ...noPlaces, scope: 'partner', partner_ids: ['a'], is_assigned_only: false } as const
  expect([
    ...resolveAccess([{ ...partner, permissions: ['roles.update', 'parks.view', 'orders.view'] }]).keys(),
  ]).toEqual(['parks.view'])
  expect([...resolveAccess([at('x', 'roles.update', 'parks.view', 'parks.update', 'orders.view')]).keys()]).toEqual([
    'parks.view',
    'orders.view',
  ])
  const [orders] = resolveAccess([at('x', 'orders.view')]).values()
  expect([includesBranch(orders!, 'x'), includesBranch(orders!, 'y')]).toEqual([true, false])
})
