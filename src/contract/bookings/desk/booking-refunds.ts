import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { Currency, decimal, line, missingOr, Money, Uuid } from '#contract/fields.ts'
import { CancelPreview } from '../bookings.ts'
import { bookingRefundCauses } from '../refund-causes.ts'
import { bookingCall, bookingRecordPath, refundBearers } from './booking-answer.ts'

const path = `${bookingRecordPath}/refund`
const Cause = z.enum(bookingRefundCauses, 'required')
const Bearer = z.enum(refundBearers, 'required')

/** Who bears which part of a refund: the accounts that it is taken from. */
export const refundShares = ['operator', 'fees', 'taxes', 'promotion'] as const

/** What a refund would do, before it is made. */
export const BookingRefundPreview = z.object({
  currency: Currency,
  /** What the customer has paid, less what was refunded: the most that can be refunded. */
  left: Money,
  refunded: Money,
  /** What the customer still owes for the booking, which a refund does not change. */
  due: Money,
  amount: Money,
  /** What is left of the price after it. */
  cost: Money,
  shares: z.array(z.object({ account: z.enum(refundShares), amount: Money })),
  /** What the customer may read, in their language, for this cause. */
  message: z.string(),
  language: z.enum(['en', 'fr']),
  /** Above the caller's limit the password is needed and another person decides. */
  needs_approval: z.boolean(),
  limit: Money,
})
export type BookingRefundPreview = z.infer<typeof BookingRefundPreview>

export const previewBookingRefund = endpoint({
  tag: 'desk',
  name: 'previewBookingRefund',
  method: 'GET',
  path,
  summary:
    'Returns what a refund of a booking would pay, out of whose share, and whether another person has to approve it',
  auth: 'bookings.refund',
  status: 200,
  params: bookingCall.params,
  query: z.strictObject({
    cause: Cause,
    bearer: Bearer,
    /** In major units; all that is left without it. */
    amount: z.optional(decimal(0, 100_000_000)),
  }),
  answer: BookingRefundPreview,
})

export const previewBookingCancellation = endpoint({
  tag: 'desk',
  name: 'previewBookingCancellation',
  method: 'GET',
  path: `${bookingRecordPath}/cancellation`,
  summary: 'Returns what cancelling a booking for its customer would refund now, under its cancellation policy',
  auth: 'bookings.update',
  status: 200,
  params: bookingCall.params,
  answer: CancelPreview,
})

export const cancelBookingForCustomer = endpoint({
  ...bookingCall,
  name: 'cancelBookingForCustomer',
  method: 'POST',
  path: `${bookingRecordPath}/cancellation`,
  summary: 'Cancels a booking at its customer’s request; refunds what its cancellation policy gives',
  auth: 'bookings.update',
  body: z.strictObject({ reason: line(3, 300) }),
})

export const refundBookingByStaff = endpoint({
  ...bookingCall,
  name: 'refundBookingByStaff',
  method: 'POST',
  path,
  summary:
    "Refunds a booking in whole or part with its cause; above the caller's limit another person approves it first",
  auth: 'bookings.refund',
  idempotent: true,
  body: z.strictObject({
    cause: Cause,
    bearer: Bearer,
    /** In the booking's currency, major units. */
    amount: z.number(missingOr('number')).check(z.positive('too_small'), z.maximum(100_000_000, 'too_large')),
    /** What the customer reads on the booking, the receipt and in the email. */
    message: line(3, 300),
  }),
})

const refundParams = z.strictObject({ id: line(1, 40), refund_id: Uuid })

export const approveBookingRefund = endpoint({
  ...bookingCall,
  name: 'approveBookingRefund',
  method: 'POST',
  path: `${bookingRecordPath}/refunds/{refund_id}/approve`,
  summary: 'Approves a refund of a booking that another person asked for, and pays it',
  auth: 'bookings.refund',
  params: refundParams,
})

export const refuseBookingRefund = endpoint({
  ...bookingCall,
  name: 'refuseBookingRefund',
  method: 'POST',
  path: `${bookingRecordPath}/refunds/{refund_id}/refuse`,
  summary: 'Refuses a refund of a booking that another person asked for, or withdraws one’s own',
  auth: 'bookings.refund',
  params: refundParams,
})
