import * as z from 'zod/mini'
import { bookingList } from '#contract/bookings/desk/bookings.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Instant, line, Uuid, missingOr } from '#contract/fields.ts'
import { countryCodes } from '#contract/geography.ts'
import { LeadText } from '#contract/leads/leads.ts'
import { crud } from '#contract/lists/crud.ts'
import { deskList } from '#contract/lists/lists.ts'
import { deskRecord, recordFields } from '#contract/lists/records.ts'
import { eventKinds } from './event-rules.ts'

/** The time zones of venues in the countries served. */
export const eventZones = [
  'Africa/Lagos',
  'Africa/Dakar',
  'America/St_Johns',
  'America/Halifax',
  'America/Toronto',
  'America/Winnipeg',
  'America/Regina',
  'America/Edmonton',
  'America/Vancouver',
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
] as const

export const eventStates = ['draft', 'published', 'cancelled'] as const
export const eventPolicies = ['flexible', 'strict'] as const

/** What drivers park for, drafts and private events included. */
export const eventList = deskList({
  name: 'events',
  menu: { group: 'content', rank: 30, letter: 't' },
  bulk: ['events.update'],
  permission: 'events.view',
  opens: { screen: 'events', permission: 'events.view' },
  creates: { path: 'events/new', permission: 'events.create' },
  namedBy: ['name', 'venue', 'event_code'],
  columns: {
    name: { kind: 'text', sortable: true, example: 'is_example' },
    event_code: { kind: 'code', sortable: true },
    kind: { kind: 'choice', words: 'event_kinds' },
    venue: { kind: 'text', sortable: true },
    city: { kind: 'text' },
    country: { kind: 'country', extra: true },
    starts_at: { kind: 'instant', sortable: true, zone: 'timezone' },
    ends_at: { kind: 'instant', sortable: true, zone: 'timezone', extra: true },
    timezone: { kind: 'text', extra: true },
    cancellation: { kind: 'choice', words: 'cancellations', extra: true },
    is_private: { kind: 'flag' },
    is_example: { kind: 'flag', extra: true },
    bookings: { kind: 'number' },
    created_at: { kind: 'instant', sortable: true, extra: true, zone: 'timezone' },
  },
  filters: {
    kind: { kind: 'choice', values: eventKinds, words: 'event_kinds' },
    country: { kind: 'choice', values: countryCodes, words: 'countries' },
    city: { kind: 'text' },
    private: { kind: 'flag' },
    upcoming: { kind: 'flag' },
    start: { kind: 'days' },
  },
  states: eventStates,
  sort: '-starts_at',
})

/** Car parks within walking distance of an event, with the price that their tariff has for it. */
export const eventParkList = deskList({
  name: 'event-parks',
  permission: 'events.view',
  columns: {
    event: { kind: 'code', extra: true },
    park: { kind: 'text', sortable: true },
    park_code: { kind: 'code' },
    distance_m: { kind: 'distance', sortable: true },
    bookable: { kind: 'flag' },
    capacity: { kind: 'number' },
    event_price: { kind: 'money' },
    price_from: { kind: 'instant', zone: 'timezone', extra: true },
    price_until: { kind: 'instant', zone: 'timezone', extra: true },
    timezone: { kind: 'text', extra: true },
  },
  filters: { event: { kind: 'text' }, bookable: { kind: 'flag' }, priced: { kind: 'flag' } },
  sort: 'distance_m',
})

const eventFields = {
  name: line(1, 120),
  name_fr: line(1, 120),
  description: LeadText,
  description_fr: LeadText,
  kind: z.enum(eventKinds, 'required'),
  venue: line(1, 120),
  city: line(1, 80),
  country_code: z.enum(countryCodes, 'required'),
  lat: z.number(missingOr('number')).check(z.minimum(-90, 'too_small'), z.maximum(90, 'too_large')),
  lng: z.number(missingOr('number')).check(z.minimum(-180, 'too_small'), z.maximum(180, 'too_large')),
  timezone: z.enum(eventZones, 'required'),
  doors_at: Instant,
  starts_at: Instant,
  ends_at: Instant,
  tickets_url: z.nullable(z.url({ protocol: /^https$/, error: 'link' }).check(z.maxLength(300, 'too_long'))),
  /** `strict` overrides the car park's policy. */
  cancellation: z.enum(eventPolicies, 'required'),
}

export const DeskEvent = z.object({
  ...eventFields,
  ...recordFields,
  event_code: z.string(),
  slug: z.string(),
  state: z.enum(eventStates),
  tickets_url: z.nullable(z.string()),
  timezone: z.string(),
  is_private: z.boolean(),
  is_example: z.boolean(),
  /** Bookings made for it that are not over or cancelled. */
  open_bookings: z.number(),
  bookings: z.number(),
  /** The parking window that drivers book. */
  parking_from: z.string(),
  parking_until: z.string(),
  created_at: z.string(),
  cancelled_at: z.nullable(z.string()),
  version: z.number(),
  /** A new code, in the answer that made it. */
  private_code: z.optional(z.string()),
})
export type DeskEvent = z.infer<typeof DeskEvent>

const params = z.strictObject({ id: Uuid })
const record = { tag: 'desk', status: 200, params, answer: DeskEvent } as const
const action = { ...record, method: 'POST', auth: 'events.update' } as const

