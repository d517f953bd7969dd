import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { line, Uuid } from '#contract/fields.ts'
import { crud } from '#contract/lists/crud.ts'
import { deskList } from '#contract/lists/lists.ts'
import { recordPage } from '#contract/lists/screens.ts'
import { permissions } from '#contract/permissions.ts'

/** The roles, from the weakest to the strongest. */
export const roleList = deskList({
  name: 'roles',
  menu: { group: 'people', rank: 40, under: 'employees' },
  permission: 'roles.view',
  opens: { screen: 'roles', permission: 'roles.view' },
  creates: { path: 'roles/new', permission: 'roles.create' },
  namedBy: ['name'],
  columns: {
    name: { kind: 'text', sortable: true },
    code: { kind: 'code', extra: true },
    permissions: { kind: 'number' },
    holders: { kind: 'number' },
    position: { kind: 'number', extra: true, sortable: true },
    changed_at: { kind: 'instant', sortable: true },
  },
  filters: {},
  states: ['fixed', 'shipped', 'own'],
  sort: 'position',
})

/** A role, with the permissions to choose from. */
export const rolePage = recordPage({ name: 'roles', permission: 'roles.view' })

const PermissionName = z.enum(permissions)

export const RoleRequest = z.strictObject({
  name: line(1, 60),
  name_fr: line(1, 60),
  permissions: z.array(PermissionName).check(z.minLength(1, 'required'), z.maxLength(permissions.length, 'too_long')),
})

export const Role = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  name_fr: z.string(),
  permissions: z.array(PermissionName),
  /** Whether nobody can change it. */
  is_fixed: z.boolean(),
  /** Whether it ships with the product, and so cannot be deleted. */
  is_shipped: z.boolean(),
  /** Number of assignments. */
  holders: z.number(),
  version: z.number(),
  changed_at: z.string(),
})
export type Role = z.infer<typeof Role>

const params = z.strictObject({ id: Uuid })
const role = { tag: 'desk', answer: Role } as const

const roleCalls = crud('/api/v1/admin/roles', 'roles', Role)
export const getRole = endpoint({
  ...roleCalls.get,
  name: 'getRole',
  summary: 'Returns a role with its permissions',
})

export const createRole = endpoint({
  ...roleCalls.create,
  name: 'createRole',
  idempotent: true,
  summary: 'Creates a role of permissions that the caller has',
  body: RoleRequest,
})

/** `version` is the one that was read: another one means that somebody else changed the role meanwhile. */
export const updateRole = endpoint({
  ...role,
  name: 'updateRole',
  stored_as: 'changeRole',
  method: 'PUT',
  path: '/api/v1/admin/roles/{id}',
  summary: 'Changes the names and permissions of a role',
  auth: 'roles.update',
  status: 200,
  params,
  body: z.extend(RoleRequest, { version: z.int().check(z.minimum(1)) }),
})

export const deleteRole = endpoint({
  ...roleCalls.delete,
  name: 'deleteRole',
  summary: 'Deletes a role that nobody has',
})
