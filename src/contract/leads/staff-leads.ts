import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { line, pageOf, pageQuery, Uuid } from '#contract/fields.ts'
import { Language } from '#contract/places/places.ts'
import { LeadKind, LeadState, LeadText } from './leads.ts'

const LeadNote = z.object({
  id: z.string(),
  /** Email address of the author; null once the account is erased. */
  author: z.nullable(z.string()),
  state: z.nullable(LeadState),
  body: z.nullable(z.string()),
  created_at: z.string(),
})

export const Lead = z.object({
  id: z.string(),
  reference: z.string(),
  kind: LeadKind,
  state: LeadState,
  name: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  message: z.nullable(z.string()),
  details: z.record(z.string(), z.union([z.string(), z.number()])),
  language: Language,
  has_account: z.boolean(),
  /** Size of the attached PDF; null without one. */
  file_bytes: z.nullable(z.number()),
  /** When the booked demonstration starts. */
  demo_at: z.nullable(z.string()),
  created_at: z.string(),
  changed_at: z.string(),
  /** The request for vehicle documents that staff made of it. */
  request_id: z.nullable(z.string()),
  request_number: z.nullable(z.string()),
  notes: z.array(LeadNote),
})
export type Lead = z.infer<typeof Lead>

/** Newest first; `counts` ignores the filters. */
export const listLeads = endpoint({
  name: 'listLeads',
  method: 'GET',
  path: '/api/v1/staff/leads',
  summary: 'Lists the leads sent by the public forms, newest first',
  tag: 'staff',
  auth: 'leads.view',
  status: 200,
  query: z.strictObject({
    ...pageQuery,
    kind: z.optional(LeadKind),
    state: z.optional(LeadState),
    search: z.optional(line(1, 120)),
  }),
  answer: z.extend(pageOf(Lead), { counts: z.record(LeadState, z.number()) }),
})

const leadParams = z.strictObject({ id: Uuid })

export const changeLead = endpoint({
  name: 'changeLead',
  method: 'PATCH',
  path: '/api/v1/staff/leads/{id}',
  summary: 'Changes the state of a lead, adds a note, or both',
  tag: 'staff',
  auth: 'leads.update',
  status: 200,
  params: leadParams,
  body: z
    .strictObject({ state: z.optional(LeadState), note: z.optional(LeadText) })
    .check(
      z.refine(({ state, note }) => state !== undefined || note !== undefined, { path: ['note'], error: 'required' }),
    ),
  answer: Lead,
})

export const getLeadFile = endpoint({
  name: 'getLeadFile',
  method: 'GET',
  path: '/api/v1/staff/leads/{id}/file',
  summary: 'Returns the PDF of an application',
  tag: 'staff',
  auth: 'leads.view',
  status: 200,
  params: leadParams,
})
