import * as z from 'zod/mini'
import { Booking, bookingStatuses, CancellationTerms, Line } from '#contract/bookings/bookings.ts'
import { endpoint } from '#contract/endpoint.ts'
import { line, missingOr, MomentText, Money, Uuid } from '#contract/fields.ts'
import { recordPage } from '#contract/lists/screens.ts'
import { ParkNear } from '#contract/parks/park-near.ts'
import { CountryCode } from '#contract/places/places.ts'
import { PlateText } from '#contract/vehicles/vehicles.ts'
import { payment } from './pos.ts'

/* Car park bookings that a counter sells: paid at its register, and from then on bookings as any other. */

const call = { tag: 'desk', auth: 'pos.sell', status: 200 } as const

/** The receipt of a booking on paper, with its pass. */
export const parkingReceiptPage = recordPage({ name: 'parking-receipts', permission: 'pos.sell' })

export const listCounterParks = endpoint({
  ...call,
  name: 'listCounterParks',
  method: 'GET',
  path: '/api/v1/pos/parks',
  summary: "Lists the car parks that belong to the branch of the caller's register and can be booked in its currency",
  answer: z.object({
    items: z.array(
      z.object({
        id: z.string(),
        park_code: z.string(),
        name: z.nullable(z.string()),
        near: z.optional(ParkNear),
        address: z.nullable(z.string()),
        city: z.nullable(z.string()),
        country_code: CountryCode,
        timezone: z.string(),
      }),
    ),
  }),
})

/** How a refund is paid: in cash from the drawer of the seller's shift, or to the wallet of the booking's account. */
export const refundTargets = ['drawer', 'wallet'] as const
export type RefundTarget = (typeof refundTargets)[number]

export const CounterBooking = z.object({
  id: z.string(),
  booking_code: z.string(),
  status: z.enum(bookingStatuses),
  branch: z.string(),
  park: Booking.shape.park,
  plate: z.string(),
  start_time: z.string(),
  end_time: z.string(),
  created_at: z.string(),
  /** What was paid at the counter, in lines. */
  lines: z.array(Line),
  total: Money,
  /** What the drawer took, rounded to what can be paid in cash; null where something else took all. */
  cash: z.nullable(z.object({ due: Money, tendered: Money, change: Money, rounding: Money })),
  terminal: z.nullable(Money),
  mobile: z.nullable(Money),
  refunded: Money,
  /** What drawers paid out of it. */
  paid_out: Money,
  cancellation: CancellationTerms,
  /** Whether it is of an account that its driver logs in to. */
  has_account: z.boolean(),
  prints: z.number(),
  /** What the caller can do now: nothing where `to` is empty. */
  refund: z.object({
    /** Cancels the booking; otherwise it pays out what was refunded before. */
    cancels: z.boolean(),
    amount: Money,
    /** What the drawer pays, rounded to what can be paid in cash. */
    cash: Money,
    to: z.array(z.enum(refundTargets)),
    /** A manager’s code is needed. */
    needs_code: z.boolean(),
  }),
})
export type CounterBooking = z.infer<typeof CounterBooking>

const path = '/api/v1/pos/bookings'

export const createCounterBooking = endpoint({
  ...call,
  name: 'createCounterBooking',
  method: 'POST',
  path,
  summary:
    "Books a space for a plate and takes its price at the caller's register: for an account, or for a guest account of the number or the plate",
  idempotent: true,
  status: 201,
  body: z.strictObject({
    /** Chosen by the device, so that a booking that is sent twice is made once. */
    id: Uuid,
    park_id: line(1, 120),
    quote_id: Uuid,
    plate: PlateText,
    vehicle_type_id: z.int(missingOr('whole_number')).check(z.minimum(1, 'too_small'), z.maximum(1_000, 'too_large')),
    start_time: MomentText,
    end_time: MomentText,
    /** Whose booking it is; that of a guest without it. */
    customer_id: z.optional(Uuid),
    /** How a guest can be reached. */
    phone: z.optional(line(0, 40)),
    /** The price that the seller saw; another one is refused. */
    total: z.number(missingOr('number')),
    ...payment,
    /** Books the plate although it has a booking at these times already. */
    book_again: z.optional(z.boolean()),
  }),
  answer: CounterBooking,
})

const sold = { params: z.strictObject({ id: line(1, 40) }), answer: CounterBooking } as const

export const getCounterBooking = endpoint({
  ...call,
  ...sold,
  answer: z.object({
    ...CounterBooking.shape,
    /** The code that is shown at the gate; null once it is over or cancelled. */
    pass: z.nullable(z.object({ qr_path: z.string(), size: z.number() })),
  }),
  name: 'getCounterBooking',
  method: 'GET',
  path: `${path}/{id}`,
  summary: 'Returns a booking that a counter of the caller’s branches sold, with its pass and what a refund would pay',
})

export const refundCounterBooking = endpoint({
  ...call,
  ...sold,
  name: 'refundCounterBooking',
  method: 'POST',
  path: `${path}/{id}/refund`,
  summary:
    "Cancels a booking that a counter sold under its cancellation policy, or pays out what was refunded of a guest's: from the caller's drawer or to the wallet",
  idempotent: true,
  body: z.strictObject({
    to: z.enum(refundTargets, 'required'),
    /** Of a manager, six digits, for those who may not refund. */
    code: z.optional(line(0, 12)),
  }),
})

export const recordParkingReceiptPrint = endpoint({
  ...call,
  name: 'recordParkingReceiptPrint',
  method: 'POST',
  path: `${path}/{id}/prints`,
  summary: 'Counts a print of the receipt of a booking; every one after the first is a copy',
  idempotent: true,
  params: sold.params,
  answer: z.object({ prints: z.number() }),
})
