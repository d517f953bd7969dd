import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { line, Money, Uuid, missingOr, Instant } from '#contract/fields.ts'
import { LeadText } from '#contract/leads/leads.ts'
import { deskList } from '#contract/lists/lists.ts'
import { deskRecord, recordFields } from '#contract/lists/records.ts'
import { byId, versionQuery } from '#contract/lists/shared-fields.ts'
import { DocumentFile } from '../document-files.ts'
import { documentKinds, documentResults, nigerianStates, vehicleUses } from '../document-rules.ts'
import { documentStates } from '../document-states.ts'
import { QuoteLine } from '../documents.ts'
import { feeKinds, enteredParts } from './document-fees.ts'

/** Requests for vehicle documents that staff has something to do with, the longest waiting first. Drafts wait for a fee. */
export const documentList = deskList({
  name: 'documents',
  menu: { group: 'documents', rank: 10, letter: 'r' },
  permission: 'documents.view',
  opens: { screen: 'documents', permission: 'documents.view' },
  personal: true,
  namedBy: ['number', 'plate'],
  columns: {
    number: { kind: 'code', sortable: true },
    status: { kind: 'choice', badge: true, words: 'document_states' },
    days_waiting: { kind: 'number', sortable: true },
    kinds: { kind: 'choices', words: 'fee_kinds' },
    state: { kind: 'choice', words: 'nigerian_states' },
    plate: { kind: 'code' },
    vehicle: { kind: 'text' },
    customer: { kind: 'text' },
    assigned_to: { kind: 'text' },
    total: { kind: 'money' },
    updated_at: { kind: 'instant', sortable: true },
    created_at: { kind: 'instant', sortable: true, extra: true },
    is_example: { kind: 'flag', extra: true },
  },
  filters: {
    waiting: { kind: 'flag' },
    assigned: { kind: 'text' },
    unassigned: { kind: 'flag' },
    region: { kind: 'choice', values: nigerianStates, words: 'nigerian_states' },
    kind: { kind: 'choice', values: documentKinds, words: 'fee_kinds' },
    customer: { kind: 'text' },
    created: { kind: 'days' },
    example: { kind: 'flag' },
  },
  states: documentStates,
  sort: '-days_waiting',
})

const Item = z.object({
  kind: z.enum(documentKinds),
  term_months: z.nullable(z.number()),
  result: z.nullable(z.string()),
  document_number: z.nullable(z.string()),
  issued_on: z.nullable(z.string()),
  expires_on: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  /** What agency or insurer gave back for a document that was not issued. */
  returned: z.nullable(Money),
})

export const DeskDocument = z.object({
  ...recordFields,
  version: z.number(),
  status: z.enum(documentStates),
  customer: z.string(),
  customer_id: z.string(),
  /** The message of which staff made it. */
  lead_id: z.nullable(z.string()),
  lead: z.nullable(z.string()),
  /** Who works on it. */
  assigned_to: z.nullable(z.string()),
  assigned_id: z.nullable(z.string()),
  /** Colleagues to whom the request can be given. */
  colleagues: z.array(z.object({ value: z.string(), label: z.string() })),
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
  days_waiting: z.nullable(z.number()),
  waiting_since: z.nullable(z.string()),
  /** The lines without a fee, while the request waits for a quote. */
  missing_fees: z.array(z.object({ kind: z.enum(feeKinds), part: z.enum(enteredParts) })),
  centre: z.nullable(z.string()),
  centre_id: z.nullable(z.string()),
  appointment_at: z.nullable(z.string()),
  timezone: z.string(),
  /** For the slip of a parcel. For a pickup, the customer alone knows it. */
  handover_code: z.nullable(z.string()),
  agency_receipt: z.nullable(z.string()),
  courier: z.nullable(z.string()),
  tracking_number: z.nullable(z.string()),
  pickup_place: z.nullable(z.string()),
  pickup_hours: z.nullable(z.string()),
  paid_at: z.nullable(z.string()),
  created_at: z.string(),
  updated_at: z.string(),
  is_example: z.boolean(),
  /** The documents without a result. */
  open_kinds: z.array(z.enum(documentKinds)),
  /** Those that were not issued, and for which nothing that was given back was entered yet. */
  returnable: z.array(z.enum(documentKinds)),
  files: z.array(DocumentFile),
  history: z.array(
    z.object({
      at: z.string(),
      to: z.enum(documentStates),
      /** Of a transition, or of what kept the state. */
      cause: z.string(),
      actor: z.string(),
      reason: z.nullable(z.string()),
    }),
  ),
})
export type DeskDocument = z.infer<typeof DeskDocument>

