import { countryCodes } from '#contract/geography.ts'
import { deskReport } from '#contract/lists/reports.ts'
import { currencies } from '#contract/money.ts'

/** Why bookings were refunded; `cancellation` has all that staff named no other cause for. */
export const refundCauses = [
  'double_booking',
  'could_not_park',
  'price_mistake',
  'goodwill',
  'by_request',
  'cancellation',
] as const

/** Bookings of each car park by the day on which they begin there. */
export const parkingReport = deskReport({
  name: 'reports/parking',
  menu: { group: 'reports', rank: 80, under: 'reports/sales' },
  permission: 'reports.parking',
  columns: {
    park: { kind: 'text', sortable: true },
    park_code: { kind: 'code', extra: true },
    city: { kind: 'text' },
    country: { kind: 'country', extra: true },
    partner: { kind: 'text', extra: true, internal: true },
    currency: { kind: 'text', extra: true },
    bookings: { kind: 'number', sortable: true },
    hours: { kind: 'number', sortable: true },
    /** Booked hours of those that its spaces have in the period, in percent. */
    occupancy: { kind: 'number', sortable: true },
    price: { kind: 'money', sortable: true },
    fees: { kind: 'money' },
    taxes: { kind: 'money' },
    promo_codes: { kind: 'money' },
    total: { kind: 'money', sortable: true },
    refunded: { kind: 'money', sortable: true },
    refund_double_booking: { kind: 'money', extra: true },
    refund_could_not_park: { kind: 'money', extra: true },
    refund_price_mistake: { kind: 'money', extra: true },
    refund_goodwill: { kind: 'money', extra: true },
    refund_by_request: { kind: 'money', extra: true },
    refund_cancellation: { kind: 'money', extra: true },
    reports: { kind: 'number', sortable: true },
    no_shows: { kind: 'number', sortable: true },
    overstays: { kind: 'number', sortable: true },
    rating: { kind: 'rating', sortable: true },
  },
  filters: {
    start: { kind: 'days' },
    park: { kind: 'text' },
    country: { kind: 'choice', values: countryCodes, words: 'countries' },
    currency: { kind: 'choice', values: currencies },
    partner: { kind: 'text', internal: true },
    examples: { kind: 'flag', internal: true },
  },
  report: {
    period: 'start',
    sums: [
      'bookings',
      'hours',
      'price',
      'fees',
      'taxes',
      'promo_codes',
      'total',
      'refunded',
      'refund_double_booking',
      'refund_could_not_park',
      'refund_price_mistake',
      'refund_goodwill',
      'refund_by_request',
      'refund_cancellation',
      'reports',
      'no_shows',
      'overstays',
    ],
    groups: {
      day: { filter: 'start', kind: 'day' },
      park: { filter: 'park', kind: 'text' },
      country: { filter: 'country', kind: 'country', words: 'countries' },
    },
    rows: {
      to: { '': { list: 'bookings', permission: 'bookings.view', filters: { park: 'park_code' }, period: 'start' } },
    },
  },
  sort: '-bookings',
})
