import { countryCodes } from '#contract/geography.ts'
import { deskReport } from '#contract/lists/reports.ts'
import { currencies } from '#contract/money.ts'

/** What was sold of each item and variation, in each currency, by the day on which its orders were placed. */
export const itemsReport = deskReport({
  name: 'reports/items',
  menu: { group: 'reports', rank: 30, under: 'reports/sales' },
  permission: 'reports.view',
  columns: {
    item: { kind: 'text', sortable: true },
    variation: { kind: 'text' },
    /** Extras are rows of their own: what they cost is not in the gross of their items. */
    is_extra: { kind: 'flag', extra: true },
    category: { kind: 'text', extra: true },
    kind: { kind: 'choice', words: 'item_kinds', extra: true },
    sku: { kind: 'code', extra: true },
    item_id: { kind: 'code', extra: true },
    currency: { kind: 'text', extra: true },
    quantity: { kind: 'number', sortable: true },
    returned: { kind: 'number' },
    net_quantity: { kind: 'number', sortable: true },
    gross: { kind: 'money', sortable: true },
    discounts: { kind: 'money' },
    net: { kind: 'money', sortable: true },
    taxes: { kind: 'money' },
    average: { kind: 'money', extra: true },
    /** Of the gross in the currency, in percent. */
    share: { kind: 'number', sortable: true },
  },
  filters: {
    placed: { kind: 'days' },
    branch: { kind: 'text' },
    country: { kind: 'choice', values: countryCodes, words: 'countries' },
    currency: { kind: 'choice', values: currencies },
    kind: { kind: 'choice', values: ['good', 'service', 'food'], words: 'item_kinds' },
    example: { kind: 'flag' },
  },
  report: {
    period: 'placed',
    sums: ['quantity', 'returned', 'net_quantity', 'gross', 'discounts', 'net', 'taxes'],
    groups: {
      day: { filter: 'placed', kind: 'day' },
      branch: { filter: 'branch', kind: 'text' },
      country: { filter: 'country', kind: 'country', words: 'countries' },
      kind: { filter: 'kind', kind: 'choice', words: 'item_kinds' },
    },
    rows: {
      to: {
        '': {
          list: 'reports/sales',
          permission: 'reports.view',
          filters: { item: 'item_id', currency: 'currency' },
          period: 'placed',
        },
      },
    },
  },
  sort: '-gross',
})
