import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { line } from '#contract/fields.ts'
import { Access } from './access.ts'
import { Booking, bookingIdParams, BookingDetails } from './bookings.ts'

/* A booking's link for others: read only, by a token that nobody can guess, until a day after its end or until revoked. */

/** How long after the end of a booking its link still opens, in hours. */
export const shareHours = 24

const own = { tag: 'bookings', auth: 'customer', path: '/api/v1/bookings/{id}/share', params: bookingIdParams } as const

/** Without the link, which is shown once. */
export const Share = z.object({ shows_pass: z.boolean(), created_at: z.string(), expires_at: z.string() })
export type Share = z.infer<typeof Share>

export const getShare = endpoint({
  ...own,
  name: 'getShare',
  method: 'GET',
  summary: 'Says whether a booking has a link for others',
  status: 200,
  answer: z.object({ share: z.nullable(Share) }),
})

export const shareBooking = endpoint({
  ...own,
  name: 'shareBooking',
  method: 'PUT',
  summary: 'Makes a link to a booking for others, which replaces the one before; it is shown this once',
  status: 200,
  body: z.strictObject({ shows_pass: z.boolean('required') }),
  answer: z.object({ ...Share.shape, url: z.string() }),
})

export const revokeShare = endpoint({
  ...own,
  name: 'revokeShare',
  method: 'DELETE',
  summary: 'Ends the link of a booking',
  status: 204,
})

export const SharedBooking = z.object({
  park: Booking.shape.park,
  plate: z.string(),
  start_time: z.string(),
  priced_from: z.string(),
  end_time: z.string(),
  status: Booking.shape.status,
  /** Null unless the owner shows the pass. */
  booking_code: z.nullable(z.string()),
  pass: BookingDetails.shape.pass,
  access: z.nullable(Access),
  expires_at: z.string(),
})
export type SharedBooking = z.infer<typeof SharedBooking>

export const getSharedBooking = endpoint({
  name: 'getSharedBooking',
  method: 'GET',
  path: '/api/v1/shared-bookings/{token}',
  summary:
    'Returns a booking by its link for others: where, when, the plate, how to get in, and the pass if it is shown',
  tag: 'bookings',
  auth: 'none',
  status: 200,
  params: z.strictObject({ token: line(1, 100) }),
  answer: SharedBooking,
})
