import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { line, Uuid } from '#contract/fields.ts'
import { deskList } from '#contract/lists/lists.ts'
import { deskRecord, recordFields } from '#contract/lists/records.ts'
import { Language } from '#contract/places/places.ts'
import { LeadKind, leadKinds, LeadState, leadStates, LeadText } from './leads.ts'

/** What visitors sent from the forms of the site. */
export const leadList = deskList({
  name: 'leads',
  menu: { group: 'orders', rank: 65, under: 'messages' },
  bulk: ['leads.update'],
  permission: 'leads.view',
  opens: { screen: 'leads', permission: 'leads.view' },
  personal: true,
  namedBy: ['reference', 'name', 'email'],
  columns: {
    reference: { kind: 'code', sortable: true },
    kind: { kind: 'choice', words: 'lead_kinds' },
    name: { kind: 'text', sortable: true },
    email: { kind: 'text' },
    phone: { kind: 'phone', extra: true },
    message: { kind: 'text' },
    language: { kind: 'choice', words: 'languages', extra: true },
    country: { kind: 'country', extra: true },
    has_account: { kind: 'flag', extra: true },
    has_file: { kind: 'flag', extra: true },
    demo_at: { kind: 'instant', sortable: true, extra: true },
    created_at: { kind: 'instant', sortable: true },
    changed_at: { kind: 'instant', sortable: true, extra: true },
  },
  filters: {
    kind: { kind: 'choice', values: leadKinds, words: 'lead_kinds' },
    language: { kind: 'choice', values: ['en', 'fr'], words: 'languages' },
    file: { kind: 'flag' },
    created: { kind: 'days' },
  },
  states: leadStates,
  sort: '-created_at',
})

const LeadNote = z.object({
  id: z.string(),
  /** Name of the author; null once the account is erased. */
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
  /** The order that staff placed for its sender. */
  order_number: z.nullable(z.string()),
  notes: z.array(LeadNote),
})
export type Lead = z.infer<typeof Lead>

export const DeskLead = z.extend(Lead, recordFields)
export type DeskLead = z.infer<typeof DeskLead>

const params = z.strictObject({ id: Uuid })
const record = { tag: 'desk', status: 200, params, answer: DeskLead } as const

export const getDeskLead = endpoint({
  ...record,
  name: 'getDeskLead',
  method: 'GET',
  path: '/api/v1/admin/leads/{id}',
  summary: 'Returns a message from the forms with its answers and notes',
  auth: 'leads.view',
})

export const getLeadFile = endpoint({
  name: 'getLeadFile',
  method: 'GET',
  path: '/api/v1/admin/leads/{id}/file',
  summary: 'Returns the PDF of an application',
  tag: 'desk',
  auth: 'leads.view',
  status: 200,
  params,
})

/** A note that is kept with the new state. */
const body = z.strictObject({ note: z.optional(LeadText) })
const move = { ...record, method: 'POST', auth: 'leads.update', body } as const

export const claimLead = endpoint({
  ...move,
  name: 'claimLead',
  stored_as: 'takeLead',
  path: '/api/v1/admin/leads/{id}/take',
  summary: 'Marks a message as in progress, also one that was answered or closed',
})

export const answerLead = endpoint({
  ...move,
  name: 'answerLead',
  path: '/api/v1/admin/leads/{id}/answer',
  summary: 'Marks a message as answered',
})

export const closeLead = endpoint({
  ...move,
  name: 'closeLead',
  path: '/api/v1/admin/leads/{id}/close',
  summary: 'Closes a message',
})

export const addLeadNote = endpoint({
  ...move,
  name: 'addLeadNote',
  stored_as: 'noteLead',
  path: '/api/v1/admin/leads/{id}/note',
  idempotent: true,
  summary: 'Adds a note to a message',
  body: z.strictObject({ note: LeadText }),
})

/** A lead that has its request already keeps it. */
export const makeDocumentRequest = endpoint({
  ...record,
  name: 'makeDocumentRequest',
  method: 'POST',
  path: '/api/v1/admin/leads/{id}/document-request',
  idempotent: true,
  summary: 'Makes a request for vehicle documents of a message that asks for some, and mails its sender to complete it',
  auth: 'documents.create',
})

/** A lead that has its order already keeps it. */
export const linkLeadOrder = endpoint({
  ...record,
  name: 'linkLeadOrder',
  method: 'POST',
  path: '/api/v1/admin/leads/{id}/order',
  summary: 'Links a message of the marketplace with the order that was placed for its sender',
  auth: 'leads.update',
  body: z.strictObject({ order_number: line(4, 40) }),
})

/** The state that an action leads to. */
export const leadActions = { take: 'in_hand', answer: 'answered', close: 'closed' } as const satisfies Record<
  string,
  LeadState
>

const note = { note: { kind: 'long' } } as const

/** A message with its answers, file and notes. */
export const leadRecord = deskRecord({
  list: leadList,
  get: getDeskLead,
  first: ['facts', 'answers'],
  primary: ['take', 'make_request', 'answer'],
  state: 'state',
  facts: {
    kind: { kind: 'choice', words: 'lead_kinds' },
    reference: { kind: 'code' },
    name: { kind: 'text' },
    email: { kind: 'text' },
    phone: { kind: 'phone' },
    language: { kind: 'choice', words: 'languages' },
    has_account: { kind: 'flag' },
    demo_at: { kind: 'instant' },
    created_at: { kind: 'instant' },
    changed_at: { kind: 'instant' },
    request_number: { kind: 'code' },
    order_number: { kind: 'code' },
    message: { kind: 'text' },
  },
  links: {
    request_number: { screen: 'documents', id: 'request_id' },
    order_number: { screen: 'online-orders', id: 'order_number' },
  },
  actions: {
    make_request: { endpoint: makeDocumentRequest, serious: true },
    link_order: { endpoint: linkLeadOrder, fields: { order_number: { kind: 'text' } } },
    take: { endpoint: claimLead, fields: note },
    answer: { endpoint: answerLead, fields: note },
    close: { endpoint: closeLead, fields: note },
    note: { endpoint: addLeadNote, fields: note },
  },
  tabs: { answers: 'own' },
  bulk: ['take', 'answer', 'close'],
})
