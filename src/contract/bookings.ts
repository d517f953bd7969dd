import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { BookedEvent, EventCode } from './events.ts'
import { Currency } from './money.ts'
import { line, MomentText, pageOf, pageQuery, Uuid } from './page.ts'
import { ExampleFact } from './parks.ts'
import { CountryCode } from './places.ts'
import { PlateText } from './vehicles.ts'

/** Every state a booking can be in. */
export const bookingStatuses = [
  'pending',
  'active',
  'checked_in',
  'overstayed',
  'completed',
  'expired',
  'cancelled',
  'no_show',
] as const
export const BookingStatus = z.enum(bookingStatuses)
export type BookingStatus = z.infer<typeof BookingStatus>

export const paymentStatuses = ['unpaid', 'paid'] as const
export const refundStatuses = ['none', 'partial', 'full'] as const

/** The rules of a window: quarter hours, 15 minutes to 30 days, at most 180 days ahead. */
export const windowRules = { step_min: 15, least_min: 15, most_min: 30 * 24 * 60, ahead_days: 180 } as const
/** A quote holds its price this long. */
export const quoteMinutes = 10
/** Within this time of booking a cancel returns everything. */
export const regretMinutes = 10
/** A car may come so much before its start, and stay so much after its end, at no cost. */
export const grace = { arrival_min: 5, end_min: 10 } as const
/** A hold takes a space for this long. */
export const holdMinutes = 10
/** Holds that one account may have at a time. */
export const mostHolds = 5
/** How presence is known: nobody looks (`clock`: who booked counts as come, and as gone at the end), or every car is scanned. */
export const checkInWays = ['clock', 'scan'] as const

export const Line = z.object({
  /** `parking`, `discount` (below zero), `service_fee`, or a tax's code. */
  code: z.string(),
  label: z.string(),
  amount: z.number(),
})
export type Line = z.infer<typeof Line>

/** As typed; kept in capitals. */
export const PromoText = z
  .string('required')
  .check(z.trim(), z.toUpperCase(), z.minLength(1, 'required'), z.regex(/^[A-Z\d][A-Z\d_-]{0,39}$/, 'promo_unknown'))

const vehicleTypeId = z.number().check(z.int('whole_number'), z.minimum(1, 'too_small'), z.maximum(1_000, 'too_large'))

export const QuoteRequest = z.strictObject({
  park_id: line(1, 120),
  vehicle_type_id: z._default(vehicleTypeId, 1),
  start_time: MomentText,
  end_time: MomentText,
  promo_code: z.optional(PromoText),
  event_code: z.optional(EventCode),
  /** Free minutes count once for a plate, a park and a day: with it the price knows whether they are spent. */
  plate: z.optional(PlateText),
})

export const CancellationTerms = z.object({
  /** All the money is returned until then. */
  free_until: z.string(),
  /** What a cancel returns, in order: until each instant, this share of the whole in percent. */
  refund_rules: z.array(z.object({ until: z.string(), percent: z.number() })),
  policy: z.enum(['flexible', 'strict']),
})
export type CancellationTerms = z.infer<typeof CancellationTerms>

export const Quote = z.object({
  quote_id: z.string(),
  park_id: z.string(),
  vehicle_type_id: z.number(),
  start_time: z.string(),
  end_time: z.string(),
  lines: z.array(Line),
  total: z.number(),
  currency: Currency,
  expires_at: z.string(),
  cancellation: CancellationTerms,
  promo_code: z.nullable(z.string()),
  event: z.nullable(BookedEvent),
  /** Spaces left over the whole window at this moment. */
  available: z.number(),
})
export type Quote = z.infer<typeof Quote>

export const quoteBooking = endpoint({
  name: 'quoteBooking',
  method: 'POST',
  path: '/api/v1/bookings/quote',
  summary: 'The price of a window in lines, held for ten minutes; takes no space',
  tag: 'bookings',
  auth: 'optional',
  status: 200,
  body: QuoteRequest,
  answer: Quote,
})

