import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { line, Money, missingOr } from '#contract/fields.ts'
import { deskList } from '#contract/lists/lists.ts'
import { deskRecord, recordFields } from '#contract/lists/records.ts'
import { byId } from '#contract/lists/shared-fields.ts'
import { documentKinds, maxEngine_cc, nigerianStates, vehicleCategories, vehicleUses } from '../document-rules.ts'

/** What fees are for: a document, another inspection after one that failed, or delivery for the whole request. */
export const feeKinds = [...documentKinds, 'reinspection', 'delivery'] as const
export type FeeKind = (typeof feeKinds)[number]
/** Tax has no fees: it is charged on service and delivery. */
export const enteredParts = ['government', 'insurer', 'service', 'delivery'] as const
const feeStates = ['current', 'coming', 'over'] as const
const feeTerms = ['6', '12'] as const

/** What vehicle documents cost in Nigeria, a line each. A fee is never changed: a new one ends it. */
export const feeList = deskList({
  name: 'document-fees',
  menu: { group: 'documents', rank: 20 },
  permission: 'document_fees.view',
  opens: { screen: 'document-fees', permission: 'document_fees.view' },
  creates: { path: 'document-fees/new', permission: 'document_fees.create' },
  namedBy: ['name'],
  columns: {
    name: { kind: 'text', extra: true },
    kind: { kind: 'choice', words: 'fee_kinds', sortable: true },
    part: { kind: 'choice', words: 'fee_parts' },
    state: { kind: 'choice', words: 'nigerian_states', sortable: true },
    category: { kind: 'choice', words: 'vehicle_categories' },
    use: { kind: 'choice', words: 'vehicle_uses' },
    engine: { kind: 'text' },
    term_months: { kind: 'choice', words: 'fee_terms' },
    amount: { kind: 'money', sortable: true },
    valid_from: { kind: 'day', sortable: true },
    valid_to: { kind: 'day' },
    source: { kind: 'text', extra: true },
    observed_on: { kind: 'day', sortable: true },
    entered_by: { kind: 'text', extra: true },
    is_example: { kind: 'flag', extra: true },
  },
  filters: {
    region: { kind: 'choice', values: nigerianStates, words: 'nigerian_states' },
    kind: { kind: 'choice', values: feeKinds, words: 'fee_kinds' },
    part: { kind: 'choice', values: enteredParts, words: 'fee_parts' },
    category: { kind: 'choice', values: vehicleCategories, words: 'vehicle_categories' },
    use: { kind: 'choice', values: vehicleUses, words: 'vehicle_uses' },
    example: { kind: 'flag' },
  },
  states: feeStates,
  sort: 'kind',
})

const Day = z.iso.date(missingOr('day'))
const cc = z.nullable(
  z
    .number(missingOr('number'))
    .check(z.int('whole_number'), z.minimum(1, 'too_small'), z.maximum(maxEngine_cc, 'too_large')),
)
const figures = {
  /** Whole naira. */
  amount: z
    .number(missingOr('number'))
    .check(z.int('whole_number'), z.minimum(0, 'too_small'), z.maximum(100_000_000, 'too_large')),
  /** Where the fee is published, and the day on which somebody read it there. */
  source: line(3, 300),
  observed_on: Day,
}

/** What a fee is for. What is null applies to all: every state, every category and so on. */
const subject = {
  state: z.nullable(z.enum(nigerianStates, 'required')),
  kind: z.enum(feeKinds, 'required'),
  part: z.enum(enteredParts, 'required'),
  category: z.nullable(z.enum(vehicleCategories, 'required')),
  use: z.nullable(z.enum(vehicleUses, 'required')),
  engine_from_cc: cc,
  engine_to_cc: cc,
  term_months: z.nullable(z.enum(feeTerms, 'required')),
}

/** A fee as it is entered, in a form or a line of a file. */
export const FeeEntry = z.strictObject({ ...subject, ...figures, valid_from: Day, valid_to: z.nullable(Day) })
export type FeeEntry = z.infer<typeof FeeEntry>

export const DocumentFee = z.object({
  ...recordFields,
  /** The title in either language. */
  name: z.string(),
  name_fr: z.string(),
  kind: z.enum(feeKinds),
  part: z.enum(enteredParts),
  state: z.nullable(z.string()),
  category: z.nullable(z.string()),
  use: z.nullable(z.string()),
  engine_from_cc: z.nullable(z.number()),
  engine_to_cc: z.nullable(z.number()),
  term_months: z.nullable(z.string()),
  amount: Money,
  valid_from: z.string(),
  /** Its last day; null until further notice. */
  valid_to: z.nullable(z.string()),
  source: z.string(),
  observed_on: z.string(),
  entered_by: z.nullable(z.string()),
  status: z.enum(feeStates),
  is_example: z.boolean(),
})
export type DocumentFee = z.infer<typeof DocumentFee>

