import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { Money, Uuid } from '#contract/fields.ts'
import { deskList } from '#contract/lists/lists.ts'
import { deskRecord } from '#contract/lists/records.ts'
import { currencies } from '#contract/money.ts'
import { accountKinds, transferKinds } from '../ledger.ts'

/** Every transfer of the ledger, newest first. */
export const transactionList = deskList({
  name: 'transactions',
  menu: { group: 'money', rank: 30, letter: 'n' },
  permission: 'transactions.view',
  personal: true,
  opens: { screen: 'transactions', permission: 'transactions.view' },
  namedBy: ['booking', 'order', 'customer'],
  columns: {
    created_at: { kind: 'instant' },
    kind: { kind: 'choice', words: 'transfer_kinds' },
    amount: { kind: 'money' },
    from: { kind: 'choices', words: 'accounts' },
    to: { kind: 'choices', words: 'accounts' },
    customer: { kind: 'text' },
    booking: { kind: 'code' },
    order: { kind: 'code', extra: true },
    reference: { kind: 'code', extra: true },
    /** Ids of transfers are in the order of their times, so that the newest ones are found by the primary key. */
    transfer: { kind: 'code', extra: true, sortable: true },
  },
  filters: {
    kind: { kind: 'choice', values: transferKinds, words: 'transfer_kinds' },
    account: { kind: 'choice', values: accountKinds, words: 'accounts' },
    currency: { kind: 'choice', values: currencies },
    customer: { kind: 'text' },
    booking: { kind: 'text' },
    /** The code of a tax that was booked. */
    tax: { kind: 'text' },
    created: { kind: 'days' },
  },
  sort: '-transfer',
})

export const TransactionRecord = z.object({
  id: z.string(),
  title: z.string(),
  actions: z.array(z.string()),
  kind: z.enum(transferKinds),
  reference: z.string(),
  description: z.string(),
  amount: Money,
  created_at: z.string(),
  booking: z.nullable(z.string()),
  top_up_id: z.nullable(z.string()),
  refund_id: z.nullable(z.string()),
  adjustment_id: z.nullable(z.string()),
  /** Their amounts sum to zero; above zero credits the account. */
  entries: z.array(
    z.object({
      account: z.enum(accountKinds),
      /** A customer's address, a car park, a provider, the code of a tax; null where a kind has one account. */
      owner: z.nullable(z.string()),
      amount: Money,
      balance_after: z.nullable(Money),
    }),
  ),
})
export type TransactionRecord = z.infer<typeof TransactionRecord>

export const getTransactionRecord = endpoint({
  name: 'getTransactionRecord',
  method: 'GET',
  path: '/api/v1/admin/transactions/{id}',
  summary: 'Returns a transfer of the ledger with its entries',
  tag: 'desk',
  auth: 'transactions.view',
  status: 200,
  params: z.strictObject({ id: Uuid }),
  answer: TransactionRecord,
})

export const transactionRecord = deskRecord({
  list: transactionList,
  get: getTransactionRecord,
  first: ['facts', 'entries'],
  facts: {
    amount: { kind: 'money' },
    kind: { kind: 'choice', words: 'transfer_kinds' },
    created_at: { kind: 'instant' },
    reference: { kind: 'code' },
    booking: { kind: 'code' },
    top_up_id: { kind: 'code' },
    refund_id: { kind: 'code' },
    adjustment_id: { kind: 'code' },
  },
  links: {
    booking: { screen: 'bookings', id: 'booking' },
    top_up_id: { screen: 'top-ups', id: 'top_up_id' },
    refund_id: { screen: 'refunds', id: 'refund_id' },
    adjustment_id: { screen: 'adjustments', id: 'adjustment_id' },
  },
  tabs: { entries: 'own' },
})