export const Booking = z.object({
  id: z.string(),
  booking_code: z.string(),
  park: z.object({
    id: z.string(),
    slug: z.string(),
    park_code: z.string(),
    name: z.nullable(z.string()),
    address: z.nullable(z.string()),
    city: z.nullable(z.string()),
    country_code: CountryCode,
    timezone: z.string(),
    lat: z.number(),
    lng: z.number(),
    examples: z.array(ExampleFact),
  }),
  vehicle_type_id: z.number(),
  plate: z.string(),
  start_time: z.string(),
  end_time: z.string(),
  status: BookingStatus,
  payment_status: z.enum(paymentStatuses),
  refund_status: z.enum(refundStatuses),
  total: z.number(),
  refunded: z.number(),
  currency: Currency,
  lines: z.array(Line),
  /** Owed for an overstay that the wallet could not pay; paid first at the next booking. */
  due: z.number(),
  promo_code: z.nullable(z.string()),
  event: z.nullable(BookedEvent),
  /** The space of a `pending` booking is kept until then. */
  held_until: z.nullable(z.string()),
  check_in: z.enum(checkInWays),
  checked_in_at: z.nullable(z.string()),
  checked_out_at: z.nullable(z.string()),
  /** The stay is extended by itself until then at most; null when the driver does not want it. */
  auto_extend_until: z.nullable(z.string()),
  renewed_from: z.nullable(z.string()),
  created_at: z.string(),
})
export type Booking = z.infer<typeof Booking>

/** Where the car stands, as the driver noted it. */
export const Spot = z.object({
  level: z.nullable(z.string()),
  bay: z.nullable(z.string()),
  note: z.nullable(z.string()),
})
export type Spot = z.infer<typeof Spot>

/** What the driver may ask for at this moment. */
export const bookingActions = [
  'pay',
  'cancel',
  'extend',
  'auto_extend',
  'renew',
  'plate',
  'check_in',
  'check_out',
  'cannot_park',
  'pay_due',
  'review',
] as const
export type BookingAction = (typeof bookingActions)[number]

export const cannotParkReasons = ['full', 'closed', 'blocked', 'unsafe', 'other'] as const

export const BookingDetails = z.object({
  ...Booking.def.shape,
  cancellation: CancellationTerms,
  can: z.record(z.enum(bookingActions), z.boolean()),
  spot: z.nullable(Spot),
  /** What the driver told who could not park. */
  cannot_park: z.nullable(
    z.object({ reason: z.enum(cannotParkReasons), note: z.nullable(z.string()), has_photo: z.boolean() }),
  ),
  /** The booking that renewed this one, and the one that took its place when the driver could not park. */
  followed_by: z.array(z.object({ booking_code: z.string(), status: BookingStatus })),
  history: z.array(
    z.object({
      from: z.nullable(BookingStatus),
      to: BookingStatus,
      /** Why; `from` and `to` are the same where something else than the state changed (an extension, a plate). */
      cause: z.string(),
      actor: z.string(),
      at: z.string(),
      /** What changed beside the state: an end, a plate, an amount. */
      detail: z.nullable(z.record(z.string(), z.union([z.string(), z.number()]))),
    }),
  ),
  /** The wallet's entries of this booking, oldest first; negative is what was paid. */
  entries: z.array(z.object({ kind: z.string(), description: z.string(), amount: z.number(), created_at: z.string() })),
  /** Null once the booking gives no place any more (cancelled, expired), and while it is not paid. */
  pass: z.nullable(
    z.object({
      /** What the QR code says: signed, checkable with no network by the key at `/api/v1/passes/key`. */
      payload: z.string(),
      /** The QR code as an SVG path over a square of `size` modules. */
      qr_path: z.string(),
      size: z.number(),
    }),
  ),
})
export type BookingDetails = z.infer<typeof BookingDetails>

const wanted = {
  park_id: line(1, 120),
  /** A saved vehicle of one's own: its type and plate. Or `plate`, with `vehicle_type_id` (1 where it is left out). */
  vehicle_id: z.optional(Uuid),
  vehicle_type_id: z.optional(vehicleTypeId),
  plate: z.optional(PlateText),
  start_time: MomentText,
  end_time: MomentText,
  quote_id: z.optional(Uuid),
  promo_code: z.optional(PromoText),
  event_code: z.optional(EventCode),
  notes: z.optional(line(1, 500)),
}
/** A space at a park, or `hold_id`: the held booking is paid, and nothing else is told. */
export const BookingRequest = z
  .strictObject({
    ...wanted,
    park_id: z.optional(wanted.park_id),
    start_time: z.optional(MomentText),
    end_time: z.optional(MomentText),
    hold_id: z.optional(Uuid),
  })
  .check((request) => {
    const { hold_id, ...rest } = request.value
    const complain = (field: string, key: string) =>
      request.issues.push({ code: 'custom', message: key, path: [field], input: request.value })
    if (hold_id !== undefined) {
      for (const field of Object.keys(rest)) complain(field, 'not_with_hold')
      return
    }
    for (const field of ['park_id', 'start_time', 'end_time'] as const)
      if (rest[field] === undefined) complain(field, 'required')
    if (rest.vehicle_id === undefined && rest.plate === undefined) complain('plate', 'required')
    if (rest.vehicle_id !== undefined)
      for (const field of ['plate', 'vehicle_type_id'] as const)
        if (rest[field] !== undefined) complain(field, 'not_with_vehicle')
  })