const path = '/api/v1/admin/documents/{id}'
const record = { tag: 'desk', status: 200, params: byId, answer: DeskDocument } as const
const move = { ...record, method: 'POST', auth: 'documents.update' } as const
const reason = z.strictObject({ reason: LeadText })

export const getDeskDocument = endpoint({
  ...record,
  name: 'getDeskDocument',
  method: 'GET',
  path,
  summary: 'Returns a request for vehicle documents with its form, documents, price and history',
  auth: 'documents.view',
})

export const takeDocuments = endpoint({
  ...move,
  name: 'takeDocuments',
  path: `${path}/take`,
  summary: 'Takes a request that is nobody’s',
})
export const releaseDocuments = endpoint({
  ...move,
  name: 'releaseDocuments',
  path: `${path}/release`,
  summary: 'Leaves a request to whoever takes it next',
})
export const assignDocuments = endpoint({
  ...move,
  name: 'assignDocuments',
  path: `${path}/assign`,
  summary: 'Gives a request to a colleague who works on requests',
  body: z.strictObject({ colleague: Uuid }),
})
export const takeNextDocuments = endpoint({
  name: 'takeNextDocuments',
  method: 'POST',
  path: '/api/v1/admin/documents/next',
  summary: 'Takes the request that has waited longest and is nobody’s or the caller’s; none while nothing waits',
  tag: 'desk',
  auth: 'documents.update',
  status: 200,
  /** The request that is open now. */
  body: z.strictObject({ after: z.optional(Uuid) }),
  answer: z.object({ id: z.nullable(z.string()) }),
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
    centre_id: Uuid,
    starts_at: Instant,
  }),
})

const note = z.nullable(line(1, 200))
const given = z.nullish(
  z.int(missingOr('whole_number')).check(z.minimum(0, 'too_small'), z.maximum(100_000_000, 'too_large')),
)

export const passInspection = endpoint({
  ...move,
  name: 'passInspection',
  path: `${path}/inspection/pass`,
  summary: 'Stores that the vehicle passed its inspection; the report must be uploaded first',
})
export const failInspection = endpoint({
  ...move,
  name: 'failInspection',
  path: `${path}/inspection/fail`,
  summary: 'Stores that the vehicle failed its inspection, and why; the report must be uploaded first',
  body: reason,
})
export const submitDocuments = endpoint({
  ...move,
  name: 'submitDocuments',
  path: `${path}/submit`,
  summary: 'Hands the request to the agency; after an inspection with the number of its receipt',
  body: z.strictObject({ agency_receipt: note }),
})
/** A request that was never paid, with its files. */
export const deleteDocuments = endpoint({
  name: 'deleteDocuments',
  method: 'DELETE',
  path,
  summary: 'Deletes a request that was never paid, with its files',
  tag: 'desk',
  auth: 'documents.delete',
  status: 204,
  params: byId,
  query: versionQuery,
})

/** Once every document has its result, the request is issued if one was, and rejected if none was. */
export const enterResult = endpoint({
  ...move,
  name: 'enterResult',
  path: `${path}/result`,
  summary: 'Stores what became of one document: issued with its number, dates and scan, or not issued with the reason',
  body: z.strictObject({
    kind: z.enum(documentKinds, 'required'),
    result: z.enum(documentResults, 'required'),
    document_number: note,
    issued_on: z.nullable(z.iso.date(missingOr('day'))),
    expires_on: z.nullable(z.iso.date(missingOr('day'))),
    agency_reason: note,
  }),
})
export const dispatchDocuments = endpoint({
  ...move,
  name: 'dispatchDocuments',
  path: `${path}/dispatch`,
  summary: 'Sends the documents by courier, with a code for the handover',
  body: z.strictObject({ courier: line(1, 80), tracking_number: line(1, 80) }),
})
export const offerPickup = endpoint({
  ...move,
  name: 'offerPickup',
  path: `${path}/ready`,
  summary: 'Tells the customer where and when the documents can be picked up, with a code for the handover',
  body: z.strictObject({ pickup_place: line(3, 200), pickup_hours: line(3, 200) }),
})
export const handOverDocuments = endpoint({
  ...move,
  name: 'handOverDocuments',
  path: `${path}/hand-over`,
  summary: 'Stores that the documents were handed over to who said the code',
  body: z.strictObject({ code: line(4, 4) }),
})
export const cancelDocuments = endpoint({
  ...move,
  name: 'cancelDocuments',
  path: `${path}/cancel`,
  summary: 'Cancels a request that is not with the agency yet, and refunds everything',
  body: reason,
})
/** In whole naira for each document that was not issued; what is empty was not given back. */
export const refundDocuments = endpoint({
  ...move,
  name: 'refundDocuments',
  path: `${path}/refund`,
  summary:
    'Refunds what agency and insurer gave back for documents that were not issued; with the delivery if none was',
  body: z.strictObject({
    vehicle_licence: given,
    road_worthiness: given,
    third_party_insurance: given,
    hackney_permit: given,
    proof_of_ownership: given,
  }),
})

