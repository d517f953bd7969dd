import { countryCodes } from '#contract/geography.ts'
import { deskReport } from '#contract/lists/reports.ts'
import { currencies } from '#contract/money.ts'
import { accountKinds, transferKinds } from '#contract/wallet/ledger.ts'

/** Every transfer of the ledger, with what it moved. Days are those of the country of the currency. */
export const transactionsReport = deskReport({
  name: 'reports/transactions',
  menu: { group: 'reports', rank: 50, under: 'reports/sales' },
  permission: 'transactions.view',
  opens: { screen: 'transactions', permission: 'transactions.view' },
  columns: {
    created_at: { kind: 'instant', zone: 'timezone' },
    timezone: { kind: 'text', extra: true },
    kind: { kind: 'choice', words: 'transfer_kinds' },
    from: { kind: 'choices', words: 'accounts' },
    to: { kind: 'choices', words: 'accounts' },
    branch: { kind: 'text' },
    order: { kind: 'code' },
    booking: { kind: 'code' },
    provider: { kind: 'text' },
    amount: { kind: 'money' },
    currency: { kind: 'text', extra: true },
    reference: { kind: 'code', extra: true },
    description: { kind: 'code', extra: true },
    /** Ids of transfers are in the order of their times. */
    transfer: { kind: 'code', extra: true, sortable: true },
  },
  filters: {
    created: { kind: 'days' },
    branch: { kind: 'text' },
    country: { kind: 'choice', values: countryCodes, words: 'countries' },
    currency: { kind: 'choice', values: currencies },
    kind: { kind: 'choice', values: transferKinds, words: 'transfer_kinds' },
    account: { kind: 'choice', values: accountKinds, words: 'accounts' },
    provider: { kind: 'text' },
  },
  report: {
    period: 'created',
    sums: ['amount'],
    groups: {
      day: { filter: 'created', kind: 'day' },
      kind: { filter: 'kind', kind: 'choice', words: 'transfer_kinds' },
      branch: { filter: 'branch', kind: 'text' },
      provider: { filter: 'provider', kind: 'text' },
    },
  },
  sort: '-transfer',
})
