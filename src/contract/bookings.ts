import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Currency } from './money.ts'
import { Instant, line, pageOf, pageQuery, Uuid } from './page.ts'
import { ExampleFact } from './parks.ts'
import { CountryCode } from './places.ts'

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
export const grace = { arrival_min: 5, end_min: 10 } as const

export const Line = z.object({
  /** `parking`, `service_fee`, or a tax's code. */
  code: z.string(),
  label: z.string(),
  amount: z.number(),
})
export type Line = z.infer<typeof Line>

/** Letters, digits, spaces and hyphens; a country's own form is a hint, never a refusal. Kept in capitals. */
export const PlateText = z
  .string('required')
  .check(
    z.trim(),
    z.toUpperCase(),
    z.minLength(1, 'required'),
    z.regex(/^[\p{L}\d][\p{L}\d -]{0,10}[\p{L}\d]$/u, 'plate'),
  )

const vehicleTypeId = z.number().check(z.int('whole_number'), z.minimum(1, 'too_small'), z.maximum(1_000, 'too_large'))

export const QuoteRequest = z.strictObject({
  park_id: line(1, 120),
  vehicle_type_id: z._default(vehicleTypeId, 1),
  start_time: Instant,
  end_time: Instant,
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
  renewed_from: z.nullable(z.string()),
  created_at: z.string(),
})
export type Booking = z.infer<typeof Booking>

export const BookingDetails = z.object({
  ...Booking.def.shape,
  cancellation: CancellationTerms,
  /** What the driver may ask for now. */
  can: z.object({ cancel: z.boolean() }),
  history: z.array(
    z.object({
      from: z.nullable(BookingStatus),
      to: BookingStatus,
      cause: z.string(),
      actor: z.string(),
      at: z.string(),
    }),
  ),
  /** The wallet's entries of this booking, oldest first; negative is what was paid. */
  entries: z.array(z.object({ kind: z.string(), amount: z.number(), created_at: z.string() })),
  /** Null once the booking gives no place any more (cancelled, expired). */
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

export const BookingRequest = z.strictObject({
  park_id: line(1, 120),
  vehicle_type_id: z._default(vehicleTypeId, 1),
  plate: PlateText,
  start_time: Instant,
  end_time: Instant,
  quote_id: z.optional(Uuid),
  notes: z.optional(line(1, 500)),
})

export const createBooking = endpoint({
  name: 'createBooking',
  method: 'POST',
  path: '/api/v1/bookings',
  summary: 'Book a space and pay it from the wallet, in one transaction',
  tag: 'bookings',
  auth: 'customer',
  idempotent: true,
  status: 201,
  body: BookingRequest,
  answer: Booking,
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

const bookingParams = z.strictObject({ bookingCode: line(1, 40) })
/** A booking's id or its code. */
const bookingIdParams = z.strictObject({ id: line(1, 40) })

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

export const previewBooking = endpoint({
  name: 'previewBooking',
  method: 'GET',
  path: '/api/v1/bookings/{id}/preview',
  summary: 'What a cancel would return now',
  tag: 'bookings',
  auth: 'customer',
  status: 200,
  params: bookingIdParams,
  query: z.strictObject({ action: z.literal('cancel') }),
  answer: CancelPreview,
})

export const changeBookingStatus = endpoint({
  name: 'changeBookingStatus',
  method: 'PUT',
  path: '/api/v1/bookings/{id}/status',
  summary: 'Cancel a booking; the refund by the policy that was shown, in the same transaction',
  tag: 'bookings',
  auth: 'customer',
  status: 200,
  params: bookingIdParams,
  query: z.strictObject({ status: z.literal('cancelled') }),
  answer: Booking,
})

export const getPassImage = endpoint({
  name: 'getPassImage',
  method: 'GET',
  path: '/api/v1/bookings/{bookingCode}/pass.svg',
  summary: 'The QR code of the pass as an image (SVG)',
  tag: 'bookings',
  auth: 'customer',
  status: 200,
  params: bookingParams,
})

export const getPassKey = endpoint({
  name: 'getPassKey',
  method: 'GET',
  path: '/api/v1/passes/key',
  summary: 'The public key (JWK, Ed25519) that passes are signed with',
  tag: 'bookings',
  auth: 'none',
  status: 200,
  answer: z.object({ kty: z.string(), crv: z.string(), x: z.string() }),
})