const text = { kind: 'text' } as const
const naira = { kind: 'number', among: 'returnable' } as const
const ifIssued = { when: ['result', 'issued'] } as const
const demanded = { demanded: true } as const

export const documentRecord = deskRecord({
  list: documentList,
  get: getDeskDocument,
  state: 'status',
  facts: {
    customer: { kind: 'text' },
    lead: { kind: 'code' },
    assigned_to: { kind: 'text' },
    plate: { kind: 'code' },
    state: { kind: 'choice', words: 'nigerian_states' },
    total: { kind: 'money' },
    refunded: { kind: 'money' },
    days_waiting: { kind: 'number' },
    waiting_since: { kind: 'instant', zone: 'timezone' },
    centre: { kind: 'text' },
    appointment_at: { kind: 'instant', zone: 'timezone' },
    agency_receipt: { kind: 'code' },
    courier: { kind: 'text' },
    tracking_number: { kind: 'code' },
    pickup_place: { kind: 'text' },
    pickup_hours: { kind: 'text' },
    handover_code: { kind: 'code' },
    paid_at: { kind: 'instant', zone: 'timezone' },
    created_at: { kind: 'instant', zone: 'timezone' },
    updated_at: { kind: 'instant', zone: 'timezone' },
    is_example: { kind: 'flag' },
  },
  past: { purpose: 'file_purposes' },
  links: {
    customer: { screen: 'customers', id: 'customer_id' },
    lead: { screen: 'leads', id: 'lead_id' },
    centre: { screen: 'inspection-centres', id: 'centre_id' },
  },
  actions: {
    take: { endpoint: takeDocuments },
    assign: {
      endpoint: assignDocuments,
      fields: { colleague: { kind: 'choice', values: [], own: 'colleagues' } },
    },
    release: { endpoint: releaseDocuments },
    quote: { endpoint: quoteDocuments },
    ask: { endpoint: askForMissing, fields: { reason: { kind: 'long', hint: true } } },
    book: { endpoint: bookInspection, own: true },
    pass: { endpoint: passInspection, fields: {}, serious: true },
    fail: { endpoint: failInspection, fields: { reason: { kind: 'long' } } },
    submit: { endpoint: submitDocuments, fields: { agency_receipt: { kind: 'text', hint: true } } },
    result: {
      endpoint: enterResult,
      own: true,
      fields: {
        kind: { kind: 'choice', values: [], own: 'open_kinds', words: 'fee_kinds' },
        result: { kind: 'choice', values: documentResults, words: 'document_results' },
        document_number: { kind: 'text', ...ifIssued, ...demanded },
        issued_on: { kind: 'day', ...ifIssued, ...demanded },
        expires_on: { kind: 'day', hint: true, ...ifIssued },
        agency_reason: { kind: 'text', hint: true, ...demanded, when: ['result', 'rejected', 'failed_inspection'] },
      },
    },
    dispatch: { endpoint: dispatchDocuments, fields: { courier: text, tracking_number: text } },
    ready: { endpoint: offerPickup, fields: { pickup_place: text, pickup_hours: text } },
    hand_over: { endpoint: handOverDocuments, fields: { code: { kind: 'text', hint: true } } },
    refund: {
      endpoint: refundDocuments,
      fields: {
        vehicle_licence: naira,
        road_worthiness: naira,
        third_party_insurance: naira,
        hackney_permit: naira,
        proof_of_ownership: naira,
      },
    },
    cancel: { endpoint: cancelDocuments, fields: { reason: { kind: 'long' } } },
  },
  remove: { endpoint: deleteDocuments },
  tabs: { request: 'own', files: 'own' },
  first: ['request', 'files'],
  primary: ['quote', 'book', 'pass', 'submit', 'result', 'dispatch', 'ready', 'hand_over'],
  dangerous: ['cancel'],
})