export const createBooking = endpoint({
  name: 'createBooking',
  method: 'POST',
  path: '/api/v1/bookings',
  summary: 'Book a space, or take the one that is held, and pay it from the wallet, in one transaction',
  tag: 'bookings',
  auth: 'customer',
  idempotent: true,
  status: 201,
  body: BookingRequest,
  answer: Booking,
})

export const holdSpace = endpoint({
  name: 'holdSpace',
  method: 'POST',
  path: '/api/v1/bookings/holds',
  summary: 'Hold a space at a quoted price for ten minutes, before it is paid',
  tag: 'bookings',
  auth: 'customer',
  idempotent: true,
  status: 201,
  body: z.strictObject({ quote_id: Uuid, plate: PlateText, notes: wanted.notes }),
  answer: Booking,
})

export const releaseHold = endpoint({
  name: 'releaseHold',
  method: 'DELETE',
  path: '/api/v1/bookings/holds/{id}',
  summary: 'Give a held space up',
  tag: 'bookings',
  auth: 'customer',
  status: 204,
  params: z.strictObject({ id: line(1, 40) }),
})

export const listFilters = ['upcoming', 'current', 'past', ...bookingStatuses] as const
export const listBookings = endpoint({
  name: 'listBookings',
  method: 'GET',
  path: '/api/v1/bookings/list',
  summary: 'One’s own bookings, newest start first (coming ones: soonest first)',
  tag: 'bookings',
  auth: 'customer',
  status: 200,
  query: z.strictObject({ ...pageQuery, status_filter: z.optional(z.enum(listFilters)) }),
  answer: pageOf(Booking),
})

export const bookingParams = z.strictObject({ bookingCode: line(1, 40) })
/** A booking's id or its code. */
export const bookingIdParams = z.strictObject({ id: line(1, 40) })

export const getBooking = endpoint({
  name: 'getBooking',
  method: 'GET',
  path: '/api/v1/bookings/{bookingCode}',
  summary: 'One’s own booking, whole: history, wallet entries, pass',
  tag: 'bookings',
  auth: 'customer',
  status: 200,
  params: bookingParams,
  answer: BookingDetails,
})

export const CancelPreview = z.object({
  action: z.literal('cancel'),
  allowed: z.boolean(),
  refund: z.number(),
  total: z.number(),
  currency: Currency,
  /** The refund stays this much until then; null when nothing will change. */
  until: z.nullable(z.string()),
})
export type CancelPreview = z.infer<typeof CancelPreview>

export const ExtendPreview = z.object({
  action: z.literal('extend'),
  allowed: z.boolean(),
  /** The end as it is, and as it would be. */
  end_time: z.string(),
  new_end_time: z.string(),
  /** What is charged more, in lines; `amount` is their sum, `total` the whole stay's price then. */
  lines: z.array(Line),
  amount: z.number(),
  total: z.number(),
  /** Owed from before by other stays: it is paid first, beside `amount`. */
  due: z.number(),
  currency: Currency,
  /** Spaces left over the added time at this moment. */
  available: z.number(),
})
export type ExtendPreview = z.infer<typeof ExtendPreview>

/** A renewal is a new booking: its window and price, held for ten minutes by `quote.quote_id`. Null where it is not allowed. */
export const RenewPreview = z.object({
  action: z.literal('renew'),
  allowed: z.boolean(),
  quote: z.nullable(Quote),
})
export type RenewPreview = z.infer<typeof RenewPreview>

export const previewActions = ['cancel', 'extend', 'renew'] as const
export const previewBooking = endpoint({
  name: 'previewBooking',
  method: 'GET',
  path: '/api/v1/bookings/{id}/preview',
  summary: 'What a cancel would return now, what an extension or a renewal would cost',
  tag: 'bookings',
  auth: 'customer',
  status: 200,
  params: bookingIdParams,
  query: z.strictObject({ action: z.enum(previewActions), new_end_time: z.optional(MomentText) }),
  answer: z.discriminatedUnion('action', [CancelPreview, ExtendPreview, RenewPreview]),
})

export const changeBookingStatus = endpoint({
  name: 'changeBookingStatus',
  method: 'PUT',
  path: '/api/v1/bookings/{id}/status',
  summary: 'Cancel a booking (the refund by the policy that was shown, in the same transaction), or renew a past one',
  tag: 'bookings',
  auth: 'customer',
  idempotent: true,
  status: 200,
  params: bookingIdParams,
  query: z.strictObject({
    status: z.enum(['cancelled', 'active']),
    /** Of a renewal: the price that its preview held. */
    quote_id: z.optional(Uuid),
  }),
  answer: Booking,
})
