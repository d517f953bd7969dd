import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { line, Money } from '#contract/fields.ts'
import { countryCodes } from '#contract/geography.ts'
import { deskList } from '#contract/lists/lists.ts'
import { deskRecord, recordFields } from '#contract/lists/records.ts'
import { byId } from '#contract/lists/shared-fields.ts'
import { currencies } from '#contract/money.ts'
import { payoutMethods, payoutStates } from '../terms.ts'

const permission = 'payouts.view'

/** What was and is to be paid out. */
export const payoutList = deskList({
  name: 'payouts',
  menu: { group: 'money', rank: 10 },
  permission,
  opens: { screen: 'payouts', permission },
  bulk: ['payouts.approve'],
  namedBy: ['number', 'payee'],
  columns: {
    number: { kind: 'code', sortable: true },
    payee: { kind: 'text', example: 'is_example' },
    country: { kind: 'country', internal: true, extra: true },
    amount: { kind: 'money', sortable: true },
    method: { kind: 'choice', words: 'payout_methods' },
    account: { kind: 'code' },
    proposed_at: { kind: 'instant', sortable: true },
    paid_at: { kind: 'instant', sortable: true },
    returned: { kind: 'money', extra: true },
    failure: { kind: 'text', extra: true },
    bank_reference: { kind: 'code', extra: true },
    is_example: { kind: 'flag', extra: true, internal: true },
  },
  filters: {
    payee: { kind: 'text' },
    method: { kind: 'choice', values: payoutMethods, words: 'payout_methods' },
    country: { kind: 'choice', values: countryCodes, words: 'countries', internal: true },
    currency: { kind: 'choice', values: currencies, internal: true },
    proposed: { kind: 'days' },
    needs_second: { kind: 'flag', internal: true },
    part_returned: { kind: 'flag' },
    example: { kind: 'flag', internal: true },
  },
  states: payoutStates,
  sort: '-proposed_at',
})

export const PayoutRecord = z.object({
  ...recordFields,
  version: z.number(),
  number: z.string(),
  payee_id: z.string(),
  payee: z.string(),
  country: z.string(),
  currency: z.enum(currencies),
  amount: Money,
  state: z.enum(payoutStates),
  method: z.enum(payoutMethods),
  account: z.string(),
  account_holder: z.string(),
  account_bank: z.nullable(z.string()),
  is_automatic: z.boolean(),
  /** Two persons approve it: its amount is above the limit. */
  needs_second: z.boolean(),
  proposed_at: z.string(),
  approved_by: z.nullable(z.string()),
  approved_at: z.nullable(z.string()),
  second_by: z.nullable(z.string()),
  second_at: z.nullable(z.string()),
  reference: z.nullable(z.string()),
  provider_id: z.nullable(z.string()),
  /** What came back: a part of the amount while the payout is `paid`. */
  returned: z.nullable(Money),
  fee: z.nullable(Money),
  /** What the provider gave back of its fee. */
  fee_returned: z.nullable(Money),
  failure: z.nullable(z.string()),
  bank_reference: z.nullable(z.string()),
  sent_at: z.nullable(z.string()),
  paid_at: z.nullable(z.string()),
  is_example: z.boolean(),
})
export type PayoutRecord = z.infer<typeof PayoutRecord>

const path = '/api/v1/admin/payouts/{id}'
const record = { tag: 'desk', status: 200, params: byId, answer: PayoutRecord } as const
const change = { ...record, method: 'POST', idempotent: true, auth: 'payouts.approve' } as const

export const getPayout = endpoint({
  ...record,
  name: 'getPayout',
  method: 'GET',
  path,
  summary: 'Returns a payout with where it is',
  auth: permission,
})

export const approvePayout = endpoint({
  ...change,
  name: 'approvePayout',
  path: `${path}/approve`,
  summary: 'Approves a payout, which is sent once all who must have approved it',
})

export const cancelPayout = endpoint({
  ...change,
  name: 'cancelPayout',
  path: `${path}/cancel`,
  summary: 'Cancels a payout that was not sent; the amount stays owed',
  body: z.strictObject({ reason: line(3, 300) }),
})

export const markPayoutPaid = endpoint({
  ...change,
  name: 'markPayoutPaid',
  path: `${path}/paid`,
  summary: 'Records that a bank transfer was made, with the bank’s reference',
  body: z.strictObject({ bank_reference: line(3, 80) }),
})

export const markPayoutReturned = endpoint({
  ...change,
  name: 'markPayoutReturned',
  path: `${path}/returned`,
  summary: 'Records that a bank transfer came back or could not be made; the amount is owed again',
  body: z.strictObject({ reason: line(3, 300) }),
})

/** Each download is in the audit log. */
export const downloadBankFile = endpoint({
  name: 'downloadBankFile',
  in_read_only: false,
  method: 'GET',
  path: `${path}/bank-file`,
  summary: 'Returns all approved bank transfers in the currency of a payout as a CSV file for the bank',
  tag: 'desk',
  auth: 'payouts.approve',
  status: 200,
  params: byId,
})

export const payoutRecord = deskRecord({
  list: payoutList,
  get: getPayout,
  state: 'state',
  tags: { returned: { kind: 'money' } },
  bulk: ['approve'],
  links: { payee: { screen: 'payees', id: 'payee_id' } },
  facts: {
    payee: { kind: 'text' },
    amount: { kind: 'money' },
    returned: { kind: 'money' },
    method: { kind: 'choice', words: 'payout_methods' },
    account: { kind: 'code' },
    account_holder: { kind: 'text' },
    account_bank: { kind: 'text' },
    proposed_at: { kind: 'instant' },
    is_automatic: { kind: 'flag' },
    needs_second: { kind: 'flag' },
    approved_by: { kind: 'text' },
    approved_at: { kind: 'instant' },
    second_by: { kind: 'text' },
    second_at: { kind: 'instant' },
    sent_at: { kind: 'instant' },
    paid_at: { kind: 'instant' },
    reference: { kind: 'code' },
    provider_id: { kind: 'code' },
    fee: { kind: 'money' },
    fee_returned: { kind: 'money' },
    failure: { kind: 'text' },
    bank_reference: { kind: 'code' },
    is_example: { kind: 'flag' },
  },
  actions: {
    approve: { endpoint: approvePayout, serious: true },
    paid: { endpoint: markPayoutPaid, fields: { bank_reference: { kind: 'text', hint: true } } },
    returned: { endpoint: markPayoutReturned, fields: { reason: { kind: 'long' } } },
    cancel: { endpoint: cancelPayout, fields: { reason: { kind: 'long' } } },
  },
  tabs: { bank_file: { own: 'payouts.approve' } },
  primary: ['approve', 'paid'],
  dangerous: ['cancel', 'returned'],
})
