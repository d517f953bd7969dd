import * as z from 'zod/mini'
import { BookingStatus } from '#contract/bookings/bookings.ts'
import { endpoint } from '#contract/endpoint.ts'
import { line, Uuid } from '#contract/fields.ts'

/* What a guard's phone knows without a network: the bookings of its car park around now (decision 46). */

/** The hours of a list: bookings that ended up to so long ago, when a car is checked out at the latest, and those that start within so long. */
export const listHours = { past: 24, ahead: 48 } as const

export const ListedBooking = z.object({
  booking_code: z.string(),
  /** As passes have it: a pass with another one was replaced. */
  generation: z.number(),
  plate: z.string(),
  vehicle_type_id: z.number(),
  start_time: z.string(),
  end_time: z.string(),
  status: BookingStatus,
})
export type ListedBooking = z.infer<typeof ListedBooking>

const GuardedPark = z.object({ park_code: z.string(), name: z.nullable(z.string()), timezone: z.string() })

export const listGuardedParks = endpoint({
  name: 'listGuardedParks',
  method: 'GET',
  path: '/api/v1/guard/parks',
  summary: 'Lists the car parks that the guard is assigned to, or whose operator the person works for',
  tag: 'guard',
  auth: 'passes.check',
  status: 200,
  answer: z.object({ items: z.array(GuardedPark) }),
})

export const getGuardList = endpoint({
  name: 'getGuardList',
  method: 'GET',
  path: '/api/v1/guard/parks/{code}/list',
  summary: 'Returns the bookings of a car park around now, or with `since` what has changed since that answer',
  tag: 'guard',
  auth: 'passes.check',
  status: 200,
  params: z.strictObject({ code: line(1, 20) }),
  query: z.strictObject({
    /** The `cursor` of the answer before. */
    since: z.optional(z.string().check(z.regex(/^\d{1,18}-\d{1,12}(-[0-9A-F]{8}([0-9A-F]{8})?)?$/, 'characters'))),
    /** The phone: one that the desk has blocked gets `device_revoked`, on which it must delete what it holds. */
    device_id: z.optional(Uuid),
  }),
  answer: z.object({
    park: GuardedPark,
    /** Our clock, by which the phone corrects its own. */
    at: z.string(),
    /** Whether these are all bookings, and replace those that the phone has; otherwise they are added by their code. */
    complete: z.boolean(),
    items: z.array(ListedBooking),
    cursor: z.string(),
  }),
})
