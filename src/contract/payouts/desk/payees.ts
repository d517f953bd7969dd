import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { line, missingOr, Money } from '#contract/fields.ts'
import { countryCodes } from '#contract/geography.ts'
import { deskList } from '#contract/lists/lists.ts'
import { recordFields } from '#contract/lists/records.ts'
import { amount, byId, integer, lines, Version } from '#contract/lists/shared-fields.ts'
import { currencies } from '#contract/money.ts'
import { entities, heldBackReasons, identityStates, payeeKinds, payoutSchedules } from '../terms.ts'

const permission = 'payouts.view'

/** Whom we pay: operators and branches, with what they are owed. */
export const payeeList = deskList({
  name: 'payees',
  menu: { group: 'money', rank: 11, under: 'payouts' },
  permission,
  opens: { screen: 'payees', permission },
  namedBy: ['name'],
  columns: {
    name: { kind: 'text', sortable: true, example: 'is_example' },
    kind: { kind: 'choice', words: 'payee_kinds' },
    country: { kind: 'country', internal: true },
    balance: { kind: 'money' },
    payable: { kind: 'money' },
    held_back: { kind: 'choice', words: 'held_back' },
    unstated: { kind: 'money' },
    schedule: { kind: 'choice', words: 'payout_schedules' },
    next_closing_at: { kind: 'instant', sortable: true, zone: 'timezone' },
    identity: { kind: 'choice', words: 'identity_states', badge: true, showsState: true },
    account: { kind: 'code' },
    is_paused: { kind: 'flag', extra: true },
    timezone: { kind: 'text', extra: true },
    is_example: { kind: 'flag', extra: true, internal: true },
  },
  filters: {
    kind: { kind: 'choice', values: payeeKinds, words: 'payee_kinds', internal: true },
    country: { kind: 'choice', values: countryCodes, words: 'countries', internal: true },
    currency: { kind: 'choice', values: currencies, internal: true },
    partner: { kind: 'text', internal: true },
    payable: { kind: 'flag' },
    negative: { kind: 'flag' },
    /** With an identity or an account that staff have to confirm. */
    to_check: { kind: 'flag', internal: true },
    example: { kind: 'flag', internal: true },
  },
  states: identityStates,
  sort: 'name',
})

const percent = z.number(missingOr('number')).check(z.minimum(0, 'too_small'), z.maximum(100, 'too_large'))

/** What is agreed with a payee, or holds where nothing is. */
export const termsFields = {
  commission: percent,
  schedule: z.enum(payoutSchedules, 'required'),
  minimum: amount,
  reserve: percent,
  reserve_days: integer(0, 180),
}

/** The fields in which terms are entered. */
export const termsForm = {
  commission: { kind: 'number', hint: true },
  schedule: { kind: 'choice', values: payoutSchedules, words: 'payout_schedules' },
  minimum: { kind: 'money', currency: 'currency', hint: true },
  reserve: { kind: 'number', hint: true },
  reserve_days: { kind: 'number' },
} as const

export const PayeeRecord = z.object({
  ...recordFields,
  version: z.number(),
  name: z.string(),
  kind: z.enum(payeeKinds),
  partner_id: z.nullable(z.string()),
  branch_id: z.nullable(z.string()),
  country: z.string(),
  currency: z.enum(currencies),
  timezone: z.string(),
  is_example: z.boolean(),
  /** Of what is sold for the payee from now on, in percent. */
  commission: z.number(),
  schedule: z.enum(payoutSchedules),
  minimum: Money,
  reserve: z.number(),
  reserve_days: z.number(),
  /** By its statements and payouts. */
  balance: Money,
  /** Of the balance, what waits for refunds and disputes. */
  reserved: Money,
  payable: Money,
  held_back: z.nullable(z.enum(heldBackReasons)),
  /** Sold since the last statement, before commission. */
  unstated: Money,
  next_closing_at: z.string(),
  is_paused: z.boolean(),
  pause_reason: z.nullable(z.string()),
  identity: z.enum(identityStates),
  identity_reason: z.nullable(z.string()),
  identity_until: z.nullable(z.string()),
  entity: z.nullable(z.enum(entities)),
  legal_name: z.nullable(z.string()),
  registration_number: z.nullable(z.string()),
  tax_number: z.nullable(z.string()),
  address: z.nullable(z.string()),
  /** Masked: its last digits. */
  account: z.nullable(z.string()),
  account_holder: z.nullable(z.string()),
  account_bank: z.nullable(z.string()),
  account_state: z.nullable(z.string()),
  account_reason: z.nullable(z.string()),
  usable_from: z.nullable(z.string()),
})
export type PayeeRecord = z.infer<typeof PayeeRecord>

const path = '/api/v1/admin/payees/{id}'
const record = { tag: 'desk', status: 200, params: byId, answer: PayeeRecord } as const
const change = { ...record, method: 'POST', idempotent: true } as const

export const getPayee = endpoint({
  ...record,
  name: 'getPayee',
  method: 'GET',
  path,
  summary: 'Returns whom we pay, with what is owed, the terms and what holds a payout back',
  auth: permission,
})

export const setPayeeTerms = endpoint({
  ...change,
  name: 'setPayeeTerms',
  path: `${path}/terms`,
  summary: 'Sets the terms of a payee from now on; what was sold before keeps the commission of its day',
  auth: 'payouts.update',
  body: z.strictObject(termsFields),
})

export const submitIdentity = endpoint({
  ...change,
  name: 'submitIdentity',
  path: `${path}/identity`,
  summary: 'Sends who is paid, to be checked before the first payout and after each change',
  auth: 'payouts.account',
  body: z.strictObject({
    entity: z.enum(entities, 'required'),
    legal_name: line(2, 160),
    registration_number: line(2, 60),
    tax_number: line(2, 60),
    address: lines(300).check(z.minLength(5, 'required')),
    version: Version,
  }),
})

export const verifyIdentity = endpoint({
  ...change,
  name: 'verifyIdentity',
  path: `${path}/verify`,
  summary: 'Confirms that papers prove who is paid, until these expire',
  auth: 'payouts.update',
  body: z.strictObject({ identity_until: z.nullable(z.iso.date(missingOr('day'))) }),
})

export const refuseIdentity = endpoint({
  ...change,
  name: 'refuseIdentity',
  path: `${path}/refuse`,
  summary: 'Refuses what was sent about who is paid, with a reason that is emailed',
  auth: 'payouts.update',
  body: z.strictObject({ reason: line(3, 300) }),
})

export const pausePayouts = endpoint({
  ...change,
  name: 'pausePayouts',
  path: `${path}/pause`,
  summary: 'Stops new payouts to a payee until they are resumed; statements go on',
  auth: 'payouts.update',
  body: z.strictObject({ reason: line(3, 300) }),
})

export const resumePayouts = endpoint({
  ...change,
  name: 'resumePayouts',
  path: `${path}/resume`,
  summary: 'Lets payouts to a payee go on',
  auth: 'payouts.update',
})

/** Answers the payee; the payout is in its list. */
export const proposePayout = endpoint({
  ...change,
  name: 'proposePayout',
  path: `${path}/payout`,
  summary: 'Asks for a payout of all that a payee can be paid now; staff approve it',
  auth: 'payouts.account',
})
