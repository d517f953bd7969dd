import * as z from 'zod/mini'
import { Currency, line, Money } from '#contract/fields.ts'
import { BookingHistory, BookingOffer, BookingStatus } from '../booking-history.ts'
import { cannotParkReasons, checkInMethods, paymentStatuses, refundStatuses } from '../bookings.ts'
import { bookingRefundCauses } from '../refund-causes.ts'

/** `valid`: shown at the entrance; `revoked`: the booking ended before it was used; `none`: not paid. */
export const passStates = ['valid', 'revoked', 'none'] as const

/** Whether a link for others shows the pass. */
export const shareStates = ['with_pass', 'without_pass'] as const

/** At whose expense a refund is: ours, or those of all who received the price, each by their share. */
export const refundBearers = ['us', 'operator'] as const
export const bookingRefundStates = ['waiting', 'done', 'refused'] as const

/** A booking as staff sees it. Who booked is null for those who may not see contacts. */
export const BookingRecord = z.object({
  id: z.string(),
  title: z.string(),
  actions: z.array(z.string()),
  booking_code: z.string(),
  status: BookingStatus,
  payment_status: z.enum(paymentStatuses),
  refund_status: z.enum(refundStatuses),
  park_id: z.string(),
  park: z.string(),
  park_code: z.string(),
  city: z.nullable(z.string()),
  country: z.string(),
  timezone: z.string(),
  customer_id: z.nullable(z.string()),
  customer: z.nullable(z.string()),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  vehicle_type: z.string(),
  plate: z.nullable(z.string()),
  start_time: z.string(),
  end_time: z.string(),
  held_until: z.nullable(z.string()),
  check_in: z.enum(checkInMethods),
  checked_in_at: z.nullable(z.string()),
  checked_out_at: z.nullable(z.string()),
  pass: z.enum(passStates),
  currency: Currency,
  total: Money,
  refunded: Money,
  /** What can still be refunded: what was paid and not refunded. */
  refundable: Money,
  /** Why staff refunded last, or ask to. */
  refund_cause: z.nullable(z.enum(bookingRefundCauses)),
  due: Money,
  /** What was given beside refunds. */
  goodwill: Money,
  promo_code: z.nullable(z.string()),
  event: z.nullable(z.string()),
  /** The code of the booking that this one renews. */
  renews: z.nullable(z.string()),
  /** New times that wait for the customer to confirm them. */
  offer: z.nullable(z.extend(BookingOffer, { amount: Money })),
  /** The driver's link for others, while it opens. */
  shared: z.nullable(z.enum(shareStates)),
  shared_at: z.nullable(z.string()),
  shared_until: z.nullable(z.string()),
  created_at: z.string(),
  lines: z.array(z.object({ label: z.string(), amount: Money })),
  history: BookingHistory,
  /** What staff refunded or ask to refund, newest first. */
  refunds: z.array(
    z.object({
      id: z.string(),
      number: z.number(),
      status: z.enum(bookingRefundStates),
      cause: z.enum(bookingRefundCauses),
      bearer: z.enum(refundBearers),
      amount: Money,
      /** What the customer reads. */
      message: z.string(),
      requested_by: z.nullable(z.string()),
      at: z.string(),
      decided_by: z.nullable(z.string()),
      decided_at: z.nullable(z.string()),
      /** It waits, and the reader may decide on it. */
      can_decide: z.boolean(),
      /** It waits, and the reader asked for it. */
      is_own: z.boolean(),
    }),
  ),
  /** The other bookings of its weekly series, in the order of their days. */
  series: z.array(z.object({ booking_code: z.string(), start_time: z.string(), status: BookingStatus })),
  /** Transfers of the ledger, oldest first; what the wallet paid is below zero. */
  transfers: z.array(z.object({ id: z.string(), at: z.string(), description: z.string(), amount: Money })),
  /** The top-up that paid the booking. */
  top_up: z.nullable(z.object({ id: z.string(), reference: z.string(), provider: z.string(), status: z.string() })),
  /** The driver's report that the space could not be used. */
  report: z.nullable(
    z.object({
      reason: z.enum(cannotParkReasons),
      note: z.nullable(z.string()),
      has_photo: z.boolean(),
      /** The code of the booking with which the driver was moved to another car park. */
      moved_to: z.nullable(z.string()),
    }),
  ),
})
export type BookingRecord = z.infer<typeof BookingRecord>

export const bookingRecordPath = '/api/v1/admin/bookings/{id}'
/** What the calls about a booking share; it is found by its id or code. */
export const bookingCall = {
  tag: 'desk',
  status: 200,
  params: z.strictObject({ id: line(1, 40) }),
  answer: BookingRecord,
} as const