const path = '/api/v1/admin/document-fees/{id}'
const record = { tag: 'desk', status: 200, params: byId, answer: DocumentFee } as const

export const getDocumentFee = endpoint({
  ...record,
  name: 'getDocumentFee',
  method: 'GET',
  path,
  summary: 'Returns a fee for a vehicle document with its source',
  auth: 'document_fees.view',
})

export const createDocumentFee = endpoint({
  name: 'createDocumentFee',
  method: 'POST',
  path: '/api/v1/admin/document-fees',
  summary: 'Enters a fee from a day on, and ends the one that it replaces the day before',
  tag: 'desk',
  auth: 'document_fees.create',
  idempotent: true,
  status: 201,
  body: FeeEntry,
  answer: DocumentFee,
})

/** Answers the fee that begins. Requests that were quoted keep theirs. */
export const changeDocumentFee = endpoint({
  ...record,
  name: 'changeDocumentFee',
  method: 'POST',
  path: `${path}/change`,
  summary: 'Enters a new amount from a day on; the fee ends the day before',
  auth: 'document_fees.update',
  body: z.strictObject({ ...figures, valid_from: Day }),
})

export const endDocumentFee = endpoint({
  ...record,
  name: 'endDocumentFee',
  method: 'POST',
  path: `${path}/end`,
  summary: 'Sets the last day of a fee, or lets it go on until further notice',
  auth: 'document_fees.update',
  body: z.strictObject({ valid_to: z.nullable(Day) }),
})

export const deleteDocumentFee = endpoint({
  name: 'deleteDocumentFee',
  method: 'DELETE',
  path,
  summary: 'Deletes a fee that is not valid yet',
  tag: 'desk',
  auth: 'document_fees.delete',
  status: 204,
  params: byId,
})

const naira = { kind: 'number', hint: true } as const
const sourceFields = { source: { kind: 'text', hint: true }, observed_on: { kind: 'day' } } as const

export const feeRecord = deskRecord({
  list: feeList,
  get: getDocumentFee,
  state: 'status',
  facts: {
    kind: { kind: 'choice', words: 'fee_kinds' },
    part: { kind: 'choice', words: 'fee_parts' },
    state: { kind: 'choice', words: 'nigerian_states' },
    category: { kind: 'choice', words: 'vehicle_categories' },
    use: { kind: 'choice', words: 'vehicle_uses' },
    engine_from_cc: { kind: 'number' },
    engine_to_cc: { kind: 'number' },
    term_months: { kind: 'choice', words: 'fee_terms' },
    amount: { kind: 'money' },
    valid_from: { kind: 'day' },
    valid_to: { kind: 'day' },
    source: { kind: 'text' },
    observed_on: { kind: 'day' },
    entered_by: { kind: 'text' },
    is_example: { kind: 'flag' },
  },
  create: {
    endpoint: createDocumentFee,
    fields: {
      kind: { kind: 'choice', values: feeKinds, words: 'fee_kinds' },
      part: { kind: 'choice', values: enteredParts, words: 'fee_parts', hint: true },
      state: { kind: 'choice', values: nigerianStates, words: 'nigerian_states', hint: true },
      category: { kind: 'choice', values: vehicleCategories, words: 'vehicle_categories', hint: true },
      use: { kind: 'choice', values: vehicleUses, words: 'vehicle_uses', hint: true },
      term_months: { kind: 'choice', values: feeTerms, words: 'fee_terms', hint: true },
      engine_from_cc: { kind: 'number', hint: true },
      engine_to_cc: { kind: 'number', hint: true },
      amount: naira,
      valid_from: { kind: 'day' },
      valid_to: { kind: 'day', hint: true },
      ...sourceFields,
    },
  },
  remove: { endpoint: deleteDocumentFee },
  actions: {
    change: {
      endpoint: changeDocumentFee,
      fields: { amount: naira, valid_from: { kind: 'day' }, ...sourceFields },
    },
    end: { endpoint: endDocumentFee, fields: { valid_to: { kind: 'day', hint: true } } },
  },
})
