import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { line, Uuid } from '#contract/fields.ts'
import { countryCodes } from '#contract/geography.ts'
import { deskList } from '#contract/lists/lists.ts'
import { recordPage } from '#contract/lists/screens.ts'
import { scopeTypes } from '#contract/permissions.ts'

/** The form of `invitePage`. */
const invites = { path: 'invite/new', permission: 'invitations.create' } as const

const people = {
  opens: { screen: 'people', permission: 'employees.view' },
  namedBy: ['name', 'email', 'phone'],
  columns: {
    name: { kind: 'text', sortable: true },
    email: { kind: 'text', sortable: true },
    phone: { kind: 'phone', extra: true },
    roles: { kind: 'text' },
    country: { kind: 'country', extra: true },
    created_at: { kind: 'instant', sortable: true, extra: true },
    last_seen_at: { kind: 'instant' },
  },
  filters: {
    role: { kind: 'text' },
    scope: { kind: 'choice', values: scopeTypes, words: 'scopes' },
    country: { kind: 'choice', values: countryCodes, words: 'countries' },
  },
  states: ['active', 'disabled'],
  sort: 'name',
} as const

/** People with a role that is not an administrator's. */
export const employeeList = deskList({
  name: 'employees',
  menu: { group: 'people', rank: 20, letter: 'e' },
  creates: invites,
  permission: 'employees.view',
  ...people,
})

/** People who may change the roles, or what administrators may. */
export const administratorList = deskList({
  name: 'administrators',
  menu: { group: 'people', rank: 30, under: 'employees' },
  creates: invites,
  permission: 'administrators.view',
  ...people,
})

/** An employee or administrator, with their roles. */
export const personPage = recordPage({ name: 'people', permission: 'employees.view' })

const Assignment = z.object({
  role_id: z.string(),
  role: z.string(),
  role_fr: z.string(),
  scope: z.enum(scopeTypes),
  /** The code of a country, or the id of a partner, a branch or a car park; null everywhere. */
  place_id: z.nullable(z.string()),
  place: z.nullable(z.string()),
})

export const Person = z.object({
  id: z.string(),
  /** Null for those who may not see how to reach colleagues. */
  email: z.nullable(z.string()),
  name: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  assignments: z.array(Assignment),
  disabled_at: z.nullable(z.string()),
  disabled_reason: z.nullable(z.string()),
  has_second_factor: z.boolean(),
  has_counter_pin: z.boolean(),
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

const Place = z.object({ id: z.string(), name: z.string(), country_code: z.enum(countryCodes) })

/**
 * What the caller may give: roles within what they may do themselves, each with the types of place for which they may, and
 * these places. Car parks are too many to list: those of guards are chosen where guards are added.
 */
export const listGrantable = endpoint({
  name: 'listGrantable',
  method: 'GET',
  path: '/api/v1/admin/grantable',
  summary: 'Lists the roles that the caller may give to others, and the places for which they may',
  tag: 'desk',
  auth: 'employees.view',
  status: 200,
  answer: z.object({
    roles: z.array(
      z.object({ id: z.string(), name: z.string(), name_fr: z.string(), scopes: z.array(z.enum(scopeTypes)) }),
    ),
    countries: z.array(z.enum(countryCodes)),
    partners: z.array(Place),
    branches: z.array(Place),
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
          scope: z.enum(scopeTypes, 'required'),
          place_id: z.nullable(z.string().check(z.maxLength(36, 'too_long'))),
        }),
      )
      .check(z.maxLength(20, 'too_long')),
  }),
})

export const resetSecondFactor = endpoint({
  ...person,
  name: 'resetSecondFactor',
  method: 'POST',
  path: '/api/v1/admin/people/{id}/reset-second-factor',
  summary: 'Takes the second factor of a person who has lost it away, and logs all of their devices out',
  auth: 'employees.update',
})

export const clearCounterPin = endpoint({
  ...person,
  name: 'clearCounterPin',
  method: 'POST',
  path: '/api/v1/admin/people/{id}/clear-counter-pin',
  summary: 'Takes the PIN for counters of a person away, and locks the counters that they have unlocked',
  auth: 'employees.update',
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
