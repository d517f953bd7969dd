import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { Currency, line, MomentText } from '#contract/fields.ts'
import { ParkSummary } from '#contract/parks/parks.ts'
import { PlateText } from '#contract/vehicles/vehicles.ts'
import { Again, Booking, bookingIdParams, bookingParams, BookingStatus, cannotParkReasons } from './bookings.ts'
import { Spot } from './spot.ts'

/*
 * Changes to a paid booking: extension, plate, check-in and check-out, reports of spaces that can't be used; and its
 * documents.
 */

export const releaseHold = endpoint({
  name: 'releaseHold',
  method: 'DELETE',
  path: '/api/v1/bookings/{id}/hold',
  summary: 'Releases a hold',
  tag: 'bookings',
  auth: 'customer',
  status: 204,
  params: bookingIdParams,
})

export const extendBooking = endpoint({
  name: 'extendBooking',
  method: 'POST',
  path: '/api/v1/bookings/extend',
  summary: 'Extends a booking and charges the price difference in the same transaction',
  tag: 'bookings',
  auth: 'customer',
  idempotent: true,
  status: 200,
  body: z.strictObject({ booking_id: line(1, 40), new_end_time: MomentText, again: Again }),
  answer: Booking,
})

/** Automatic extension: length of each step, and how long before the end it is attempted. */
export const autoExtend = { step_min: 15, lead_min: 5 } as const

export const setAutoExtend = endpoint({
  name: 'setAutoExtend',
  method: 'PUT',
  path: '/api/v1/bookings/{id}/auto-extend',
  summary: 'Extends the booking automatically until `until` while the car is parked; null turns it off',
  tag: 'bookings',
  auth: 'customer',
  status: 200,
  params: bookingIdParams,
  body: z.strictObject({ until: z.nullable(MomentText), again: Again }),
  answer: Booking,
})

export const changePlate = endpoint({
  name: 'changePlate',
  method: 'PUT',
  path: '/api/v1/bookings/{id}/plate',
  summary: 'Corrects the plate of a booking; possible until check-out',
  tag: 'bookings',
  auth: 'customer',
  idempotent: true,
  status: 200,
  params: bookingIdParams,
  /** `from` is the plate that the driver saw: with another one meanwhile, the change is refused. */
  body: z.strictObject({ plate: PlateText, from: z.optional(PlateText), again: Again }),
  answer: Booking,
})

const degrees = (most: number) => z.number().check(z.minimum(-most, 'too_small'), z.maximum(most, 'too_large'))
const spotFields = {
  level: z.nullable(line(1, 20)),
  bay: z.nullable(line(1, 20)),
  note: z.nullable(line(1, 200)),
  position: z.optional(
    z.nullable(
      z.strictObject({
        lat: degrees(90),
        lng: degrees(180),
        accuracy_m: z.number().check(z.minimum(0, 'too_small'), z.maximum(1_000_000, 'too_large')),
      }),
    ),
  ),
}

export const saveSpot = endpoint({
  name: 'saveSpot',
  method: 'PUT',
  path: '/api/v1/bookings/{id}/spot',
  summary: 'Saves where the car is parked',
  tag: 'bookings',
  auth: 'customer',
  idempotent: true,
  status: 200,
  params: bookingIdParams,
  /** `from` is what the driver saw, null for nothing: with something else meanwhile, the change is refused. */
  body: z.strictObject({ ...spotFields, from: z.optional(z.nullable(z.strictObject(spotFields))) }),
  answer: Spot,
})

export const checkIn = endpoint({
  name: 'checkIn',
  method: 'POST',
  path: '/api/v1/bookings/{id}/check-in',
  summary: 'Checks in; a `park_code` from the gate must belong to the booked park',
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
  summary: 'Checks out; charges the overstay until now, if there is one',
  tag: 'bookings',
  auth: 'customer',
  status: 200,
  params: bookingIdParams,
  answer: Booking,
})

export const payDebts = endpoint({
  name: 'payDebts',
  method: 'POST',
  path: '/api/v1/bookings/{id}/pay-due',
  summary: 'Pays the outstanding overstay charge of a booking from the wallet',
  tag: 'bookings',
  auth: 'customer',
  idempotent: true,
  status: 200,
  params: bookingIdParams,
  answer: Booking,
})

export const Alternative = z.object({
  park: ParkSummary,
  /** Price at that park; `paid_by_us` is the part above the original price, which we cover. */
  total: z.number(),
  paid_by_us: z.number(),
  currency: Currency,
})
export type Alternative = z.infer<typeof Alternative>

/** The space that is kept for the driver until an instant, while they choose. */
export const HeldAlternative = z.object({ park_id: z.string(), held_until: z.string() })
export type HeldAlternative = z.infer<typeof HeldAlternative>

