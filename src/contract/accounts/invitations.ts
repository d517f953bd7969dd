import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { line } from '#contract/fields.ts'
import { CountryCode, Language } from '#contract/places/places.ts'
import { Password, Profile } from './auth.ts'

/* A role that somebody was offered by email: opened and accepted by the token of its link, which works once. */

/** How long the link of an invitation opens, in days. */
export const invitation_days = 7

/** `waiting`: the link opens. */
export const invitationStates = ['waiting', 'accepted', 'expired', 'withdrawn'] as const

const params = z.strictObject({ token: line(1, 100) })

/** Where the person starts with the role: at the gate, or in the desk, at the branch that it is held for. */
const Start = z.object({ page: z.enum(['desk', 'guard']), branch_id: z.nullable(z.string()) })

export const Invitation = z.object({
  state: z.enum(invitationStates),
  email: z.string(),
  role: z.string(),
  /** What the role is held for; null everywhere. */
  place: z.nullable(z.string()),
  invited_by: z.nullable(z.string()),
  expires_at: z.string(),
  /** Whether the address has an account, whose owner logs in to accept. */
  has_account: z.boolean(),
  start: Start,
})
export type Invitation = z.infer<typeof Invitation>

export const getInvitation = endpoint({
  name: 'getInvitation',
  method: 'GET',
  path: '/api/v1/invitations/{token}',
  summary: 'Returns an invitation by the token of its link: the role, the place, and whether it can be accepted',
  tag: 'auth',
  auth: 'none',
  status: 200,
  params,
  answer: Invitation,
})

export const acceptInvitation = endpoint({
  name: 'acceptInvitation',
  method: 'POST',
  path: '/api/v1/invitations/{token}/accept',
  summary: 'Gives the account of the invited address the role',
  tag: 'auth',
  auth: 'customer',
  status: 200,
  params,
  answer: z.object({ start: Start, user: Profile }),
})

export const InvitedRegistration = z.strictObject({
  first_name: line(1, 80),
  last_name: z.optional(line(1, 80)),
  password: Password,
  country_code: z.optional(CountryCode),
  language: z.optional(Language),
  accept_terms: z.literal(true, 'accept_terms'),
})

export const registerWithInvitation = endpoint({
  name: 'registerWithInvitation',
  method: 'POST',
  path: '/api/v1/invitations/{token}/register',
  summary: 'Opens the account of an invited address that has none, with the role, and logs in',
  tag: 'auth',
  auth: 'none',
  status: 201,
  params,
  body: InvitedRegistration,
  answer: z.object({
    access_token: z.string(),
    token_type: z.literal('Bearer'),
    expires_at: z.string(),
    user: Profile,
    start: Start,
  }),
})
