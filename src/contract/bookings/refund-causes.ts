import * as z from 'zod/mini'

/** Why staff refunds a booking. */
export const bookingRefundCauses = [
  'double_booking',
  'could_not_park',
  'price_mistake',
  'goodwill',
  'by_request',
] as const

/** What staff refunded of a booking, as its driver sees it. */
export const BookingRefund = z.object({
  amount: z.number(),
  cause: z.enum(bookingRefundCauses),
  /** Written by staff for the driver. */
  message: z.string(),
  refunded_at: z.string(),
})
