import { shiftStates } from '#contract/cash/desk/shifts.ts'
import { countryCodes } from '#contract/geography.ts'
import { deskReport } from '#contract/lists/reports.ts'
import { currencies } from '#contract/money.ts'

/** Shifts at registers by the day on which they were opened, at their branch. */
export const shiftsReport = deskReport({
  name: 'reports/shifts',
  menu: { group: 'reports', rank: 65, under: 'reports/sales' },
  permission: 'shifts.view',
  opens: { screen: 'shifts', permission: 'shifts.view' },
  columns: {
    number: { kind: 'code' },
    register: { kind: 'text' },
    branch: { kind: 'text' },
    country: { kind: 'country', extra: true },
    operator: { kind: 'text' },
    status: { kind: 'choice', badge: true, words: 'shift_states' },
    opened_at: { kind: 'instant', sortable: true, zone: 'timezone' },
    closed_at: { kind: 'instant', zone: 'timezone' },
    timezone: { kind: 'text', extra: true },
    sales: { kind: 'number' },
    opening_cash: { kind: 'money', extra: true },
    cash_sales: { kind: 'money' },
    terminal_sales: { kind: 'money' },
    mobile_sales: { kind: 'money', extra: true },
    wallet_sales: { kind: 'money', extra: true },
    refunds: { kind: 'money' },
    cash_in: { kind: 'money', extra: true },
    cash_out: { kind: 'money', extra: true },
    expected: { kind: 'money' },
    counted: { kind: 'money' },
    discrepancy: { kind: 'money' },
    approved_by: { kind: 'text', extra: true },
    is_example: { kind: 'flag', extra: true },
  },
  filters: {
    opened: { kind: 'days' },
    branch: { kind: 'text' },
    country: { kind: 'choice', values: countryCodes, words: 'countries' },
    currency: { kind: 'choice', values: currencies },
    register: { kind: 'text' },
    status: { kind: 'choice', values: shiftStates, words: 'shift_states' },
    example: { kind: 'flag' },
  },
  report: {
    period: 'opened',
    sums: [
      'opening_cash',
      'cash_sales',
      'terminal_sales',
      'mobile_sales',
      'wallet_sales',
      'refunds',
      'cash_in',
      'cash_out',
      'expected',
      'counted',
      'discrepancy',
    ],
    groups: {
      day: { filter: 'opened', kind: 'day' },
      branch: { filter: 'branch', kind: 'text' },
      register: { filter: 'register', kind: 'text' },
      country: { filter: 'country', kind: 'country', words: 'countries' },
    },
  },
  sort: '-opened_at',
})
