import { countryCodes } from '#contract/geography.ts'
import { deskReport } from '#contract/lists/reports.ts'
import { currencies } from '#contract/money.ts'
import { payeeKinds } from '#contract/payouts/terms.ts'

/**
 * What was settled with each operator and branch, by the day on which the period of its statement ended there. What was taken
 * from them and what was paid out is below zero, so that each row adds up to what is open at its end.
 */
export const settlementsReport = deskReport({
  name: 'reports/settlements',
  menu: { group: 'reports', rank: 68, under: 'reports/sales' },
  permission: 'payouts.view',
  opens: { screen: 'statements', permission: 'payouts.view' },
  columns: {
    number: { kind: 'code', sortable: true },
    payee: { kind: 'text', example: 'is_example' },
    kind: { kind: 'choice', words: 'payee_kinds', internal: true },
    country: { kind: 'country', internal: true, extra: true },
    period_from: { kind: 'instant', zone: 'timezone' },
    period_until: { kind: 'instant', sortable: true, zone: 'timezone' },
    opening: { kind: 'money', extra: true },
    parking: { kind: 'money' },
    goods: { kind: 'money', internal: true },
    delivery: { kind: 'money', internal: true },
    refunds: { kind: 'money' },
    commission: { kind: 'money' },
    tax: { kind: 'money' },
    cash_kept: { kind: 'money', internal: true },
    other: { kind: 'money', extra: true },
    /** What was earned in the period, after all that was taken. */
    due: { kind: 'money' },
    payouts: { kind: 'money' },
    /** What was owed at the end of the period. */
    open: { kind: 'money' },
    currency: { kind: 'text', extra: true },
    timezone: { kind: 'text', extra: true },
    is_example: { kind: 'flag', extra: true, internal: true },
  },
  filters: {
    until: { kind: 'days' },
    payee: { kind: 'text' },
    kind: { kind: 'choice', values: payeeKinds, words: 'payee_kinds', internal: true },
    country: { kind: 'choice', values: countryCodes, words: 'countries', internal: true },
    currency: { kind: 'choice', values: currencies },
    example: { kind: 'flag', internal: true },
  },
  report: {
    period: 'until',
    sums: ['parking', 'goods', 'delivery', 'refunds', 'commission', 'tax', 'cash_kept', 'other', 'due', 'payouts'],
    groups: {
      day: { filter: 'until', kind: 'day' },
      payee: { filter: 'payee', kind: 'text' },
      kind: { filter: 'kind', kind: 'choice', words: 'payee_kinds' },
      country: { filter: 'country', kind: 'country', words: 'countries' },
    },
  },
  sort: '-period_until',
})