const eventCalls = crud('/api/v1/admin/events', 'events', DeskEvent)
export const getDeskEvent = endpoint({
  ...eventCalls.get,
  name: 'getDeskEvent',
  summary: 'Returns an event in both languages with its bookings',
})

export const createDeskEvent = endpoint({
  ...eventCalls.create,
  name: 'createDeskEvent',
  idempotent: true,
  summary: 'Creates an event as a draft',
  body: z.strictObject(eventFields),
})

export const updateDeskEvent = endpoint({
  ...eventCalls.update,
  name: 'updateDeskEvent',
  summary: 'Changes a draft',
  body: z.strictObject({ ...eventFields, version: z.int().check(z.minimum(1)) }),
})

export const deleteDeskEvent = endpoint({
  ...eventCalls.delete,
  name: 'deleteDeskEvent',
  summary: 'Deletes a draft',
})

export const publishEvent = endpoint({
  ...action,
  name: 'publishEvent',
  path: '/api/v1/admin/events/{id}/publish',
  summary: 'Publishes a draft that is not over',
})

export const unpublishEvent = endpoint({
  ...action,
  name: 'unpublishEvent',
  path: '/api/v1/admin/events/{id}/unpublish',
  summary: 'Makes an event a draft again while nobody has booked for it',
})

export const cancelEvent = endpoint({
  ...action,
  name: 'cancelEvent',
  path: '/api/v1/admin/events/{id}/cancel',
  summary: 'Cancels an event with the bookings made for it, which are refunded in full and notified',
})

/** The code is answered once: only its hash is stored. */
export const resetEventCode = endpoint({
  ...action,
  name: 'resetEventCode',
  path: '/api/v1/admin/events/{id}/reset-code',
  summary: 'Makes an event private with a new code, or replaces its code',
})

export const openEventToAll = endpoint({
  ...action,
  name: 'openEventToAll',
  path: '/api/v1/admin/events/{id}/make-public',
  summary: 'Lists a private event for everybody',
})

const eventForm = {
  name: { kind: 'text', language: 'en' },
  name_fr: { kind: 'text', language: 'fr' },
  description: { kind: 'long', language: 'en' },
  description_fr: { kind: 'long', language: 'fr' },
  kind: { kind: 'choice', values: eventKinds, words: 'event_kinds' },
  venue: { kind: 'text' },
  city: { kind: 'text' },
  country_code: { kind: 'choice', values: countryCodes, words: 'countries' },
  lat: { kind: 'number', hint: true },
  lng: { kind: 'number', hint: true },
  timezone: { kind: 'choice', values: eventZones },
  doors_at: { kind: 'instant', zone: 'timezone', hint: true },
  starts_at: { kind: 'instant', zone: 'timezone' },
  ends_at: { kind: 'instant', zone: 'timezone' },
  tickets_url: { kind: 'text' },
  cancellation: { kind: 'choice', values: eventPolicies, words: 'cancellations' },
} as const

/** An event with its bookings and the car parks nearby. */
export const eventRecord = deskRecord({
  list: eventList,
  get: getDeskEvent,
  primary: ['publish'],
  dangerous: ['reset_code', 'make_public', 'cancel'],
  state: 'state',
  facts: {
    private_code: { kind: 'code' },
    event_code: { kind: 'code' },
    kind: { kind: 'choice', words: 'event_kinds' },
    name: { kind: 'text' },
    name_fr: { kind: 'text' },
    description: { kind: 'text' },
    description_fr: { kind: 'text' },
    venue: { kind: 'text' },
    city: { kind: 'text' },
    country_code: { kind: 'country' },
    doors_at: { kind: 'instant', zone: 'timezone' },
    starts_at: { kind: 'instant', zone: 'timezone' },
    ends_at: { kind: 'instant', zone: 'timezone' },
    parking_from: { kind: 'instant', zone: 'timezone' },
    parking_until: { kind: 'instant', zone: 'timezone' },
    timezone: { kind: 'text' },
    cancellation: { kind: 'choice', words: 'cancellations' },
    tickets_url: { kind: 'text' },
    is_private: { kind: 'flag' },
    is_example: { kind: 'flag' },
    open_bookings: { kind: 'number' },
    bookings: { kind: 'number' },
    cancelled_at: { kind: 'instant', zone: 'timezone' },
    created_at: { kind: 'instant', zone: 'timezone' },
  },
  create: { endpoint: createDeskEvent, fields: eventForm, position: ['lat', 'lng'] },
  update: { endpoint: updateDeskEvent, fields: eventForm, position: ['lat', 'lng'] },
  remove: { endpoint: deleteDeskEvent },
  actions: {
    publish: { endpoint: publishEvent, undo: 'unpublish' },
    unpublish: { endpoint: unpublishEvent, undo: 'publish' },
    reset_code: { endpoint: resetEventCode, serious: true },
    make_public: { endpoint: openEventToAll, serious: true },
    cancel: { endpoint: cancelEvent, serious: true },
  },
  bulk: ['publish'],
  tabs: {
    event_parks: { list: eventParkList, filter: 'event' },
    bookings: { list: bookingList, filter: 'event' },
  },
})
