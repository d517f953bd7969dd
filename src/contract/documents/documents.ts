import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { line, Money, pageOf, pageQuery, wholeNumber, missingOr } from '#contract/fields.ts'
import { DocumentDraft } from './document-form.ts'
import {
  documentKinds,
  documentResults,
  feeParts,
  nigerianStates,
  termMonths,
  vehicleCategories,
  vehicleUses,
} from './document-rules.ts'
import { documentCauses, documentStates } from './document-states.ts'

export const documentCall = { tag: 'documents', auth: 'customer', status: 200 } as const
/** A request by its number or its id. */
export const documentParams = z.strictObject({ id: line(8, 36) })

/** A line of a quote, with where and when its amount was looked up; tax is ours to add and has neither. */
export const QuoteLine = z.object({
  /** Null for what the request as a whole costs: delivery and tax. */
  kind: z.nullable(z.enum([...documentKinds, 'reinspection'])),
  part: z.enum(feeParts),
  amount: Money,
  source: z.nullable(z.string()),
  observed_on: z.nullable(z.string()),
  is_example: z.boolean(),
})
export type QuoteLine = z.infer<typeof QuoteLine>

/** The words for what a line pays for: without a delivery, the tax is on our service alone. */
export const wordsOfPart = ({ part }: QuoteLine, lines: readonly QuoteLine[]) =>
  part === 'tax' && !lines.some((line) => line.part === 'delivery') ? 'service_tax' : part

/** The words for where and when the amount of a line was looked up; for an example, that it is one. */
export const wordsOfSource = ({ part, is_example }: QuoteLine) => {
  if (!is_example) return 'source'
  return part === 'government' ? 'example' : 'example_ours'
}

const summary = {
  id: z.string(),
  number: z.string(),
  status: z.enum(documentStates),
  /** Whether staff has yet to enter a fee before there is a quote. */
  is_waiting: z.boolean(),
  kinds: z.array(z.enum(documentKinds)),
  state: z.nullable(z.enum(nigerianStates)),
  plate: z.nullable(z.string()),
  make: z.nullable(z.string()),
  model: z.nullable(z.string()),
  total: z.nullable(Money),
  refunded: z.nullable(Money),
  created_at: z.string(),
  updated_at: z.string(),
  is_example: z.boolean(),
}
export const DocumentSummary = z.object(summary)
export type DocumentSummary = z.infer<typeof DocumentSummary>

export const documentActions = [
  'edit',
  'quote',
  'reopen',
  'pay',
  'cancel',
  'answer',
  'confirm',
  'book',
  'add_files',
] as const
export type DocumentAction = (typeof documentActions)[number]

export const DocumentDetails = z.object({
  ...summary,
  /** Counts the changes, so that a form that another tab has changed is not overwritten. */
  version: z.number(),
  form: z.extend(DocumentDraft, {}),
  documents: z.array(
    z.object({
      kind: z.enum(documentKinds),
      term_months: z.nullable(z.number()),
      result: z.nullable(z.enum(documentResults)),
      document_number: z.nullable(z.string()),
      issued_on: z.nullable(z.string()),
      expires_on: z.nullable(z.string()),
      reason: z.nullable(z.string()),
    }),
  ),
  lines: z.array(QuoteLine),
  quote_expires_at: z.nullable(z.string()),
  /** The states that it has passed, oldest first. */
  stages: z.array(
    z.object({
      status: z.enum(documentStates),
      cause: z.enum(documentCauses),
      at: z.string(),
      /** What the person who changed it wrote. */
      reason: z.nullable(z.string()),
    }),
  ),
  /** What staff asked the customer for; null unless it waits for that. */
  asked: z.nullable(z.string()),
  handover: z.object({
    /** Said by the customer at a pickup; null otherwise. */
    code: z.nullable(z.string()),
    courier: z.nullable(z.string()),
    tracking_number: z.nullable(z.string()),
    place: z.nullable(z.string()),
    hours: z.nullable(z.string()),
  }),
  paid_at: z.nullable(z.string()),
  agency_receipt: z.nullable(z.string()),
  can: z.record(z.enum(documentActions), z.boolean()),
})
export type DocumentDetails = z.infer<typeof DocumentDetails>

export const listDocumentKinds = endpoint({
  name: 'listDocumentKinds',
  method: 'GET',
  path: '/api/v1/documents/kinds',
  summary: 'Lists the vehicle documents that are renewed in Nigeria, and what each depends on',
  tag: 'documents',
  auth: 'none',
  status: 200,
  answer: z.object({
    items: z.array(
      z.object({
        kind: z.enum(documentKinds),
        terms_months: z.array(z.number()),
        uses: z.array(z.enum(vehicleUses)),
        needs: z.array(z.enum(documentKinds)),
        needs_inspection: z.boolean(),
      }),
    ),
  }),
})