export const listAlternatives = endpoint({
  name: 'listAlternatives',
  method: 'GET',
  path: '/api/v1/bookings/{id}/alternatives',
  summary:
    'Lists equal or better spaces within 800 m for the rest of a booking whose own space can’t be used, nearest first',
  tag: 'bookings',
  auth: 'customer',
  status: 200,
  params: bookingIdParams,
  answer: z.object({
    items: z.array(Alternative),
    refund: z.number(),
    currency: Currency,
    held: z.nullable(HeldAlternative),
    /** Whether a report would wait for staff until a photo is there, and no space can be held. */
    needs_photo: z.boolean(),
  }),
})

export const holdAlternative = endpoint({
  name: 'holdAlternative',
  method: 'PUT',
  path: '/api/v1/bookings/{id}/alternative',
  summary:
    'Holds a nearby space while the driver of a space that can’t be used decides, instead of the one held before',
  tag: 'bookings',
  auth: 'customer',
  status: 200,
  params: bookingIdParams,
  /** One of the alternatives; null gives the held space back. */
  body: z.strictObject({ park_id: z.nullable(line(1, 120)) }),
  answer: z.object({ held: z.nullable(HeldAlternative) }),
})

export const reportCannotPark = endpoint({
  name: 'reportCannotPark',
  method: 'POST',
  path: '/api/v1/bookings/{id}/cannot-park',
  summary: 'Reports that the space can’t be used: full refund, or a space nearby at no extra cost',
  tag: 'bookings',
  auth: 'customer',
  idempotent: true,
  status: 200,
  params: bookingIdParams,
  body: z.strictObject({
    reason: z.enum(cannotParkReasons),
    note: z.optional(line(1, 500)),
    /** One of the alternatives; without it the booking is refunded in full. */
    park_id: z.optional(line(1, 120)),
  }),
  /** `waits`: the booking has ended, and staff checks the report before the refund. */
  answer: z.object({ booking: Booking, moved_to: z.nullable(Booking), waits: z.boolean() }),
})

/** Maximum size of a photo. */
export const maxPhoto_bytes = 5 * 1024 * 1024

export const saveCannotParkPhoto = endpoint({
  name: 'saveCannotParkPhoto',
  method: 'PUT',
  path: '/api/v1/bookings/{id}/cannot-park/photo',
  summary:
    'Uploads the photo of a report (JPEG, PNG or WebP, at most 5 MiB) as the multipart field `photo`, before the report or after it',
  tag: 'bookings',
  auth: 'customer',
  status: 204,
  params: bookingIdParams,
})

export const getCannotParkPhoto = endpoint({
  name: 'getCannotParkPhoto',
  method: 'GET',
  path: '/api/v1/bookings/{id}/cannot-park/photo',
  summary: 'Returns the photo of a report to its driver or to staff',
  tag: 'bookings',
  auth: 'customer',
  status: 200,
  params: bookingIdParams,
})

export const getPassImage = endpoint({
  name: 'getPassImage',
  method: 'GET',
  path: '/api/v1/bookings/{bookingCode}/pass.svg',
  summary: 'Returns the QR code of the pass as SVG',
  tag: 'bookings',
  auth: 'customer',
  status: 200,
  params: bookingParams,
})

export const getCalendar = endpoint({
  name: 'getCalendar',
  method: 'GET',
  path: '/api/v1/bookings/{bookingCode}/calendar.ics',
  summary: 'Returns the booking as a calendar file (iCalendar, RFC 5545)',
  tag: 'bookings',
  auth: 'customer',
  status: 200,
  params: bookingParams,
})

export const getReceipt = endpoint({
  name: 'getReceipt',
  method: 'GET',
  path: '/api/v1/bookings/{bookingCode}/receipt.pdf',
  summary: 'Returns the receipt of a booking as PDF: plate, history, payment and terms',
  tag: 'bookings',
  auth: 'customer',
  status: 200,
  params: bookingParams,
})

/** What a guard sees of a booking, without its driver's data. */
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

export const getPassBooking = endpoint({
  name: 'getPassBooking',
  method: 'POST',
  path: '/api/v1/guard/look',
  summary: 'Finds a booking at one of the guard’s parks by its QR payload or booking code',
  tag: 'guard',
  auth: 'passes.check',
  in_read_only: true,
  status: 200,
  body: z.strictObject({ pass: line(1, 1_000) }),
  answer: GuardView,
})

const guardCall = (name: 'guardCheckIn' | 'guardCheckOut', direction: 'in' | 'out', summary: string) =>
  endpoint({
    name,
    method: 'POST',
    path: `/api/v1/guard/check-${direction}`,
    summary,
    tag: 'guard',
    auth: 'passes.check',
    status: 200,
    body: z.strictObject({ booking_code: line(1, 40) }),
    answer: GuardView,
  })
export const guardCheckIn = guardCall('guardCheckIn', 'in', 'Checks a booked car in at one of the guard’s parks')
export const guardCheckOut = guardCall('guardCheckOut', 'out', 'Checks a booked car out at one of the guard’s parks')
