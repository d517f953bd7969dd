import * as z from 'zod/mini'
import { readPromoCode } from '#contract/codes.ts'
import { endpoint } from '#contract/endpoint.ts'
import { BookedEvent, EventCode } from '#contract/events/events.ts'
import { Currency, line, MomentText, Money, pageOf, pageQuery, Uuid, missingOr } from '#contract/fields.ts'
import { ParkNear } from '#contract/parks/park-near.ts'
import { ExampleFact } from '#contract/parks/parks.ts'
import { CountryCode } from '#contract/places/places.ts'
import { PlateText } from '#contract/vehicles/vehicles.ts'
import { OfferedWallets } from '#contract/wallet-passes/wallets.ts'
import { Access } from './access.ts'
import { BookingHistory, BookingOffer, bookingStatuses, BookingStatus } from './booking-history.ts'
import { BookingRefund } from './refund-causes.ts'
import { Spot } from './spot.ts'

export { bookingStatuses, BookingStatus }

export const paymentStatuses = ['unpaid', 'paid'] as const
export const refundStatuses = ['none', 'partial', 'full'] as const

/** `scan`: cars are checked in and out; `clock`: cars count as present from the start to the end of the booking. */
export const checkInMethods = ['clock', 'scan'] as const

export const Line = z.object({
  /** `parking`, `discount` (below zero), `service_fee`, or a tax's code. */
  code: z.string(),
  label: z.string(),
  amount: z.number(),
})
export type Line = z.infer<typeof Line>

/** Stored in capitals. */
export const PromoText = z
  .string('required')
  .check(z.overwrite(readPromoCode), z.minLength(1, 'required'), z.regex(/^[A-Z\d][A-Z\d_-]{0,39}$/, 'promo_unknown'))

const vehicleTypeId = z.int(missingOr('whole_number')).check(z.minimum(1, 'too_small'), z.maximum(1_000, 'too_large'))

export const QuoteRequest = z.strictObject({
  park_id: line(1, 120),
  vehicle_type_id: z._default(vehicleTypeId, 1),
  start_time: MomentText,
  end_time: MomentText,
  promo_code: z.optional(PromoText),
  event_code: z.optional(EventCode),
  /** Free minutes apply once per plate, park and day; with the plate the quote knows whether they are used up. */
  plate: z.optional(PlateText),
})

export const CancellationTerms = z.object({
  /** Cancellation is refunded in full until then. */
  free_until: z.string(),
  /** Percentage refunded by a cancellation until each instant, in chronological order. */
  refund_rules: z.array(z.object({ until: z.string(), percent: z.number() })),
  policy: z.enum(['flexible', 'strict']),
})
export type CancellationTerms = z.infer<typeof CancellationTerms>

/** The driver's own booking of a plate that another would repeat: the `booking` of `already_booked`. */
export const AlreadyBooked = z.object({
  booking_code: z.string(),
  status: BookingStatus,
  start_time: z.string(),
  end_time: z.string(),
})
export type AlreadyBooked = z.infer<typeof AlreadyBooked>

export const Quote = z.object({
  quote_id: z.string(),
  park_id: z.string(),
  vehicle_type_id: z.number(),
  start_time: z.string(),
  /** From when the window is charged: the quarter hour that is running at the time of the quote is free. */
  priced_from: z.string(),
  end_time: z.string(),
  lines: z.array(Line),
  total: z.number(),
  currency: Currency,
  expires_at: z.string(),
  cancellation: CancellationTerms,
  promo_code: z.nullable(z.string()),
  event: z.nullable(BookedEvent),
  /** Spaces available now throughout the window. */
  available: z.number(),
  /** The caller's own booking of the same plate here at these times; null without a plate and for visitors. */
  already_booked: z.nullable(AlreadyBooked),
})
export type Quote = z.infer<typeof Quote>

