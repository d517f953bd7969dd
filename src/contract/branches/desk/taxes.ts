import * as z from 'zod/mini'
import { taxClasses } from '#contract/catalogue/shop-rules.ts'
import { endpoint } from '#contract/endpoint.ts'
import { line, Money, missingOr } from '#contract/fields.ts'
import { countryCodes } from '#contract/geography.ts'
import { deskList } from '#contract/lists/lists.ts'
import { deskRecord, recordFields } from '#contract/lists/records.ts'
import { byId } from '#contract/lists/shared-fields.ts'

/** Classes that have rates; what is exempt has none. */
export const ratedClasses = taxClasses.filter((name) => name !== 'exempt')
export const taxKinds = ['percentage', 'fixed'] as const
const taxStates = ['current', 'coming', 'over'] as const

/** Taxes on goods and services by place and class. A rate is never changed: a change ends it and begins another. */
export const taxList = deskList({
  name: 'taxes',
  menu: { group: 'settings', rank: 20 },
  permission: 'taxes.view',
  opens: { screen: 'taxes', permission: 'taxes.view' },
  creates: { path: 'taxes/new', permission: 'taxes.create' },
  namedBy: ['code', 'name'],
  columns: {
    name: { kind: 'text', example: 'is_example' },
    percent: { kind: 'number' },
    class: { kind: 'choice', words: 'tax_classes' },
    country: { kind: 'country', sortable: true },
    state: { kind: 'text' },
    city: { kind: 'text', extra: true },
    type: { kind: 'choice', words: 'tax_kinds' },
    amount: { kind: 'money', extra: true },
    code: { kind: 'code', sortable: true },
    valid_from: { kind: 'day', sortable: true },
    valid_to: { kind: 'day' },
    source: { kind: 'text', extra: true },
    source_date: { kind: 'day', extra: true },
    is_example: { kind: 'flag', extra: true },
  },
  filters: {
    country: { kind: 'choice', values: countryCodes, words: 'countries' },
    class: { kind: 'choice', values: ratedClasses, words: 'tax_classes' },
    example: { kind: 'flag' },
  },
  states: taxStates,
  sort: 'country',
})

const Day = z.iso.date(missingOr('day'))
const figures = {
  name: line(1, 80),
  name_fr: line(1, 80),
  type: z.enum(taxKinds, 'required'),
  /** A percentage with up to three decimals, or an amount for each unit sold in the country's currency. */
  rate: z.number(missingOr('number')).check(z.minimum(0, 'too_small'), z.maximum(1_000_000, 'too_large')),
  /** Where the rate was published, and when that was looked up. */
  source: line(3, 300),
  source_date: Day,
}
const place = {
  code: z.string().check(z.trim(), z.regex(/^[a-z0-9_]{2,20}$/, 'tax_code')),
  class: z.enum(ratedClasses, 'required'),
  country_code: z.enum(countryCodes, 'required'),
  /** The code or the name of a state, in either language; null for the whole country. */
  state: z.nullable(line(2, 80)),
  city: z.nullable(line(1, 80)),
}

export const Tax = z.object({
  ...recordFields,
  ...place,
  ...figures,
  state: z.nullable(z.string()),
  percent: z.nullable(z.number()),
  amount: z.nullable(Money),
  currency: z.string(),
  valid_from: z.string(),
  /** Its last day; null until further notice. */
  valid_to: z.nullable(z.string()),
  status: z.enum(taxStates),
  is_example: z.boolean(),
})
export type Tax = z.infer<typeof Tax>

const path = '/api/v1/admin/taxes/{id}'
const record = { tag: 'desk', status: 200, params: byId, answer: Tax } as const

export const getTax = endpoint({
  ...record,
  name: 'getTax',
  method: 'GET',
  path,
  summary: 'Returns a tax rate with its source',
  auth: 'taxes.view',
})

export const createTax = endpoint({
  name: 'createTax',
  method: 'POST',
  path: '/api/v1/admin/taxes',
  summary: 'Enters a tax rate from a day on; two of one tax and place may not overlap',
  tag: 'desk',
  auth: 'taxes.create',
  idempotent: true,
  status: 201,
  body: z.strictObject({ ...place, ...figures, valid_from: Day, valid_to: z.nullable(Day) }),
  answer: Tax,
})

/** Answers the rate that begins. Orders that were placed keep theirs. */
export const changeTax = endpoint({
  ...record,
  name: 'changeTax',
  method: 'POST',
  path: `${path}/change`,
  summary: 'Ends a tax rate and begins another of the same tax and place, today or later',
  auth: 'taxes.update',
  body: z.strictObject({ ...figures, valid_from: Day }),
})

export const endTax = endpoint({
  ...record,
  name: 'endTax',
  method: 'POST',
  path: `${path}/end`,
  summary: 'Sets the last day of a tax rate, or lets it go on until further notice',
  auth: 'taxes.update',
  body: z.strictObject({ valid_to: z.nullable(Day) }),
})

export const deleteTax = endpoint({
  name: 'deleteTax',
  method: 'DELETE',
  path,
  summary: 'Deletes a tax rate that has not begun',
  tag: 'desk',
  auth: 'taxes.delete',
  status: 204,
  params: byId,
})

const figureFields = {
  name: { kind: 'text', language: 'en' },
  name_fr: { kind: 'text', language: 'fr' },
  type: { kind: 'choice', values: taxKinds, words: 'tax_kinds' },
  rate: { kind: 'number', hint: true },
} as const
const sourceFields = { source: { kind: 'text', hint: true }, source_date: { kind: 'day' } } as const

export const taxRecord = deskRecord({
  list: taxList,
  get: getTax,
  state: 'status',
  facts: {
    code: { kind: 'code' },
    name: { kind: 'text' },
    name_fr: { kind: 'text' },
    class: { kind: 'choice', words: 'tax_classes' },
    country_code: { kind: 'country' },
    state: { kind: 'text' },
    city: { kind: 'text' },
    type: { kind: 'choice', words: 'tax_kinds' },
    percent: { kind: 'number' },
    amount: { kind: 'money' },
    valid_from: { kind: 'day' },
    valid_to: { kind: 'day' },
    source: { kind: 'text' },
    source_date: { kind: 'day' },
    is_example: { kind: 'flag' },
  },
  create: {
    endpoint: createTax,
    fields: {
      code: { kind: 'text', hint: true },
      class: { kind: 'choice', values: ratedClasses, words: 'tax_classes' },
      country_code: { kind: 'choice', values: countryCodes, words: 'countries' },
      state: { kind: 'text', hint: true },
      city: { kind: 'text', hint: true },
      ...figureFields,
      valid_from: { kind: 'day' },
      valid_to: { kind: 'day', hint: true },
      ...sourceFields,
    },
  },
  remove: { endpoint: deleteTax },
  actions: {
    change: { endpoint: changeTax, fields: { ...figureFields, valid_from: { kind: 'day' }, ...sourceFields } },
    end: { endpoint: endTax, fields: { valid_to: { kind: 'day', hint: true } } },
  },
})
