import * as z from 'zod/mini'
import { Booking, bookingIdParams, bookingParams, BookingStatus, cannotParkReasons, Spot } from './bookings.ts'
import { PlateText } from './vehicles.ts'
import { endpoint } from './endpoint.ts'
import { Currency } from './money.ts'
import { line, MomentText } from './page.ts'
import { ParkSummary } from './parks.ts'

/*
 * What happens to a booking after it was made: it is extended, its plate is put right, the car comes and goes, or
 * cannot park; and the papers of it.
 */

export const extendBooking = endpoint({
  name: 'extendBooking',
  method: 'POST',
  path: '/api/v1/bookings/extend',
  summary: 'A later end; the difference of the whole stay’s price is charged in the same transaction',
  tag: 'bookings',
  auth: 'customer',
  idempotent: true,
  status: 200,
  body: z.strictObject({ booking_id: line(1, 40), new_end_time: MomentText }),
  answer: Booking,
})

/** Extended by itself in steps of a quarter hour, asked for this long before each end. */
export const autoExtend = { step_min: 15, lead_min: 5 } as const

export const setAutoExtend = endpoint({
  name: 'setAutoExtend',
  method: 'PUT',
  path: '/api/v1/bookings/{id}/auto-extend',
  summary: 'Extend by itself while the car stands there, until `until` at most; null ends it',
  tag: 'bookings',
  auth: 'customer',
  status: 200,
  params: bookingIdParams,
  body: z.strictObject({ until: z.nullable(MomentText) }),
  answer: Booking,
})

export const changePlate = endpoint({
  name: 'changePlate',
  method: 'PUT',
  path: '/api/v1/bookings/{id}/plate',
  summary: 'Put the plate right, until the exit',
  tag: 'bookings',
  auth: 'customer',
  status: 200,
  params: bookingIdParams,
  body: z.strictObject({ plate: PlateText }),
  answer: Booking,
})

export const noteSpot = endpoint({
  name: 'noteSpot',
  method: 'PUT',
  path: '/api/v1/bookings/{id}/spot',
  summary: 'Note where the car stands',
  tag: 'bookings',
  auth: 'customer',
  status: 200,
  params: bookingIdParams,
  body: z.strictObject({
    level: z.nullable(line(1, 20)),
    bay: z.nullable(line(1, 20)),
    note: z.nullable(line(1, 200)),
  }),
  answer: Spot,
})

export const checkIn = endpoint({
  name: 'checkIn',
  method: 'POST',
  path: '/api/v1/bookings/{id}/check-in',
  summary: 'The car has come; the code at the gate, where it is given, must be that of the booked park',
  tag: 'bookings',
  auth: 'customer',
  status: 200,
  params: bookingIdParams,
  body: z.strictObject({ park_code: z.optional(line(1, 120)) }),
  answer: Booking,
})

export const checkOut = endpoint({
  name: 'checkOut',
  method: 'POST',
  path: '/api/v1/bookings/{id}/check-out',
  summary: 'The car has left; an overstay is charged for the time until now',
  tag: 'bookings',
  auth: 'customer',
  status: 200,
  params: bookingIdParams,
  answer: Booking,
})

export const payDue = endpoint({
  name: 'payDue',
  method: 'POST',
  path: '/api/v1/bookings/{id}/pay-due',
  summary: 'Pay from the wallet what an overstay left owing',
  tag: 'bookings',
  auth: 'customer',
  idempotent: true,
  status: 200,
  params: bookingIdParams,
  answer: Booking,
})

export const Alternative = z.object({
  park: ParkSummary,
  /** What the stay costs there; `paid_by_us` of it is above what was paid, and is not charged. */
  total: z.number(),
  paid_by_us: z.number(),
  currency: Currency,
})
export type Alternative = z.infer<typeof Alternative>