export const findDocumentFees = endpoint({
  name: 'findDocumentFees',
  method: 'GET',
  path: '/api/v1/documents/fees',
  summary: 'Returns what each document costs for a vehicle today, as far as the fees are known',
  tag: 'documents',
  auth: 'none',
  status: 200,
  query: z.strictObject({
    state: z.enum(nigerianStates, 'required'),
    category: z.enum(vehicleCategories, 'required'),
    use: z.enum(vehicleUses, 'required'),
    engine_cc: z.optional(wholeNumber(1, 30_000)),
  }),
  answer: z.object({
    /** The date in Nigeria for which these are the fees. */
    day: z.string(),
    items: z.array(
      z.object({
        kind: z.enum(documentKinds),
        term_months: z.nullable(z.literal(termMonths)),
        /** Null while one of the lines is unknown. */
        lines: z.nullable(z.array(QuoteLine)),
        total: z.nullable(Money),
      }),
    ),
    delivery: z.nullable(z.object({ line: QuoteLine, total: Money })),
  }),
})

export const createDocumentRequest = endpoint({
  ...documentCall,
  name: 'createDocumentRequest',
  method: 'POST',
  path: '/api/v1/documents',
  summary: 'Begins a request for vehicle documents as a draft',
  idempotent: true,
  status: 201,
  body: z.partial(DocumentDraft),
  answer: DocumentDetails,
})

export const documentGroups = ['open', 'drafts', 'past'] as const
export type DocumentGroup = (typeof documentGroups)[number]

export const listDocumentRequests = endpoint({
  ...documentCall,
  name: 'listDocumentRequests',
  method: 'GET',
  path: '/api/v1/documents',
  summary: "Lists the account's requests for vehicle documents, the last changed first",
  query: z.strictObject({ ...pageQuery, group: z.optional(z.enum(documentGroups, 'required')) }),
  answer: pageOf(DocumentSummary),
})

export const getDocumentRequest = endpoint({
  ...documentCall,
  name: 'getDocumentRequest',
  method: 'GET',
  path: '/api/v1/documents/{id}',
  summary: 'Returns a request of the account by its number or id',
  params: documentParams,
  answer: DocumentDetails,
})

export const updateDocumentRequest = endpoint({
  ...documentCall,
  name: 'updateDocumentRequest',
  method: 'PATCH',
  path: '/api/v1/documents/{id}',
  summary: 'Saves fields of a draft; fields that are left out stay as they are',
  params: documentParams,
  /** `version` is the one that the page has: `changed_meanwhile` if it was changed since. */
  body: z.extend(z.partial(DocumentDraft), {
    version: z.int(missingOr('whole_number')).check(z.minimum(1, 'too_small'), z.maximum(1_000_000_000, 'too_large')),
  }),
  answer: DocumentDetails,
})

export const deleteDocumentRequest = endpoint({
  ...documentCall,
  name: 'deleteDocumentRequest',
  method: 'DELETE',
  path: '/api/v1/documents/{id}',
  summary: 'Deletes a draft',
  status: 204,
  params: documentParams,
})

export const quoteDocumentRequest = endpoint({
  ...documentCall,
  name: 'quoteDocumentRequest',
  method: 'POST',
  path: '/api/v1/documents/{id}/quote',
  summary: 'Asks for the quote of a complete draft: at once if all fees are known, otherwise staff makes it',
  idempotent: true,
  params: documentParams,
  answer: DocumentDetails,
})

export const payDocumentRequest = endpoint({
  ...documentCall,
  name: 'payDocumentRequest',
  method: 'POST',
  path: '/api/v1/documents/{id}/pay',
  summary: 'Pays for a quote from the wallet',
  idempotent: true,
  params: documentParams,
  /** What the customer saw. Another total is `price_changed`. */
  body: z.strictObject({ total: z.number(missingOr('number')) }),
  answer: DocumentDetails,
})

export const downloadDocumentReceipt = endpoint({
  ...documentCall,
  name: 'downloadDocumentReceipt',
  method: 'GET',
  path: '/api/v1/documents/{id}/receipt.pdf',
  summary: 'Returns the receipt of a paid request as PDF',
  params: documentParams,
})

export const previewDocumentRequest = endpoint({
  ...documentCall,
  name: 'previewDocumentRequest',
  method: 'GET',
  path: '/api/v1/documents/{id}/preview',
  summary: 'Tells what cancelling a request now would pay back',
  params: documentParams,
  query: z.strictObject({ action: z.enum(['cancel'], 'required') }),
  answer: z.object({ action: z.literal('cancel'), refund: Money }),
})

export const changeDocumentStatus = endpoint({
  ...documentCall,
  name: 'changeDocumentStatus',
  method: 'PUT',
  path: '/api/v1/documents/{id}/status',
  summary:
    'Cancels a request and pays back what its preview says, makes a quote a draft again, answers what staff asked for, or confirms a delivery',
  params: documentParams,
  query: z.strictObject({
    status: z.enum(['cancelled', 'draft', 'document_review', 'delivered'], 'document_status'),
  }),
  /** `note` answers what staff asked for, `code` is the one that came with a delivery. */
  body: z.nullish(z.strictObject({ note: z.optional(line(0, 1_000)), code: z.optional(line(0, 20)) })),
  answer: DocumentDetails,
})
