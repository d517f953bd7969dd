import * as z from 'zod/mini'
import { documentKinds, nigerianStates, vehicleUses } from '#contract/document-rules.ts'
import { documentStates } from '#contract/document-states.ts'
import { QuoteLine } from '#contract/documents.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Money } from '#contract/fields.ts'
import { LeadText } from '#contract/leads.ts'
import { feeKinds, enteredParts } from './document-fees.ts'
import { centreList } from './inspection-centres.ts'
import { byId } from './kept.ts'
import { deskList } from './lists.ts'
import { deskRecord, recordFields } from './records.ts'

/** Requests for vehicle documents that staff has something to do with, the longest waiting first. Drafts wait for a fee. */
export const documentList = deskList({
  name: 'documents',
  permission: 'documents.view',
  opens: { screen: 'documents', permission: 'documents.view' },
  personal: true,
  namedBy: ['number', 'plate'],
  columns: {
    number: { kind: 'code', sortable: true },
    days_waiting: { kind: 'number' },
    kinds: { kind: 'choices', words: 'fee_kinds' },
    state: { kind: 'choice', words: 'nigerian_states' },
    plate: { kind: 'code' },
    vehicle: { kind: 'text' },
    customer: { kind: 'text' },
    total: { kind: 'money' },
    updated_at: { kind: 'instant', sortable: true },
    created_at: { kind: 'instant', sortable: true, extra: true },
    is_example: { kind: 'flag', extra: true },
  },
  filters: {
    region: { kind: 'choice', values: nigerianStates, words: 'nigerian_states' },
    kind: { kind: 'choice', values: documentKinds, words: 'fee_kinds' },
    customer: { kind: 'text' },
    created: { kind: 'days' },
    example: { kind: 'flag' },
  },
  states: documentStates,
  sort: 'updated_at',
})

const Item = z.object({
  kind: z.enum(documentKinds),
  term_months: z.nullable(z.number()),
  result: z.nullable(z.string()),
  document_number: z.nullable(z.string()),
  issued_on: z.nullable(z.string()),
  expires_on: z.nullable(z.string()),
  reason: z.nullable(z.string()),
})

export const DeskDocument = z.object({
  ...recordFields,
  version: z.number(),
  status: z.enum(documentStates),
  customer: z.string(),
  customer_id: z.string(),
  state: z.nullable(z.string()),
  plate: z.nullable(z.string()),
  category: z.nullable(z.string()),
  use: z.nullable(z.enum(vehicleUses)),
  make: z.nullable(z.string()),
  model: z.nullable(z.string()),
  year: z.nullable(z.number()),
  colour: z.nullable(z.string()),
  engine_cc: z.nullable(z.number()),
  chassis_number: z.nullable(z.string()),
  engine_number: z.nullable(z.string()),
  owner_name: z.nullable(z.string()),
  owner_address: z.nullable(z.string()),
  owner_phone: z.nullable(z.string()),
  owner_email: z.nullable(z.string()),
  held: z.array(z.object({ kind: z.enum(documentKinds), expires_on: z.nullable(z.string()) })),
  handover: z.nullable(z.string()),
  delivery_address: z.nullable(z.string()),
  documents: z.array(Item),
  lines: z.array(QuoteLine),
  total: z.nullable(Money),
  refunded: z.nullable(Money),
  days_waiting: z.number(),
  waiting_since: z.nullable(z.string()),
  /** The lines without a fee, while the request waits for a quote. */
  missing_fees: z.array(z.object({ kind: z.enum(feeKinds), part: z.enum(enteredParts) })),
  centre: z.nullable(z.string()),
  centre_id: z.nullable(z.string()),
  appointment_at: z.nullable(z.string()),
  timezone: z.string(),
  paid_at: z.nullable(z.string()),
  created_at: z.string(),
  updated_at: z.string(),
  is_example: z.boolean(),
  history: z.array(
    z.object({
      at: z.string(),
      to: z.enum(documentStates),
      actor: z.string(),
      reason: z.nullable(z.string()),
    }),
  ),
})
export type DeskDocument = z.infer<typeof DeskDocument>

const path = '/api/v1/admin/documents/{id}'
const one = { tag: 'desk', status: 200, params: byId, answer: DeskDocument } as const
const move = { ...one, method: 'POST', auth: 'documents.update' } as const
const reason = z.strictObject({ reason: LeadText })

export const getDeskDocument = endpoint({
  ...one,
  name: 'getDeskDocument',
  method: 'GET',
  path,
  summary: 'Returns a request for vehicle documents with its form, documents, price and history',
  auth: 'documents.view',
})

export const quoteDocuments = endpoint({
  ...move,
  name: 'quoteDocuments',
  path: `${path}/quote`,
  summary: 'Quotes a request that waited for a fee, and mails the quote',
})

export const askForMissing = endpoint({
  ...move,
  name: 'askForMissing',
  path: `${path}/ask`,
  summary: 'Asks the customer for what is missing, in words',
  body: reason,
})

export const bookInspection = endpoint({
  ...move,
  name: 'bookInspection',
  path: `${path}/inspection`,
  summary: 'Books an appointment at an inspection centre of the state',
  body: z.strictObject({
    centre_id: z.uuid('identifier'),
    starts_at: z.iso.datetime({ offset: true, error: 'instant' }),
  }),
})

/** What a document, or a request, is told apart by in the forms. */
export const documentRecord = deskRecord({
  list: documentList,
  get: getDeskDocument,
  state: 'status',
  facts: {
    customer: { kind: 'text' },
    plate: { kind: 'code' },
    state: { kind: 'choice', words: 'nigerian_states' },
    total: { kind: 'money' },
    refunded: { kind: 'money' },
    days_waiting: { kind: 'number' },
    waiting_since: { kind: 'instant', zone: 'timezone' },
    centre: { kind: 'text' },
    appointment_at: { kind: 'instant', zone: 'timezone' },
    paid_at: { kind: 'instant', zone: 'timezone' },
    created_at: { kind: 'instant', zone: 'timezone' },
    updated_at: { kind: 'instant', zone: 'timezone' },
    is_example: { kind: 'flag' },
  },
  links: {
    customer: { screen: 'customers', id: 'customer_id' },
    centre: { screen: 'inspection-centres', id: 'centre_id' },
  },
  actions: {
    quote: { endpoint: quoteDocuments },
    ask: { endpoint: askForMissing, fields: { reason: { kind: 'long', hint: true } } },
    book: {
      endpoint: bookInspection,
      fields: {
        centre_id: { kind: 'record', list: centreList, titles: 'centre' },
        starts_at: { kind: 'instant', zone: 'timezone', hint: true },
      },
    },
  },
  tabs: { request: 'own' },
})