export const createQuote = endpoint({
  name: 'createQuote',
  method: 'POST',
  path: '/api/v1/bookings/quote',
  summary: 'Quotes the price of a window, valid for ten minutes; reserves no space',
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
    near: z.optional(ParkNear),
    address: z.nullable(z.string()),
    city: z.nullable(z.string()),
    country_code: CountryCode,
    timezone: z.string(),
    lat: z.number(),
    lng: z.number(),
    /** The first photo; missing in what was saved on a device before there was one. */
    photo_url: z.optional(z.nullable(z.string())),
    examples: z.array(ExampleFact),
  }),
  vehicle_type_id: z.number(),
  plate: z.string(),
  start_time: z.string(),
  /** From when the booking is charged: the quarter hour that was running when it was bought is free. */
  priced_from: z.string(),
  end_time: z.string(),
  status: BookingStatus,
  payment_status: z.enum(paymentStatuses),
  refund_status: z.enum(refundStatuses),
  total: z.number(),
  refunded: z.number(),
  currency: Currency,
  lines: z.array(Line),
  /** Unpaid overstay charge; collected with the next booking. */
  due: z.number(),
  promo_code: z.nullable(z.string()),
  event: z.nullable(BookedEvent),
  /** The space of a `pending` booking is reserved until then. */
  held_until: z.nullable(z.string()),
  check_in: z.enum(checkInMethods),
  checked_in_at: z.nullable(z.string()),
  checked_out_at: z.nullable(z.string()),
  /** Latest end of automatic extensions; null when they are off. */
  auto_extend_until: z.nullable(z.string()),
  renewed_from: z.nullable(z.string()),
  created_at: z.string(),
})
export type Booking = z.infer<typeof Booking>

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

/** A report that waits is accepted or refused by staff, or accepted with its photo. */
export const reportDecisions = ['waiting', 'accepted', 'refused'] as const

export const cannotParkReasons = ['full', 'closed', 'blocked', 'unsafe', 'other'] as const

export const BookingDetails = z.object({
  ...Booking.def.shape,
  cancellation: CancellationTerms,
  can: z.record(z.enum(bookingActions), z.boolean()),
  spot: z.nullable(Spot),
  /** The driver's report that the space could not be used. */
  cannot_park: z.nullable(
    z.object({
      reason: z.enum(cannotParkReasons),
      note: z.nullable(z.string()),
      has_photo: z.boolean(),
      /** Of a report that waits for staff, or did; null for one whose refund did not wait. */
      decision: z.nullable(z.enum(reportDecisions)),
      /** Why staff refused it. */
      answer: z.nullable(z.string()),
    }),
  ),
  /** The renewal of this booking, and its replacement when the space could not be used. */
  followed_by: z.array(z.object({ booking_code: z.string(), status: BookingStatus })),
  history: BookingHistory,
  /** Wallet entries of this booking, oldest first; payments are negative. */
  entries: z.array(z.object({ kind: z.string(), description: z.string(), amount: z.number(), created_at: z.string() })),
  refunds: z.optional(z.array(BookingRefund)),
  /** Missing in what was saved on a device before there were any. */
  offer: z.optional(z.nullable(BookingOffer)),
  /** Null without a pass and without any such fact; missing in what was saved on a device before there was one. */
  access: z.optional(z.nullable(Access)),
  /** Null for unpaid, cancelled and expired bookings. */
  pass: z.nullable(
    z.object({
      /** Signed text of the QR code; verifiable offline with the keys from `/api/v1/passes/keys`. */
      payload: z.string(),
      /** The QR code as an SVG path over a square of `size` modules. */
      qr_path: z.string(),
      size: z.number(),
    }),
  ),
  wallets: z.optional(OfferedWallets),
})
export type BookingDetails = z.infer<typeof BookingDetails>

/** Books or changes although the driver already has a booking of this plate here at these times; without it, `already_booked`. */
export const Again = z.optional(z.boolean())

