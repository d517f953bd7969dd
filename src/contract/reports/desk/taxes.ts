import { countryCodes } from '#contract/geography.ts'
import { deskReport } from '#contract/lists/reports.ts'
import { currencies } from '#contract/money.ts'

/** What taxes are charged on; `commission` is ours, of what operators and branches earned. */
export const taxedAreas = ['shop', 'parking', 'documents', 'commission'] as const

/**
 * Taxes by the day on which the ledger booked them as due: of orders when they are completed, of bookings when they are paid,
 * of our commission when a statement takes it.
 */
export const taxesReport = deskReport({
  name: 'reports/taxes',
  menu: { group: 'reports', rank: 60, under: 'reports/sales' },
  permission: 'reports.view',
  columns: {
    country: { kind: 'country' },
    area: { kind: 'choice', words: 'taxed_areas' },
    region: { kind: 'text' },
    city: { kind: 'text' },
    code: { kind: 'code', sortable: true },
    /** In percent; none for a fixed amount. */
    rate: { kind: 'number' },
    source: { kind: 'text', extra: true },
    currency: { kind: 'text', extra: true },
    taxable: { kind: 'money', sortable: true },
    tax: { kind: 'money', sortable: true },
    refunded: { kind: 'money' },
    due: { kind: 'money', sortable: true },
  },
  filters: {
    due: { kind: 'days' },
    area: { kind: 'choice', values: taxedAreas, words: 'taxed_areas' },
    country: { kind: 'choice', values: countryCodes, words: 'countries' },
    code: { kind: 'text' },
    currency: { kind: 'choice', values: currencies },
  },
  report: {
    period: 'due',
    sums: ['taxable', 'tax', 'refunded', 'due'],
    groups: {
      day: { filter: 'due', kind: 'day' },
      area: { filter: 'area', kind: 'choice', words: 'taxed_areas' },
      country: { filter: 'country', kind: 'country', words: 'countries' },
      code: { filter: 'code', kind: 'text' },
    },
    rows: {
      by: 'area',
      to: {
        shop: {
          list: 'reports/sales',
          permission: 'reports.view',
          filters: { tax: 'code', country: 'country', city: 'city', currency: 'currency' },
          period: 'released',
        },
        parking: {
          list: 'transactions',
          permission: 'transactions.view',
          filters: { currency: 'currency', tax: 'code' },
          period: 'created',
        },
        commission: {
          list: 'transactions',
          permission: 'transactions.view',
          filters: { currency: 'currency', tax: 'code' },
          period: 'created',
        },
        documents: {
          list: 'transactions',
          permission: 'transactions.view',
          filters: { currency: 'currency', tax: 'code' },
          period: 'created',
        },
      },
    },
  },
  sort: '-due',
})
