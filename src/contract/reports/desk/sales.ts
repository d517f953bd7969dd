import { countryCodes } from '#contract/geography.ts'
import { deskReport } from '#contract/lists/reports.ts'
import { currencies } from '#contract/money.ts'
import { orderTypes } from '#contract/orders/order-states.ts'

/** How orders are paid; `several`: in parts by different methods. */
export const orderPaymentMethods = ['wallet', 'cash', 'terminal', 'mobile_money', 'several'] as const
const orderSources = ['web', 'app', 'phone', 'pos'] as const

/** Paid orders by the day on which they were placed, at their branch. */
export const salesReport = deskReport({
  name: 'reports/sales',
  menu: { group: 'reports', rank: 20 },
  permission: 'reports.view',
  personal: true,
  opens: { screen: 'online-orders', permission: 'orders.view' },
  columns: {
    order_number: { kind: 'code', sortable: true },
    placed_at: { kind: 'instant', sortable: true, zone: 'timezone' },
    completed_at: { kind: 'instant', zone: 'timezone', extra: true },
    timezone: { kind: 'text', extra: true },
    branch: { kind: 'text' },
    country: { kind: 'country', extra: true },
    source: { kind: 'choice', words: 'order_sources', extra: true },
    order_type: { kind: 'choice', words: 'order_types', extra: true },
    customer: { kind: 'text', extra: true },
    status: { kind: 'choice', badge: true, words: 'order_states' },
    payment_status: { kind: 'choice', words: 'payment_states', extra: true },
    payment_method: { kind: 'choice', words: 'order_payment_methods' },
    subtotal: { kind: 'money' },
    offers: { kind: 'money' },
    coupon: { kind: 'money' },
    coupon_code: { kind: 'code', extra: true },
    delivery: { kind: 'money' },
    taxes: { kind: 'money' },
    taxes_by_code: { kind: 'text', extra: true },
    rounding: { kind: 'money', extra: true },
    total: { kind: 'money' },
    refunded: { kind: 'money' },
    net: { kind: 'money' },
    commission: { kind: 'money' },
    is_example: { kind: 'flag', extra: true },
  },
  filters: {
    placed: { kind: 'days' },
    branch: { kind: 'text' },
    country: { kind: 'choice', values: countryCodes, words: 'countries' },
    currency: { kind: 'choice', values: currencies },
    method: { kind: 'choice', values: orderPaymentMethods, words: 'order_payment_methods' },
    source: { kind: 'choice', values: orderSources, words: 'order_sources' },
    order_type: { kind: 'choice', values: orderTypes, words: 'order_types' },
    city: { kind: 'text' },
    /** An item that is among what was bought, by its id. */
    item: { kind: 'text' },
    /** The code of a tax that was charged. */
    tax: { kind: 'text' },
    /** When their money went to whom it belongs. */
    released: { kind: 'days' },
    example: { kind: 'flag' },
  },
  report: {
    period: 'placed',
    sums: ['subtotal', 'offers', 'coupon', 'delivery', 'taxes', 'rounding', 'total', 'refunded', 'net', 'commission'],
    groups: {
      day: { filter: 'placed', kind: 'day' },
      branch: { filter: 'branch', kind: 'text' },
      country: { filter: 'country', kind: 'country', words: 'countries' },
      method: { filter: 'method', kind: 'choice', words: 'order_payment_methods' },
      source: { filter: 'source', kind: 'choice', words: 'order_sources' },
      order_type: { filter: 'order_type', kind: 'choice', words: 'order_types' },
    },
  },
  sort: '-placed_at',
})
