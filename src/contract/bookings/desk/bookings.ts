import { countryCodes } from '#contract/geography.ts'
import { deskList } from '#contract/lists/lists.ts'
import { bookingStatuses } from '../bookings.ts'
import { bookingRefundCauses } from '../refund-causes.ts'

/** Bookings in every state. Names, addresses and plates are shown to those who may see contacts. */
export const bookingList = deskList({
  name: 'bookings',
  menu: { group: 'parking', rank: 10, letter: 'k' },
  bulk: ['bookings.cancel', 'bookings.check'],
  permission: 'bookings.view',
  personal: true,
  opens: { screen: 'bookings', permission: 'bookings.view' },
  namedBy: ['booking_code', 'park', 'plate', 'customer'],
  columns: {
    booking_code: { kind: 'code', sortable: true },
    status: { kind: 'choice', badge: true, words: 'booking_states' },
    park: { kind: 'text' },
    city: { kind: 'text', extra: true },
    country: { kind: 'country', extra: true },
    customer: { kind: 'text' },
    plate: { kind: 'code' },
    start_time: { kind: 'instant', sortable: true, zone: 'timezone' },
    end_time: { kind: 'instant', sortable: true, zone: 'timezone' },
    timezone: { kind: 'text', extra: true },
    total: { kind: 'money' },
    refunded: { kind: 'money', extra: true },
    refund_cause: { kind: 'choice', words: 'refund_causes', extra: true },
    due: { kind: 'money', extra: true },
    created_at: { kind: 'instant', sortable: true, zone: 'timezone' },
  },
  filters: {
    country: { kind: 'choice', values: countryCodes, words: 'countries' },
    park: { kind: 'text' },
    event: { kind: 'text' },
    customer: { kind: 'text' },
    due: { kind: 'flag' },
    refund_cause: { kind: 'choice', values: bookingRefundCauses, words: 'refund_causes' },
    refund_waiting: { kind: 'flag', internal: true },
    start: { kind: 'days' },
    created: { kind: 'days' },
  },
  states: bookingStatuses,
  sort: '-created_at',
})
