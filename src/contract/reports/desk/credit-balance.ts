import { countryCodes } from '#contract/geography.ts'
import { deskReport } from '#contract/lists/reports.ts'
import { currencies } from '#contract/money.ts'

/** What customers have in their wallets, and what they owe, as the ledger has it now. */
export const creditBalanceReport = deskReport({
  name: 'reports/credit-balance',
  menu: { group: 'reports', rank: 40, under: 'reports/sales' },
  permission: 'reports.credit',
  personal: true,
  opens: { screen: 'customers', permission: 'customers.view', id: 'customer_id' },
  columns: {
    customer: { kind: 'text' },
    email: { kind: 'text' },
    phone: { kind: 'phone', extra: true },
    customer_id: { kind: 'code', extra: true },
    country: { kind: 'country' },
    currency: { kind: 'text' },
    balance: { kind: 'money', sortable: true },
    pending: { kind: 'money' },
    owed: { kind: 'money' },
    last_movement_at: { kind: 'instant' },
    opened_at: { kind: 'instant', sortable: true },
  },
  filters: {
    country: { kind: 'choice', values: countryCodes, words: 'countries' },
    currency: { kind: 'choice', values: currencies },
    filled: { kind: 'flag' },
    owing: { kind: 'flag' },
    opened: { kind: 'days' },
  },
  report: {
    sums: ['balance', 'pending', 'owed'],
    groups: {
      country: { filter: 'country', kind: 'country', words: 'countries' },
      currency: { filter: 'currency', kind: 'text' },
    },
  },
  sort: '-balance',
})
