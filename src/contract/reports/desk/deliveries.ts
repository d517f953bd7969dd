import { countryCodes } from '#contract/geography.ts'
import { deskReport } from '#contract/lists/reports.ts'
import { currencies } from '#contract/money.ts'

/** What each courier did for each branch on a day there: attempts by the day on which their order was ready, cash by its own. */
export const deliveriesReport = deskReport({
  name: 'reports/deliveries',
  menu: { group: 'reports', rank: 66, under: 'reports/sales' },
  permission: 'deliveries.view',
  columns: {
    day: { kind: 'day', sortable: true },
    branch: { kind: 'text' },
    country: { kind: 'country', extra: true },
    /** Null for what the branch's own people brought, and for what nobody has taken. */
    courier: { kind: 'text' },
    courier_id: { kind: 'code', extra: true },
    offered: { kind: 'number' },
    accepted: { kind: 'number' },
    declined: { kind: 'number' },
    delivered: { kind: 'number' },
    brought_back: { kind: 'number' },
    on_time: { kind: 'number' },
    /** Of what was delivered. */
    on_time_percent: { kind: 'number' },
    /** From picking up to handing over. */
    median_minutes: { kind: 'number' },
    open: { kind: 'number' },
    cash_taken: { kind: 'money' },
    handed_in: { kind: 'money' },
    currency: { kind: 'text', extra: true },
  },
  filters: {
    ready: { kind: 'days' },
    branch: { kind: 'text' },
    country: { kind: 'choice', values: countryCodes, words: 'countries' },
    currency: { kind: 'choice', values: currencies },
    /** By id or a part of the name. */
    courier: { kind: 'text' },
  },
  report: {
    period: 'ready',
    sums: [
      'offered',
      'accepted',
      'declined',
      'delivered',
      'brought_back',
      'on_time',
      'open',
      'cash_taken',
      'handed_in',
    ],
    groups: {
      day: { filter: 'ready', kind: 'day' },
      branch: { filter: 'branch', kind: 'text' },
      courier: { filter: 'courier', kind: 'text' },
      country: { filter: 'country', kind: 'country', words: 'countries' },
    },
  },
  sort: '-day',
})
