import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { Uuid } from '#contract/fields.ts'
import { deskList } from '#contract/lists/lists.ts'
import { deskRecord, recordFields } from '#contract/lists/records.ts'
import { recordPage } from '#contract/lists/screens.ts'
import { scopeTypes } from '#contract/permissions.ts'
import { Language } from '#contract/places/places.ts'
import { Email } from '../auth.ts'
import { invitationStates } from '../invitations.ts'
import { listGrantable } from './people.ts'

/** Roles that were offered by email. */
export const invitationList = deskList({
  name: 'invitations',
  menu: { group: 'people', rank: 25, under: 'employees' },
  bulk: ['invitations.create'],
  permission: 'invitations.create',
  opens: { screen: 'invitations', permission: 'invitations.create' },
  creates: { path: 'invite/new', permission: 'invitations.create' },
  namedBy: ['email'],
  columns: {
    email: { kind: 'text', sortable: true },
    role: { kind: 'text' },
    place: { kind: 'text' },
    state: { kind: 'choice', words: 'invitation_states', badge: true },
    invited_by: { kind: 'text' },
    sent_at: { kind: 'instant', sortable: true },
    expires_at: { kind: 'instant', sortable: true, extra: true },
    accepted_at: { kind: 'instant', sortable: true, extra: true },
    withdrawn_at: { kind: 'instant', sortable: true, extra: true },
  },
  filters: {
    role: { kind: 'text' },
    scope: { kind: 'choice', values: scopeTypes, words: 'scopes' },
    sent: { kind: 'days' },
  },
  states: invitationStates,
  sort: '-sent_at',
})

/** The form that invites somebody. */
export const invitePage = recordPage({ name: 'invite', permission: 'invitations.create' })

export const DeskInvitation = z.object({
  ...recordFields,
  email: z.string(),
  language: Language,
  role: z.string(),
  place: z.nullable(z.string()),
  scope: z.enum(scopeTypes),
  state: z.enum(invitationStates),
  invited_by: z.nullable(z.string()),
  created_at: z.string(),
  sent_at: z.string(),
  expires_at: z.string(),
  accepted_at: z.nullable(z.string()),
  withdrawn_at: z.nullable(z.string()),
})
export type DeskInvitation = z.infer<typeof DeskInvitation>

const params = z.strictObject({ id: Uuid })
const record = { tag: 'desk', auth: 'invitations.create', status: 200, params, answer: DeskInvitation } as const

export const getDeskInvitation = endpoint({
  ...record,
  name: 'getDeskInvitation',
  method: 'GET',
  path: '/api/v1/admin/invitations/{id}',
  summary: 'Returns an invitation',
})

export const InvitationRequest = z.strictObject({
  email: Email,
  /** The language of the mail. */
  language: Language,
  role_id: Uuid,
  scope: z.enum(scopeTypes, 'required'),
  /** The code of a country, the id of a partner or a branch, the id or the code of a car park; null everywhere. */
  place_id: z.nullable(z.string().check(z.maxLength(36, 'too_long'))),
})

export const createInvitation = endpoint({
  name: 'createInvitation',
  method: 'POST',
  path: '/api/v1/admin/invitations',
  summary: 'Offers somebody a role by email; what it permits must be within what the caller may do',
  tag: 'desk',
  auth: 'invitations.create',
  status: 201,
  idempotent: true,
  body: InvitationRequest,
  answer: DeskInvitation,
})

export const resendInvitation = endpoint({
  ...record,
  name: 'resendInvitation',
  method: 'POST',
  path: '/api/v1/admin/invitations/{id}/resend',
  summary: 'Sends an invitation again with a new link, which replaces the one before',
})

export const withdrawInvitation = endpoint({
  ...record,
  name: 'withdrawInvitation',
  method: 'POST',
  path: '/api/v1/admin/invitations/{id}/withdraw',
  summary: 'Withdraws an invitation, whose link then opens no more',
})

export const listInvitable = endpoint({
  ...listGrantable,
  name: 'listInvitable',
  path: '/api/v1/admin/invitable',
  summary: 'Lists the roles that the caller may offer by email, and the places for which they may',
  auth: 'invitations.create',
})

export const invitationRecord = deskRecord({
  list: invitationList,
  get: getDeskInvitation,
  state: 'state',
  facts: {
    email: { kind: 'text' },
    role: { kind: 'text' },
    scope: { kind: 'choice', words: 'scopes' },
    place: { kind: 'text' },
    language: { kind: 'choice', words: 'languages' },
    invited_by: { kind: 'text' },
    sent_at: { kind: 'instant' },
    expires_at: { kind: 'instant' },
    accepted_at: { kind: 'instant' },
    withdrawn_at: { kind: 'instant' },
  },
  actions: {
    resend: { endpoint: resendInvitation },
    withdraw: { endpoint: withdrawInvitation, serious: true },
  },
  bulk: ['resend', 'withdraw'],
})
