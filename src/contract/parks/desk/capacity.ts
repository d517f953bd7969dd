import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { line, MomentText, Money, Uuid, wholeNumber, missingOr } from '#contract/fields.ts'
import { vehicleClasses } from '../park-lists.ts'

const VehicleClass = z.enum(vehicleClasses, 'required')
const Day = z.iso.date(missingOr('day'))
const Version = z.int(missingOr('whole_number')).check(z.minimum(1, 'too_small'))

/** A time at which no space is sold; `vehicle_class` is null for all classes. `bookings` overlap it and are not over. */
export const Closure = z.object({
  id: z.string(),
  vehicle_class: z.nullable(VehicleClass),
  starts_at: z.string(),
  ends_at: z.string(),
  reason: z.string(),
  /** What customers are told about it. */
  notice_en: z.nullable(z.string()),
  notice_fr: z.nullable(z.string()),
  bookings: z.number(),
})
export type Closure = z.infer<typeof Closure>

/** A day in the car park's time zone, with a value for each of its quarter hours (92 to 100). */
export const CapacityDay = z.object({
  day: z.string(),
  starts_at: z.string(),
  capacity: z.array(z.number()),
  used: z.array(z.number()),
  closed: z.array(z.boolean()),
})
export type CapacityDay = z.infer<typeof CapacityDay>

export const ParkCapacity = z.object({
  version: z.number(),
  timezone: z.string(),
  pools: z.array(
    z.object({
      vehicle_class: VehicleClass,
      /** Now. */
      capacity: z.number(),
      is_example: z.boolean(),
      /** Changes that are still to come. */
      changes: z.array(z.object({ from: z.string(), capacity: z.number() })),
      days: z.array(CapacityDay),
    }),
  ),
  /** Those that are not over. */
  closures: z.array(Closure),
})
export type ParkCapacity = z.infer<typeof ParkCapacity>

const params = z.strictObject({ id: Uuid })
const capacity = { tag: 'desk', status: 200, params, answer: ParkCapacity } as const

export const getCapacity = endpoint({
  ...capacity,
  name: 'getCapacity',
  method: 'GET',
  path: '/api/v1/admin/parks/{id}/capacity',
  summary: 'Returns a car park’s spaces by quarter hour: capacity, sold and closed, from today or a day on',
  auth: 'capacity.view',
  query: z.strictObject({ from: z.optional(Day), days: z._default(wholeNumber(1, 31), 7) }),
})

/** `from` is a day in the car park's time zone: today means from the current quarter hour on. */
export const changeCapacity = endpoint({
  ...capacity,
  name: 'changeCapacity',
  method: 'POST',
  path: '/api/v1/admin/parks/{id}/capacity',
  summary: 'Changes the spaces of a vehicle class from a day on; never below what is sold',
  auth: 'capacity.update',
  body: z.strictObject({
    vehicle_class: VehicleClass,
    capacity: z.int(missingOr('whole_number')).check(z.minimum(1, 'too_small'), z.maximum(32_000, 'too_large')),
    from: Day,
    version: Version,
  }),
})

/** Times without an offset are in the car park's time zone. */
export const closePark = endpoint({
  ...capacity,
  name: 'closePark',
  method: 'POST',
  path: '/api/v1/admin/parks/{id}/closures',
  summary: 'Closes a car park, or the spaces of one class, for a time; bookings already made stay',
  auth: 'capacity.update',
  idempotent: true,
  body: z.strictObject({
    vehicle_class: z.nullable(VehicleClass),
    starts_at: MomentText,
    ends_at: MomentText,
    /** For staff. */
    reason: line(3, 200),
    /** What customers are told about it: in both languages, or not at all. */
    notice_en: z.optional(line(3, 200)),
    notice_fr: z.optional(line(3, 200)),
  }),
})

const closureParams = z.strictObject({ id: Uuid, closure_id: Uuid })

export const reopenPark = endpoint({
  ...capacity,
  name: 'reopenPark',
  method: 'POST',
  path: '/api/v1/admin/parks/{id}/closures/{closure_id}/reopen',
  summary: 'Ends a closure: its spaces are for sale again',
  auth: 'capacity.update',
  params: closureParams,
})

/** A booking that a closure affects. */
export const AffectedBooking = z.object({
  id: z.string(),
  booking_code: z.string(),
  status: z.string(),
  plate: z.string(),
  start_time: z.string(),
  end_time: z.string(),
  total: Money,
})
export type AffectedBooking = z.infer<typeof AffectedBooking>

export const listAffectedBookings = endpoint({
  name: 'listAffectedBookings',
  method: 'GET',
  path: '/api/v1/admin/parks/{id}/closures/{closure_id}/bookings',
  summary: 'Lists the bookings that overlap a closure and are not over, by their start',
  tag: 'desk',
  auth: 'bookings.view',
  status: 200,
  params: closureParams,
  answer: z.object({ items: z.array(AffectedBooking) }),
})
