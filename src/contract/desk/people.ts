import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { line, Uuid } from '#contract/fields.ts'
import { countryCodes } from '#contract/geography.ts'
import { deskList } from './lists.ts'

const people = {
  opens: { screen: 'people', permission: 'employees.view' },
  namedBy: ['name', 'email'],
  columns: {
    name: { kind: 'text', sortable: true },
    email: { kind: 'text', sortable: true },
    roles: { kind: 'text' },
    country: { kind: 'country', extra: true },
    created_at: { kind: 'instant', sortable: true, extra: true },
    last_seen_at: { kind: 'instant' },
  },
  filters: { role: { kind: 'text' }, country: { kind: 'choice', values: countryCodes, words: 'countries' } },
  states: ['active', 'disabled'],
  sort: 'email',
} as const

/** People with a role that is not an administrator's. */
export const employeeList = deskList({ name: 'employees', permission: 'employees.view', ...people })

/** People who may change the roles, or what administrators may. */
export const administratorList = deskList({ name: 'administrators', permission: 'administrators.view', ...people })

const Assignment = z.object({
  role_id: z.string(),
  role: z.string(),
  role_fr: z.string(),
  /** Whether the role holds only for what is assigned to the person: a guard's car parks. */
  is_assigned_only: z.boolean(),
  partner_id: z.nullable(z.string()),
  partner: z.nullable(z.string()),
  branch_id: z.nullable(z.string()),
  branch: z.nullable(z.string()),
})

export const Person = z.object({
  id: z.string(),
  email: z.string(),
  name: z.nullable(z.string()),
  assignments: z.array(Assignment),
  /** The names of the car parks where the person is a guard. */
  guarded_parks: z.array(z.string()),
  disabled_at: z.nullable(z.string()),
  disabled_reason: z.nullable(z.string()),
  /** Whether the caller may change this person's roles. */
  can_change: z.boolean(),
})
export type Person = z.infer<typeof Person>

const params = z.strictObject({ id: Uuid })
const person = { tag: 'desk', status: 200, params, answer: Person } as const

export const getPerson = endpoint({
  ...person,
  name: 'getPerson',
  method: 'GET',
  path: '/api/v1/admin/people/{id}',
  summary: 'Returns a person with their roles',
  auth: 'employees.view',
})

/** What the caller may give: roles within what they may do themselves, and the partners and branches for which they may. */
export const listGrantable = endpoint({
  name: 'listGrantable',
  method: 'GET',
  path: '/api/v1/admin/grantable',
  summary: 'Lists the roles, partners and branches that the caller may give to others',
  tag: 'desk',
  auth: 'employees.view',
  status: 200,
  answer: z.object({
    roles: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        name_fr: z.string(),
        is_everywhere: z.boolean(),
        is_assigned_only: z.boolean(),
      }),
    ),
    partners: z.array(z.object({ id: z.string(), name: z.string(), country_code: z.string() })),
    branches: z.array(z.object({ id: z.string(), name: z.string(), country_code: z.string() })),
  }),
})

export const assignRoles = endpoint({
  ...person,
  name: 'assignRoles',
  method: 'PUT',
  path: '/api/v1/admin/people/{id}/roles',
  summary: 'Replaces the roles of a person; both the old and the new ones must be within what the caller may do',
  auth: 'employees.update',
  body: z.strictObject({
    assignments: z
      .array(
        z.strictObject({
          role_id: Uuid,
          partner_id: z.nullable(Uuid),
          branch_id: z._default(z.nullable(Uuid), null),
        }),
      )
      .check(z.maxLength(20, 'too_long')),
  }),
})

export const disablePerson = endpoint({
  ...person,
  name: 'disablePerson',
  method: 'POST',
  path: '/api/v1/admin/people/{id}/disable',
  summary: 'Disables an account and logs all of its devices out',
  auth: 'customers.block',
  body: z.strictObject({ reason: line(3, 300) }),
})

export const enablePerson = endpoint({
  ...person,
  name: 'enablePerson',
  method: 'POST',
  path: '/api/v1/admin/people/{id}/enable',
  summary: 'Enables an account again',
  auth: 'customers.block',
})

export const logOutPerson = endpoint({
  ...person,
  name: 'logOutPerson',
  method: 'POST',
  path: '/api/v1/admin/people/{id}/log-out',
  summary: 'Logs all devices of an account out',
  auth: 'customers.update',
})
