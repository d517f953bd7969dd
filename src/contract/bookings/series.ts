import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { Currency, Instant, missingOr } from '#contract/fields.ts'
import { mostOccurrences } from './booking-rules.ts'
import { Booking, bookingIdParams } from './bookings.ts'

/* Booking again every week like a booking of one's own: the same car park, vehicle, times of day and length. */

const own = { tag: 'bookings', auth: 'customer', params: bookingIdParams, status: 200 } as const

/** Why an occurrence cannot be booked. */
export const occurrenceProblems = ['no_space', 'already_booked', 'closed', 'no_such_time', 'not_offered'] as const

export const Occurrence = z.object({
  start_time: z.string(),
  end_time: z.string(),
  /** Null where it cannot be booked. */
  total: z.nullable(z.number()),
  problem: z.nullable(z.enum(occurrenceProblems)),
})
export type Occurrence = z.infer<typeof Occurrence>

export const previewSeries = endpoint({
  ...own,
  name: 'previewSeries',
  in_read_only: true,
  method: 'POST',
  path: '/api/v1/bookings/{id}/weekly/preview',
  summary: 'Prices and checks the bookings that would be made every week; reserves nothing',
  body: z.strictObject({
    /** ISO weekdays in the car park's time zone; Monday is 1. */
    weekdays: z
      .array(z.int(missingOr('whole_number')).check(z.minimum(1, 'too_small'), z.maximum(7, 'too_large')))
      .check(z.minLength(1, 'required'), z.maxLength(7, 'too_long')),
    /** The last day, in the car park's time zone; at most 180 days ahead. */
    until: z.iso.date(missingOr('day')),
  }),
  answer: z.object({ items: z.array(Occurrence), currency: Currency }),
})

export const bookSeries = endpoint({
  ...own,
  name: 'bookSeries',
  method: 'POST',
  path: '/api/v1/bookings/{id}/weekly',
  summary: 'Books the chosen starts as separate bookings in one transaction: all of them or none',
  idempotent: true,
  status: 201,
  body: z.strictObject({
    starts: z.array(Instant).check(z.minLength(1, 'required'), z.maxLength(mostOccurrences, 'series_long')),
    /** The sum that was shown; nothing is booked for more. */
    total: z.number('required').check(z.nonnegative('too_small')),
  }),
  answer: z.object({ items: z.array(Booking) }),
})

export const listSeries = endpoint({
  ...own,
  name: 'listSeries',
  method: 'GET',
  path: '/api/v1/bookings/{id}/series',
  summary: 'Lists this and the later bookings of its series that can be cancelled, with what each refunds now',
  answer: z.object({
    items: z.array(z.object({ booking_code: z.string(), start_time: z.string(), refund: z.number() })),
    currency: Currency,
  }),
})

export const cancelSeries = endpoint({
  ...own,
  name: 'cancelSeries',
  method: 'POST',
  path: '/api/v1/bookings/{id}/series/cancel',
  summary: 'Cancels this and all later bookings of its series in one transaction, each with its refund',
  idempotent: true,
  answer: z.object({ items: z.array(Booking) }),
})
