import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { Money } from '#contract/fields.ts'
import { countryCodes } from '#contract/geography.ts'
import { deskList } from '#contract/lists/lists.ts'
import { deskRecord, recordFields } from '#contract/lists/records.ts'
import { byId } from '#contract/lists/shared-fields.ts'
import { currencies } from '#contract/money.ts'
import { lineKinds } from '../terms.ts'

const permission = 'payouts.view'

/** What was sold for payees, period by period. */
export const statementList = deskList({
  name: 'statements',
  menu: { group: 'money', rank: 12, under: 'payouts' },
  permission,
  opens: { screen: 'statements', permission },
  namedBy: ['number'],
  columns: {
    number: { kind: 'code', sortable: true },
    payee: { kind: 'text', example: 'is_example' },
    country: { kind: 'country', internal: true, extra: true },
    period_from: { kind: 'instant', zone: 'timezone' },
    period_until: { kind: 'instant', sortable: true, zone: 'timezone' },
    opening: { kind: 'money', extra: true },
    sales: { kind: 'money' },
    refunds: { kind: 'money' },
    commission: { kind: 'money' },
    tax: { kind: 'money' },
    other: { kind: 'money', extra: true },
    paid: { kind: 'money' },
    closing: { kind: 'money' },
    timezone: { kind: 'text', extra: true },
    is_example: { kind: 'flag', extra: true, internal: true },
  },
  filters: {
    payee: { kind: 'text' },
    country: { kind: 'choice', values: countryCodes, words: 'countries', internal: true },
    currency: { kind: 'choice', values: currencies, internal: true },
    until: { kind: 'days' },
    example: { kind: 'flag', internal: true },
  },
  sort: '-period_until',
})

/** The entries of a statement; its export is the statement as CSV or XLSX. */
export const statementLineList = deskList({
  name: 'statement-lines',
  permission,
  columns: {
    at: { kind: 'instant', sortable: true, zone: 'timezone' },
    kind: { kind: 'choice', words: 'statement_line_kinds' },
    subject: { kind: 'code' },
    place: { kind: 'text' },
    gross: { kind: 'money' },
    rate: { kind: 'number', extra: true },
    commission: { kind: 'money' },
    net: { kind: 'money' },
    timezone: { kind: 'text', extra: true },
  },
  filters: {
    statement: { kind: 'text' },
    kind: { kind: 'choice', values: lineKinds, words: 'statement_line_kinds' },
  },
  sort: 'at',
})

const StatementTax = z.object({ code: z.string(), rate: z.number(), amount: Money })

export const StatementRecord = z.object({
  ...recordFields,
  number: z.string(),
  payee_id: z.string(),
  payee: z.string(),
  country: z.string(),
  currency: z.enum(currencies),
  timezone: z.string(),
  period_from: z.string(),
  period_until: z.string(),
  closed_at: z.string(),
  opening: Money,
  sales: Money,
  refunds: Money,
  /** Taken from what was sold: a positive amount. */
  commission: Money,
  tax: Money,
  taxes: z.array(StatementTax),
  other: Money,
  paid: Money,
  closing: Money,
  line_count: z.number(),
  is_example: z.boolean(),
})
export type StatementRecord = z.infer<typeof StatementRecord>

const path = '/api/v1/admin/statements/{id}'

export const getPayoutStatement = endpoint({
  name: 'getPayoutStatement',
  method: 'GET',
  path,
  summary: 'Returns the sums of a statement, which never change',
  tag: 'desk',
  auth: permission,
  status: 200,
  params: byId,
  answer: StatementRecord,
})

export const downloadPayoutStatement = endpoint({
  name: 'downloadPayoutStatement',
  method: 'GET',
  path: `${path}/pdf`,
  summary: 'Returns a statement as PDF, with the commission as our invoice to the payee',
  tag: 'desk',
  auth: permission,
  status: 200,
  params: byId,
})

export const statementRecord = deskRecord({
  list: statementList,
  get: getPayoutStatement,
  links: { payee: { screen: 'payees', id: 'payee_id' } },
  facts: {
    payee: { kind: 'text' },
    period_from: { kind: 'instant', zone: 'timezone' },
    period_until: { kind: 'instant', zone: 'timezone' },
    opening: { kind: 'money' },
    sales: { kind: 'money' },
    refunds: { kind: 'money' },
    commission: { kind: 'money' },
    tax: { kind: 'money' },
    other: { kind: 'money' },
    paid: { kind: 'money' },
    closing: { kind: 'money' },
    line_count: { kind: 'number' },
    closed_at: { kind: 'instant', zone: 'timezone' },
    is_example: { kind: 'flag' },
  },
  tabs: {
    lines: { list: statementLineList, filter: 'statement' },
    pdf: 'own',
  },
  first: ['facts', 'lines'],
})
