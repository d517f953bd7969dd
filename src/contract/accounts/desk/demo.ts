import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { Language } from '#contract/places/places.ts'
import { Profile } from '../auth.ts'

/** The roles of which the demo has somebody, in the order of its buttons. */
export const demoRoles = [
  'admin',
  'administrator',
  'staff',
  'branch_manager',
  'employee',
  'pos_operator',
  'delivery_boy',
  'partner',
  'guard',
] as const

/** Outside of production alone: there, the server has no such call. */
export const openDemoDesk = endpoint({
  name: 'openDemoDesk',
  method: 'POST',
  path: '/api/v1/demo/desk',
  summary: 'Logs in to the demo’s desk as an example person with a role; does not exist in production',
  tag: 'desk',
  auth: 'none',
  status: 200,
  body: z.strictObject({ role: z.enum(demoRoles, 'required'), language: z.optional(Language) }),
  answer: z.object({ access_token: z.string(), expires_at: z.string(), user: Profile }),
})
