import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { line, missingOr } from '#contract/fields.ts'
import { gateScanList } from '#contract/gate/desk.ts'
import { deskRecord } from '#contract/lists/records.ts'
import { PlateText } from '#contract/vehicles/vehicles.ts'
import { transactionList } from '#contract/wallet/desk/transactions.ts'
import { Again } from '../bookings.ts'
import { bookingCall as record, bookingRecordPath as path } from './booking-answer.ts'
import { cancelBookingForCustomer, refundBookingByStaff } from './booking-refunds.ts'
import { extendForCustomer, moveForCustomer, withdrawOffer } from './booking-times.ts'
import { bookingList } from './bookings.ts'

/** Mails that staff can send again. */
export const resentMails = ['confirmation', 'receipt'] as const

/** How often the mails of one booking can be sent again within a day. */
export const resendLimit = 3

const Reason = line(3, 300)

export const getBookingRecord = endpoint({
  ...record,
  name: 'getBookingRecord',
  method: 'GET',
  path,
  summary: 'Returns a booking with its lines, history, money and pass',
  auth: 'bookings.view',
})

export const cancelBookingByPark = endpoint({
  ...record,
  name: 'cancelBookingByPark',
  method: 'POST',
  path: `${path}/cancel`,
  summary: 'Cancels a booking for the car park; refunds everything that was paid, fees included',
  auth: 'bookings.cancel',
  body: z.strictObject({ reason: Reason }),
})

export const checkInByStaff = endpoint({
  ...record,
  name: 'checkInByStaff',
  method: 'POST',
  path: `${path}/check-in`,
  summary: 'Checks a booked car in',
  auth: 'bookings.check',
})

export const checkOutByStaff = endpoint({
  ...record,
  name: 'checkOutByStaff',
  method: 'POST',
  path: `${path}/check-out`,
  summary: 'Checks a booked car out; charges an overstay as usual',
  auth: 'bookings.check',
})

export const correctPlate = endpoint({
  ...record,
  name: 'correctPlate',
  method: 'POST',
  path: `${path}/plate`,
  summary: 'Corrects the plate of a booking until check-out, and mails the driver the new pass',
  auth: 'bookings.update',
  body: z.strictObject({ plate: PlateText, again: Again }),
})

export const giveGoodwill = endpoint({
  ...record,
  name: 'giveGoodwill',
  method: 'POST',
  path: `${path}/goodwill`,
  summary: 'Credits the driver of a booking with an amount at our expense, up to the caller’s refund limit',
  auth: 'bookings.refund',
  idempotent: true,
  body: z.strictObject({
    /** In the booking's currency, major units. All goodwill of a booking together stays within the limit. */
    amount: z.number(missingOr('number')).check(z.positive('too_small'), z.maximum(100_000_000, 'too_large')),
    reason: Reason,
  }),
})

export const resendBookingMail = endpoint({
  ...record,
  name: 'resendBookingMail',
  method: 'POST',
  path: `${path}/resend`,
  summary: 'Sends the confirmation or the receipt of a booking again, at most three times a day',
  auth: 'bookings.update',
  body: z.strictObject({ mail: z.enum(resentMails, 'required') }),
})

export const revokeShareByStaff = endpoint({
  ...record,
  name: 'revokeShareByStaff',
  method: 'POST',
  path: `${path}/share/revoke`,
  summary: 'Ends the link with which the driver of a booking shows it to others',
  auth: 'bookings.update',
})

export const bookingRecord = deskRecord({
  list: bookingList,
  get: getBookingRecord,
  state: 'status',
  facts: {
    park: { kind: 'text' },
    city: { kind: 'text' },
    country: { kind: 'country' },
    start_time: { kind: 'instant', zone: 'timezone' },
    end_time: { kind: 'instant', zone: 'timezone' },
    held_until: { kind: 'instant', zone: 'timezone' },
    plate: { kind: 'code' },
    vehicle_type: { kind: 'text' },
    pass: { kind: 'choice', words: 'pass_states' },
    check_in: { kind: 'choice', words: 'check_ins' },
    checked_in_at: { kind: 'instant', zone: 'timezone' },
    checked_out_at: { kind: 'instant', zone: 'timezone' },
    customer: { kind: 'text' },
    email: { kind: 'text' },
    phone: { kind: 'phone' },
    total: { kind: 'money' },
    payment_status: { kind: 'choice', words: 'payment_states' },
    refunded: { kind: 'money' },
    refund_status: { kind: 'choice', words: 'refund_statuses' },
    refund_cause: { kind: 'choice', words: 'refund_causes' },
    goodwill: { kind: 'money' },
    due: { kind: 'money' },
    promo_code: { kind: 'code' },
    event: { kind: 'text' },
    renews: { kind: 'code' },
    shared: { kind: 'choice', words: 'share_states' },
    shared_at: { kind: 'instant', zone: 'timezone' },
    shared_until: { kind: 'instant', zone: 'timezone' },
    created_at: { kind: 'instant', zone: 'timezone' },
  },
  links: {
    park: { screen: 'parks', id: 'park_id' },
    customer: { screen: 'customers', id: 'customer_id' },
    email: { screen: 'customers', id: 'customer_id' },
    renews: { screen: 'bookings', id: 'renews' },
  },
  actions: {
    check_in: { endpoint: checkInByStaff },
    check_out: { endpoint: checkOutByStaff },
    plate: { endpoint: correctPlate, fields: { plate: { kind: 'text' } } },
    resend: {
      endpoint: resendBookingMail,
      fields: { mail: { kind: 'choice', values: resentMails, words: 'resent_mails' } },
    },
    revoke_share: { endpoint: revokeShareByStaff },
    refund: { endpoint: refundBookingByStaff, own: true },
    goodwill: {
      endpoint: giveGoodwill,
      fields: { amount: { kind: 'money', currency: 'currency' }, reason: { kind: 'long', hint: true } },
    },
    extend: { endpoint: extendForCustomer, own: true },
    move: { endpoint: moveForCustomer, own: true },
    withdraw_offer: { endpoint: withdrawOffer },
    cancel_for_customer: { endpoint: cancelBookingForCustomer, own: true },
    cancel: { endpoint: cancelBookingByPark, fields: { reason: { kind: 'long', hint: true } }, serious: true },
  },
  bulk: ['cancel', 'check_in', 'check_out'],
  first: ['details'],
  notes: 'bookings',
  // Its state says whether it is paid.
  badges: ['refund_status'],
  past: { paid_by: 'times_payers', cause: 'refund_causes' },
  primary: ['check_in', 'check_out'],
  dangerous: ['cancel_for_customer', 'cancel'],
  tabs: {
    details: 'own',
    transactions: { list: transactionList, filter: 'booking' },
    scans: { list: gateScanList, filter: 'booking' },
  },
})
