import { paymentStatuses, refundStatuses } from '#contract/bookings/bookings.ts'
import { countryCodes } from '#contract/geography.ts'
import { deskList } from '#contract/lists/lists.ts'
import { recordPage } from '#contract/lists/screens.ts'
import { orderStatuses, orderTypes } from '../order-states.ts'

/** What the kitchen and the counter print of an order. */
export const orderTicketsPage = recordPage({ name: 'order-tickets', permission: 'orders.view' })
/** The receipt of an order on paper. */
export const orderReceiptPage = recordPage({ name: 'order-receipts', permission: 'orders.view' })

/** Orders of the site and the app in every state. */
export const orderList = deskList({
  name: 'online-orders',
  menu: { group: 'orders', rank: 10, letter: 'o' },
  bulk: ['orders.update'],
  permission: 'orders.view',
  personal: true,
  opens: { screen: 'online-orders', permission: 'orders.view' },
  namedBy: ['order_number', 'branch', 'customer'],
  columns: {
    order_number: { kind: 'code', sortable: true },
    token: { kind: 'number' },
    status: { kind: 'choice', badge: true, words: 'order_states' },
    customer: { kind: 'text' },
    phone: { kind: 'phone', extra: true },
    branch: { kind: 'text' },
    order_type: { kind: 'choice', words: 'order_types' },
    courier: { kind: 'text' },
    slot: { kind: 'instant', sortable: true, zone: 'timezone' },
    timezone: { kind: 'text', extra: true },
    total: { kind: 'money' },
    /** Of an order that was refunded, the refund in place of the payment. */
    payment_status: { kind: 'choice', words: 'payment_states' },
    refund_status: { kind: 'choice', words: 'refund_statuses', extra: true },
    refunded: { kind: 'money', extra: true },
    source: { kind: 'choice', words: 'order_sources', extra: true },
    coupon: { kind: 'code', extra: true },
    is_example: { kind: 'flag', extra: true },
    created_at: { kind: 'instant', sortable: true, zone: 'timezone' },
  },
  filters: {
    country: { kind: 'choice', values: countryCodes, words: 'countries' },
    branch: { kind: 'text' },
    order_type: { kind: 'choice', values: orderTypes, words: 'order_types' },
    payment: { kind: 'choice', values: paymentStatuses, words: 'payment_states' },
    refund: { kind: 'choice', values: refundStatuses, words: 'refund_statuses' },
    source: { kind: 'choice', values: ['web', 'app', 'phone'], words: 'order_sources' },
    waiting: { kind: 'flag' },
    customer: { kind: 'text' },
    /** Who brings it or brought it last, by id or a part of the name. */
    courier: { kind: 'text' },
    coupon: { kind: 'text' },
    /** In the order's own currency. */
    least: { kind: 'number' },
    most: { kind: 'number' },
    /** The order that they add to, by its id. */
    amends: { kind: 'text' },
    /** The other orders of whoever placed an order. */
    beside: { kind: 'text' },
    slot: { kind: 'days' },
    created: { kind: 'days' },
    example: { kind: 'flag' },
  },
  states: orderStatuses,
  sort: '-created_at',
})
