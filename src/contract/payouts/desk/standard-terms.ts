import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { Money } from '#contract/fields.ts'
import { deskList } from '#contract/lists/lists.ts'
import { deskRecord, recordFields } from '#contract/lists/records.ts'
import { currencies } from '#contract/money.ts'
import { payoutSchedules } from '../terms.ts'
import { termsFields, termsForm } from './payees.ts'

const permission = 'payouts.update'

/** What holds for operators that have no terms of their own, by currency. */
export const standardTermsList = deskList({
  name: 'standard-terms',
  menu: { group: 'money', rank: 14, under: 'payouts' },
  permission,
  opens: { screen: 'standard-terms', permission },
  namedBy: ['currency'],
  columns: {
    currency: { kind: 'text', sortable: true },
    commission: { kind: 'number' },
    schedule: { kind: 'choice', words: 'payout_schedules' },
    minimum: { kind: 'money' },
    reserve: { kind: 'number' },
    reserve_days: { kind: 'number' },
    payees: { kind: 'number' },
    valid_from: { kind: 'instant' },
  },
  filters: { currency: { kind: 'choice', values: currencies } },
  sort: 'currency',
})

export const StandardTerms = z.object({
  ...recordFields,
  currency: z.enum(currencies),
  commission: z.number(),
  schedule: z.enum(payoutSchedules),
  minimum: Money,
  reserve: z.number(),
  reserve_days: z.number(),
  /** How many have no terms of their own. */
  payees: z.number(),
  /** Null while nobody has set any. */
  valid_from: z.nullable(z.string()),
})
export type StandardTerms = z.infer<typeof StandardTerms>

const path = '/api/v1/admin/standard-terms/{id}'
const record = {
  tag: 'desk',
  status: 200,
  params: z.strictObject({ id: z.enum(currencies, 'invalid') }),
  auth: permission,
  answer: StandardTerms,
} as const

export const getStandardTerms = endpoint({
  ...record,
  name: 'getStandardTerms',
  method: 'GET',
  path,
  summary: 'Returns the terms of operators in a currency that have none of their own',
})

export const setStandardTerms = endpoint({
  ...record,
  name: 'setStandardTerms',
  method: 'POST',
  path,
  idempotent: true,
  summary: 'Sets these terms from now on; what was sold before has the commission of its day',
  body: z.strictObject(termsFields),
})

/** The standard terms of a currency. */
export const standardTermsRecord = deskRecord({
  list: standardTermsList,
  get: getStandardTerms,
  facts: {
    commission: { kind: 'number' },
    schedule: { kind: 'choice', words: 'payout_schedules' },
    minimum: { kind: 'money' },
    reserve: { kind: 'number' },
    reserve_days: { kind: 'number' },
    payees: { kind: 'number' },
    valid_from: { kind: 'instant' },
  },
  actions: {
    terms: {
      endpoint: setStandardTerms,
      serious: true,
      fields: termsForm,
    },
  },
})
