import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { Currency, line, Money, Uuid, missingOr } from '#contract/fields.ts'
import { deskList } from '#contract/lists/lists.ts'
import { deskRecord } from '#contract/lists/records.ts'
import { currencies } from '#contract/money.ts'

export const approvalStates = ['waiting', 'approved', 'refused', 'withdrawn'] as const

/** Corrections of wallets, each of which a second person approves. */
export const adjustmentList = deskList({
  name: 'adjustments',
  menu: { group: 'money', rank: 60, under: 'transactions' },
  permission: 'adjustments.view',
  personal: true,
  opens: { screen: 'adjustments', permission: 'adjustments.view' },
  creates: { path: 'adjustments/new', permission: 'adjustments.create' },
  namedBy: ['customer', 'reason'],
  columns: {
    requested_at: { kind: 'instant', sortable: true },
    customer: { kind: 'text' },
    amount: { kind: 'money' },
    reason: { kind: 'text' },
    requested_by: { kind: 'text' },
    state: { kind: 'choice', badge: true, words: 'approval_states' },
    decided_by: { kind: 'text', extra: true },
    decided_at: { kind: 'instant', extra: true },
  },
  filters: {
    currency: { kind: 'choice', values: currencies },
    customer: { kind: 'text' },
    requested: { kind: 'days' },
  },
  states: approvalStates,
  sort: '-requested_at',
})

export const AdjustmentRecord = z.object({
  id: z.string(),
  title: z.string(),
  actions: z.array(z.string()),
  state: z.enum(approvalStates),
  customer_id: z.string(),
  customer: z.nullable(z.string()),
  /** The customer's, where the reader may see it. */
  email: z.nullable(z.string()),
  /** Below zero takes money out of the wallet. */
  amount: Money,
  reason: z.string(),
  requested_by: z.nullable(z.string()),
  requested_at: z.string(),
  decided_by: z.nullable(z.string()),
  decided_at: z.nullable(z.string()),
  note: z.nullable(z.string()),
  transfer_id: z.nullable(z.string()),
})
export type AdjustmentRecord = z.infer<typeof AdjustmentRecord>

const path = '/api/v1/admin/adjustments/{id}'
const record = { tag: 'desk', status: 200, params: z.strictObject({ id: Uuid }), answer: AdjustmentRecord } as const
const Note = z.optional(line(3, 300))

export const getAdjustmentRecord = endpoint({
  ...record,
  name: 'getAdjustmentRecord',
  method: 'GET',
  path,
  summary: 'Returns a correction of a wallet with who asked for it and who decided',
  auth: 'adjustments.view',
})

export const requestAdjustment = endpoint({
  name: 'requestAdjustment',
  method: 'POST',
  path: '/api/v1/admin/adjustments',
  summary: 'Asks for a correction of a wallet, which a second person has to approve',
  tag: 'desk',
  auth: 'adjustments.create',
  idempotent: true,
  status: 201,
  body: z.strictObject({
    /** The email address of the account. */
    customer: line(3, 254),
    /** Major units; below zero takes money out of the wallet. */
    amount: z.number(missingOr('number')).check(
      z.refine((amount) => amount !== 0, 'required'),
      z.minimum(-100_000_000, 'too_small'),
      z.maximum(100_000_000, 'too_large'),
    ),
    currency: Currency,
    reason: line(3, 300),
  }),
  answer: AdjustmentRecord,
})

export const approveAdjustment = endpoint({
  ...record,
  name: 'approveAdjustment',
  method: 'POST',
  path: `${path}/approve`,
  summary: 'Approves a correction that somebody else asked for, and posts it',
  auth: 'adjustments.approve',
})

export const refuseAdjustment = endpoint({
  ...record,
  name: 'refuseAdjustment',
  method: 'POST',
  path: `${path}/refuse`,
  summary: 'Refuses a correction that somebody else asked for',
  auth: 'adjustments.approve',
  body: z.strictObject({ note: Note }),
})

export const withdrawAdjustment = endpoint({
  ...record,
  name: 'withdrawAdjustment',
  method: 'POST',
  path: `${path}/withdraw`,
  summary: 'Withdraws the caller’s own request for a correction',
  auth: 'adjustments.create',
})

export const adjustmentRecord = deskRecord({
  list: adjustmentList,
  get: getAdjustmentRecord,
  primary: ['approve'],
  state: 'state',
  facts: {
    amount: { kind: 'money' },
    customer: { kind: 'text' },
    email: { kind: 'text' },
    reason: { kind: 'text' },
    requested_by: { kind: 'text' },
    requested_at: { kind: 'instant' },
    decided_by: { kind: 'text' },
    decided_at: { kind: 'instant' },
    note: { kind: 'text' },
    transfer_id: { kind: 'code' },
  },
  links: {
    customer: { screen: 'customers', id: 'customer_id' },
    transfer_id: { screen: 'transactions', id: 'transfer_id' },
  },
  create: {
    endpoint: requestAdjustment,
    fields: {
      customer: { kind: 'email', hint: true },
      currency: { kind: 'choice', values: currencies },
      amount: { kind: 'money', currency: 'currency', hint: true },
      reason: { kind: 'long', hint: true },
    },
  },
  actions: {
    approve: { endpoint: approveAdjustment, serious: true },
    refuse: { endpoint: refuseAdjustment, fields: { note: { kind: 'long' } } },
    withdraw: { endpoint: withdrawAdjustment, serious: true },
  },
})
