import * as z from 'zod/mini'
import { endpoint, type AnswerOf } from './endpoint.ts'
import { line, pageOf, pageQuery, pointText, wholeNumber } from './page.ts'
import { ParkSummary } from './parks.ts'
import { CountryCode, CountryText } from './places.ts'

export const eventKinds = ['concert', 'match', 'theatre', 'festival', 'conference', 'exhibition'] as const
export const EventKind = z.enum(eventKinds)
export type EventKind = z.infer<typeof EventKind>

/** A driver parks so long before the doors open, and is back so long after the end. */
export const aroundEvent_min = 60
/** How far from the point that is told an event is near it. */
export const nearEvent_m = 50_000

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
  /** Of the venue; days and months of an event are meant in it. */
  timezone: z.string(),
  doors_at: z.string(),
  starts_at: z.string(),
  ends_at: z.string(),
  state: z.enum(['published', 'cancelled']),
  /** Made up for the demonstration. */
  is_example: z.boolean(),
  distance_m: z.optional(z.number()),
}
export const EventSummary = z.object(summary)
export type EventSummary = z.infer<typeof EventSummary>

export const Event = z.object({
  ...summary,
  /** Seen only by who has its code. */
  is_private: z.boolean(),
  description: z.string(),
  /** Where tickets are sold; null where nobody has said. */
  tickets_url: z.nullable(z.string()),
  /** `strict`: for a booking made for it, whatever the park's own policy. */
  cancellation: z.enum(['flexible', 'strict']),
  /** When to park for it, as far as that can be booked at this moment; null when it cannot be. */
  parking: z.nullable(z.object({ start_time: z.string(), end_time: z.string() })),
  /** From then on it can be booked, where it lies too far ahead. */
  bookable_from: z.nullable(z.string()),
})
export type Event = z.infer<typeof Event>

/** The soonest first. Neither private events nor those that are over are in it. */
export const listEvents = endpoint({
  name: 'listEvents',
  method: 'GET',
  path: '/api/v1/front/events',
  summary: 'Coming events by country, days, kind, text and place, the soonest first',
  tag: 'events',
  auth: 'none',
  status: 200,
  query: z.strictObject({
    ...pageQuery,
    country: z.optional(CountryText),
    kind: z.optional(EventKind),
    /** Days of the venue's calendar, both included. */
    from: z.optional(z.iso.date('day')),
    to: z.optional(z.iso.date('day')),
    text: z.optional(line(1, 200)),
    /** `lat,lng`: no farther than `nearEvent_m`, each with its distance. */
    near: z.optional(pointText),
  }),
  answer: pageOf(EventSummary),
})

/** In any case; of a private event only who holds a grant may tell it. */
export const EventCode = line(1, 40)
const eventParams = z.strictObject({ event_code: EventCode })

/** What a stay is booked for. */
export const BookedEvent = z.object({ event_code: z.string(), name: z.string(), starts_at: z.string() })
export type BookedEvent = z.infer<typeof BookedEvent>

/** The header by which a program shows its grant; browsers send it as a cookie. */
export const grantHeader = 'event-grant'

export const getEvent = endpoint({
  name: 'getEvent',
  method: 'GET',
  path: '/api/v1/front/events/{event_code}',
  summary: 'One event; a private one with a grant alone',
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
  summary: 'Car parks around an event, with the whole price and the spaces of its window',
  tag: 'events',
  auth: 'none',
  status: 200,
  params: eventParams,
  query: z.strictObject({ ...pageQuery, vehicle_type_id: z._default(wholeNumber(1, 1_000), 1) }),
  /** What can be booked first, and of it the nearest. */
  answer: z.extend(pageOf(ParkSummary), {
    start_time: z.string(),
    end_time: z.string(),
    /** How far around the venue they lie. */
    radius_m: z.number(),
  }),
})
export type EventParks = AnswerOf<typeof listEventParks>

/** Of the private event of the demonstration: anybody may try it. */
export const examplePrivateCode = 'GARDEN-PARTY-88'

/** As typed: letters' case, spaces and hyphens do not count. */
const PrivateCode = z.string('required').check(z.trim(), z.minLength(1, 'required'), z.maxLength(60, 'too_long'))

export const PrivateAccess = z.strictObject({ code: PrivateCode })

export const openPrivateEvent = endpoint({
  name: 'openPrivateEvent',
  method: 'POST',
  path: '/api/v1/events/private-access',
  summary: 'Opens a private event by its code, for a while; a wrong code is answered as no event is',
  tag: 'events',
  auth: 'none',
  status: 200,
  body: PrivateAccess,
  answer: z.object({ event: Event, grant: z.string(), expires_at: z.string() }),
})