const requestFields = {
  park_id: line(1, 120),
  /** A saved vehicle, which gives type and plate; or `plate` with `vehicle_type_id` (default 1). */
  vehicle_id: z.optional(Uuid),
  vehicle_type_id: z.optional(vehicleTypeId),
  plate: z.optional(PlateText),
  start_time: MomentText,
  end_time: MomentText,
  quote_id: z.optional(Uuid),
  promo_code: z.optional(PromoText),
  event_code: z.optional(EventCode),
  notes: z.optional(line(1, 500)),
  again: Again,
}
/** A space at a park, or `hold_id` alone to pay for a hold. */
export const BookingRequest = z
  .strictObject({
    ...requestFields,
    park_id: z.optional(requestFields.park_id),
    start_time: z.optional(MomentText),
    end_time: z.optional(MomentText),
    hold_id: z.optional(Uuid),
  })
  .check((request) => {
    const { hold_id, ...rest } = request.value
    const addIssue = (field: string, key: string) =>
      request.issues.push({ code: 'custom', message: key, path: [field], input: request.value })
    if (hold_id !== undefined) {
      for (const field of Object.keys(rest)) addIssue(field, 'not_with_hold')
      return
    }
    for (const field of ['park_id', 'start_time', 'end_time'] as const)
      if (rest[field] === undefined) addIssue(field, 'required')
    if (rest.vehicle_id === undefined && rest.plate === undefined) addIssue('plate', 'required')
    if (rest.vehicle_id !== undefined)
      for (const field of ['plate', 'vehicle_type_id'] as const)
        if (rest[field] !== undefined) addIssue(field, 'not_with_vehicle')
  })

export const createBooking = endpoint({
  name: 'createBooking',
  method: 'POST',
  path: '/api/v1/bookings',
  summary: 'Books a space, or pays for a hold, from the wallet in one transaction',
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
  summary: 'Holds a space at a quoted price for ten minutes',
  tag: 'bookings',
  auth: 'customer',
  idempotent: true,
  status: 201,
  body: z.strictObject({ quote_id: Uuid, plate: PlateText, notes: requestFields.notes, again: Again }),
  answer: Booking,
})

export const listFilters = ['upcoming', 'current', 'past', ...bookingStatuses] as const
export const listBookings = endpoint({
  name: 'listBookings',
  method: 'GET',
  path: '/api/v1/bookings/list',
  summary: 'Lists the driver’s bookings, latest start first; with `upcoming`, soonest first',
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
  summary: 'Returns a booking with its history, wallet entries and pass',
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
  /** When the refund amount changes next; null when it won't. */
  until: z.nullable(z.string()),
  /** Open orders for the vehicle in this booking: those that are cancelled with it and paid back, and those that cannot be. */
  orders: z.array(z.object({ order_number: z.string(), total: Money, is_cancelled: z.boolean() })),
})
export type CancelPreview = z.infer<typeof CancelPreview>

export const ExtendPreview = z.object({
  action: z.literal('extend'),
  allowed: z.boolean(),
  /** Current and new end. */
  end_time: z.string(),
  new_end_time: z.string(),
  /** Additional charges; `amount` is their sum, `total` the new price of the whole booking. */
  lines: z.array(Line),
  amount: z.number(),
  total: z.number(),
  /** Outstanding amount of other bookings, collected in addition to `amount`. */
  due: z.number(),
  currency: Currency,
  /** Spaces available now throughout the added time. */
  available: z.number(),
  /** Another booking of the driver for the same plate here during the added time. */
  already_booked: z.nullable(AlreadyBooked),
})
export type ExtendPreview = z.infer<typeof ExtendPreview>

/** A renewal is a new booking; `quote` holds its window and price, and is null when it isn't allowed. */
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
  summary: 'Previews the refund of a cancellation or the price of an extension or renewal',
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
  summary: 'Cancels a booking and refunds it by its cancellation policy in one transaction, or renews a past booking',
  tag: 'bookings',
  auth: 'customer',
  idempotent: true,
  status: 200,
  params: bookingIdParams,
  query: z.strictObject({
    status: z.enum(['cancelled', 'active']),
    /** For a renewal: the quote from its preview. */
    quote_id: z.optional(Uuid),
    again: z.optional(z.literal('true', 'invalid')),
  }),
  answer: Booking,
})
