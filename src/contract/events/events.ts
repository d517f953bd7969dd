import * as z from 'zod/mini'
import { endpoint, type AnswerOf } from '#contract/endpoint.ts'
import { line, pageOf, pageQuery, pointText, wholeNumber, missingOr } from '#contract/fields.ts'
import { ParkSummary } from '#contract/parks/parks.ts'
import { CountryCode, CountryText } from '#contract/places/places.ts'
import { Beyond } from '#contract/search/search-areas.ts'
import { eventKinds } from './event-rules.ts'

export const EventKind = z.enum(eventKinds)
export type EventKind = z.infer<typeof EventKind>

const summary = {
  event_code: z.string(),
  slug: z.string(),
  name: z.string(),
  kind: EventKind,
  venue: z.string(),
  city: z.string(),
  country_code: CountryCode,
  lat: z.number(),
  lng: z.number(),
  /** Time zone of the venue, in which the event's dates are given. */
  timezone: z.string(),
  doors_at: z.string(),
  starts_at: z.string(),
  ends_at: z.string(),
  state: z.enum(['published', 'cancelled']),
  /** Made up for the demo. */
  is_example: z.boolean(),
  distance_m: z.optional(z.number()),
}
export const EventSummary = z.object(summary)
export type EventSummary = z.infer<typeof EventSummary>

export const Event = z.object({
  ...summary,
  /** Visible only with its code. */
  is_private: z.boolean(),
  description: z.string(),
  /** Where tickets are sold; null when unknown. */
  tickets_url: z.nullable(z.string()),
  /** `strict` overrides the park's cancellation policy for bookings made for the event. */
  cancellation: z.enum(['flexible', 'strict']),
  /** The parking window that can be booked now; null when it can't. */
  parking: z.nullable(z.object({ start_time: z.string(), end_time: z.string() })),
  /** When bookings open for an event that is too far ahead; otherwise null. */
  bookable_from: z.nullable(z.string()),
})
export type Event = z.infer<typeof Event>

/** Private and past events are left out. */
export const listEvents = endpoint({
  name: 'listEvents',
  method: 'GET',
  path: '/api/v1/front/events',
  summary: 'Lists upcoming events by country, dates, kind, text and position, soonest first',
  tag: 'events',
  auth: 'none',
  status: 200,
  query: z.strictObject({
    ...pageQuery,
    country: z.optional(CountryText),
    kind: z.optional(EventKind),
    /** Dates in the venue's time zone, inclusive. */
    from: z.optional(z.iso.date(missingOr('day'))),
    to: z.optional(z.iso.date(missingOr('day'))),
    text: z.optional(line(1, 200)),
    /** `lat,lng`: events within 50 km, each with its distance. */
    near: z.optional(pointText),
  }),
  answer: pageOf(EventSummary),
})

/** Case-insensitive; a private event also requires a grant. */
export const EventCode = line(1, 40)
const eventParams = z.strictObject({ event_code: EventCode })

/** The event that a booking was made for. */
export const BookedEvent = z.object({ event_code: z.string(), name: z.string(), starts_at: z.string() })
export type BookedEvent = z.infer<typeof BookedEvent>

/** Request header for API clients to send a grant; browsers send a cookie. */
export const grantHeader = 'event-grant'

export const getEvent = endpoint({
  name: 'getEvent',
  method: 'GET',
  path: '/api/v1/front/events/{event_code}',
  summary: 'Returns an event; a private one requires a grant',
  tag: 'events',
  auth: 'none',
  status: 200,
  params: eventParams,
  answer: Event,
})

export const listEventParks = endpoint({
  name: 'listEventParks',
  method: 'GET',
  path: '/api/v1/front/events/{event_code}/parks',
  summary: 'Lists car parks around an event with total price and availability for its parking window',
  tag: 'events',
  auth: 'none',
  status: 200,
  params: eventParams,
  query: z.strictObject({ ...pageQuery, vehicle_type_id: z._default(wholeNumber(1, 1_000), 1) }),
  /** Bookable car parks first, nearest first. */
  answer: z.extend(pageOf(ParkSummary), {
    start_time: z.string(),
    end_time: z.string(),
    /** Search radius around the venue. */
    radius_m: z.number(),
    beyond: z.optional(Beyond),
  }),
})
export type EventParks = AnswerOf<typeof listEventParks>

/** Public code of the demo's private event. */
export const examplePrivateCode = 'GARDEN-PARTY-88'

/** Case, spaces and hyphens are ignored. */
const PrivateCode = z.string('required').check(z.trim(), z.minLength(1, 'required'), z.maxLength(60, 'too_long'))

export const PrivateAccess = z.strictObject({ code: PrivateCode })

export const openPrivateEvent = endpoint({
  name: 'openPrivateEvent',
  method: 'POST',
  path: '/api/v1/events/private-access',
  summary: 'Grants access to a private event by its code; a wrong code gives the same error as an unknown event',
  tag: 'events',
  auth: 'none',
  status: 200,
  body: PrivateAccess,
  answer: z.object({ event: Event, grant: z.string(), expires_at: z.string() }),
})