export const listAlternatives = endpoint({
  name: 'listAlternatives',
  method: 'GET',
  path: '/api/v1/bookings/{id}/alternatives',
  summary: 'Free spaces nearby for the rest of a stay whose own space cannot be used, nearest first',
  tag: 'bookings',
  auth: 'customer',
  status: 200,
  params: bookingIdParams,
  answer: z.object({ items: z.array(Alternative), refund: z.number(), currency: Currency }),
})

export const cannotPark = endpoint({
  name: 'cannotPark',
  method: 'POST',
  path: '/api/v1/bookings/{id}/cannot-park',
  summary: 'The space cannot be used: all the money back at once, or a space nearby with the difference paid by us',
  tag: 'bookings',
  auth: 'customer',
  idempotent: true,
  status: 200,
  params: bookingIdParams,
  body: z.strictObject({
    reason: z.enum(cannotParkReasons),
    note: z.optional(line(1, 500)),
    /** One of the alternatives; without it the money comes back. */
    park_id: z.optional(line(1, 120)),
  }),
  answer: z.object({ booking: Booking, moved_to: z.nullable(Booking) }),
})

/** The largest photo that is taken. */
export const photoMost_bytes = 5 * 1024 * 1024

export const sendCannotParkPhoto = endpoint({
  name: 'sendCannotParkPhoto',
  method: 'PUT',
  path: '/api/v1/bookings/{id}/cannot-park/photo',
  summary: 'The photo of a report (JPEG, PNG or WebP, 5 MiB at most), as the field `photo` of a multipart form',
  tag: 'bookings',
  auth: 'customer',
  status: 204,
  params: bookingIdParams,
})

export const getCannotParkPhoto = endpoint({
  name: 'getCannotParkPhoto',
  method: 'GET',
  path: '/api/v1/bookings/{id}/cannot-park/photo',
  summary: 'That photo, for who sent it and for staff',
  tag: 'bookings',
  auth: 'customer',
  status: 200,
  params: bookingIdParams,
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

export const getCalendar = endpoint({
  name: 'getCalendar',
  method: 'GET',
  path: '/api/v1/bookings/{bookingCode}/calendar.ics',
  summary: 'The booking for a calendar (iCalendar, RFC 5545)',
  tag: 'bookings',
  auth: 'customer',
  status: 200,
  params: bookingParams,
})

export const getReceipt = endpoint({
  name: 'getReceipt',
  method: 'GET',
  path: '/api/v1/bookings/{bookingCode}/receipt.pdf',
  summary: 'Proof in hand: plate, timeline, payment and terms of a booking (PDF)',
  tag: 'bookings',
  auth: 'customer',
  status: 200,
  params: bookingParams,
})

/** What a guard sees of a booking: nothing of its driver. */
export const GuardView = z.object({
  booking_code: z.string(),
  park: z.object({ park_code: z.string(), name: z.nullable(z.string()), timezone: z.string() }),
  plate: z.string(),
  vehicle_type_id: z.number(),
  start_time: z.string(),
  end_time: z.string(),
  status: BookingStatus,
  can: z.object({ check_in: z.boolean(), check_out: z.boolean() }),
})
export type GuardView = z.infer<typeof GuardView>

export const guardLook = endpoint({
  name: 'guardLook',
  method: 'POST',
  path: '/api/v1/guard/look',
  summary: 'A booking of a park given to this guard, by what its QR code says or by its code',
  tag: 'guard',
  auth: 'guard',
  status: 200,
  body: z.strictObject({ pass: line(1, 1_000) }),
  answer: GuardView,
})

const guardCall = (name: 'guardCheckIn' | 'guardCheckOut', way: 'in' | 'out', summary: string) =>
  endpoint({
    name,
    method: 'POST',
    path: `/api/v1/guard/check-${way}`,
    summary,
    tag: 'guard',
    auth: 'guard',
    status: 200,
    body: z.strictObject({ booking_code: line(1, 40) }),
    answer: GuardView,
  })
export const guardCheckIn = guardCall('guardCheckIn', 'in', 'A guard lets a booked car in')
export const guardCheckOut = guardCall('guardCheckOut', 'out', 'A guard sees a booked car leave')
