import * as z from 'zod/mini'
import { bookingList } from '#contract/bookings/desk/bookings.ts'
import { parkReportList } from '#contract/bookings/desk/park-reports.ts'
import { endpoint } from '#contract/endpoint.ts'
import { line, Uuid, missingOr } from '#contract/fields.ts'
import { gateScanList } from '#contract/gate/desk.ts'
import { deskRecord, recordFields } from '#contract/lists/records.ts'
import { amenities, parkKinds } from '../park-lists.ts'
import { ExampleFact } from '../parks.ts'
import { parkList } from './parks.ts'

const size = (least: number, most: number) =>
  z.nullable(z.int(missingOr('whole_number')).check(z.minimum(least, 'too_small'), z.maximum(most, 'too_large')))

/** Text of several lines. */
const paragraphs = z.string().check(
  z.overwrite((text) => text.replaceAll(/\r\n?/g, '\n').trim()),
  z.minLength(1, 'required'),
  z.maxLength(2_000, 'too_long'),
  z.refine((text) => !/[\u0000-\u0009\u000b-\u001f\u007f]/.test(text), 'characters'),
)
const YesNo = z.nullable(z.enum(['yes', 'no'], 'required'))

/** What can be set instead of what is imported. */
const facts = {
  name: z.nullable(line(1, 120)),
  address: z.nullable(line(1, 200)),
  lat: z.number(missingOr('number')).check(z.minimum(-90, 'too_small'), z.maximum(90, 'too_large')),
  lng: z.number(missingOr('number')).check(z.minimum(-180, 'too_small'), z.maximum(180, 'too_large')),
  kind: z.enum(parkKinds, 'required'),
  description: z.nullable(paragraphs),
  description_fr: z.nullable(paragraphs),
  opening_hours: z.nullable(line(1, 300)),
  is_on_sale: z.boolean('required'),
  check_in: z.enum(['clock', 'scan'], 'required'),
  cancellation: z.enum(['flexible', 'strict'], 'required'),
  max_height_cm: size(100, 1_000),
  max_length_cm: size(100, 3_000),
  max_width_cm: size(100, 1_000),
  amenities: z.array(z.enum(amenities)).check(z.maxLength(amenities.length, 'too_long')),
  accessible_bays: size(0, 10_000),
  accessible_bay_width_cm: size(200, 600),
  step_free: YesNo,
  lift: YesNo,
  access_level: z.nullable(line(1, 40)),
  gate_code: z.nullable(line(1, 40)),
  /** One step a line. */
  access_steps_en: z.nullable(paragraphs),
  access_steps_fr: z.nullable(paragraphs),
}

export const overridableFields = Object.keys(facts) as (keyof typeof facts)[]

/** What a car park needs before customers can book it; guards or a camera only where each pass is scanned. */
export const parkNeeds = ['hours', 'prices', 'capacity', 'entrance', 'staff'] as const
/** What drivers miss where it is missing. */
export const recommendedFacts = ['photo', 'description', 'description_fr'] as const

export const ParkRecord = z.object({
  ...recordFields,
  version: z.number(),
  ...facts,
  park_code: z.string(),
  slug: z.string(),
  city: z.nullable(z.string()),
  country: z.string(),
  timezone: z.string(),
  source: z.string(),
  partner: z.nullable(z.string()),
  /** What of it is made up for the demo. */
  examples: z.array(ExampleFact),
  status: z.enum(['bookable', 'listed', 'merged']),
  /** The code of the car park that it was merged into, and its id. */
  merged_into: z.nullable(z.string()),
  merged_into_id: z.nullable(z.string()),
  imported_at: z.string(),
  /** Until when the whole car park is closed now. */
  closed_until: z.nullable(z.string()),
  /** Until when its operator has to confirm spaces, hours and entrance; null for examples, and without an operator. */
  confirm_by: z.nullable(z.string()),
  /** Since when nothing is sold because they did not. */
  lapsed_at: z.nullable(z.string()),
  /** What it still needs before customers can book it, and what they would miss. */
  missing: z.array(z.enum(parkNeeds)),
  recommended: z.array(z.enum(recommendedFacts)),
  /** The facts that were set, with both values. */
  overrides: z.array(
    z.object({ field: z.string(), value: z.unknown(), imported: z.unknown(), changed_at: z.string() }),
  ),
})
export type ParkRecord = z.infer<typeof ParkRecord>

const params = z.strictObject({ id: Uuid })
const record = { tag: 'desk', status: 200, params, answer: ParkRecord } as const
const Version = z.int(missingOr('whole_number')).check(z.minimum(1, 'too_small'))

export const getParkRecord = endpoint({
  ...record,
  name: 'getParkRecord',
  method: 'GET',
  path: '/api/v1/admin/parks/{id}',
  summary: 'Returns a car park with the facts that were set and those that were imported',
  auth: 'parks.view',
})

export const updatePark = endpoint({
  ...record,
  name: 'updatePark',
  method: 'PATCH',
  path: '/api/v1/admin/parks/{id}',
  summary:
    'Sets facts of a car park, which the next import keeps; refused where it would open to customers without what it needs',
  auth: 'parks.update',
  body: z.strictObject({ ...z.partial(z.strictObject(facts)).shape, version: Version }),
})

export const restoreParkFacts = endpoint({
  ...record,
  name: 'restoreParkFacts',
  method: 'POST',
  path: '/api/v1/admin/parks/{id}/restore',
  summary: 'Takes the imported values of facts again',
  auth: 'parks.update',
  body: z.strictObject({
    fields: z
      .array(z.enum(overridableFields as [string, ...string[]]))
      .check(z.minLength(1, 'required'), z.maxLength(50, 'too_long')),
    version: Version,
  }),
})

export const confirmPark = endpoint({
  ...record,
  name: 'confirmPark',
  method: 'POST',
  path: '/api/v1/admin/parks/{id}/confirm',
  summary: 'Confirms spaces, hours and entrance of a car park for 90 days; one that stopped selling sells again',
  auth: 'parks.update',
  body: z.strictObject({ version: Version }),
})

/** So that nothing can be merged by mistake, the name of the car park is typed. */
export const mergePark = endpoint({
  ...record,
  name: 'mergePark',
  method: 'POST',
  path: '/api/v1/admin/parks/{id}/merge',
  summary: 'Merges a car park into another record of it, which keeps its code, address and facts',
  auth: 'parks.update',
  body: z.strictObject({ into: line(2, 20), confirm: line(1, 200), version: Version }),
})

const Guard = z.object({
  user_id: z.string(),
  email: z.string(),
  name: z.nullable(z.string()),
  since: z.string(),
  /** Phones that scan for the guard, newest first. */
  devices: z.array(
    z.object({ id: z.string(), name: z.string(), last_seen_at: z.string(), revoked_at: z.nullable(z.string()) }),
  ),
})
export const ParkGuards = z.object({ items: z.array(Guard) })
export type ParkGuards = z.infer<typeof ParkGuards>

const guards = { tag: 'desk', status: 200, params, answer: ParkGuards } as const

export const listGuards = endpoint({
  ...guards,
  name: 'listGuards',
  method: 'GET',
  path: '/api/v1/admin/parks/{id}/guards',
  summary: 'Lists the guards of a car park',
  auth: 'guards.view',
})

export const addGuard = endpoint({
  ...guards,
  name: 'addGuard',
  method: 'POST',
  path: '/api/v1/admin/parks/{id}/guards',
  summary: 'Lets the owner of an account check passes at a car park',
  auth: 'guards.update',
  body: z.strictObject({ email: z.string().check(z.trim(), z.email('email'), z.maxLength(254, 'too_long')) }),
})

export const removeGuard = endpoint({
  ...guards,
  name: 'removeGuard',
  method: 'POST',
  path: '/api/v1/admin/parks/{id}/guards/{user_id}/remove',
  summary: 'Takes a car park away from a guard',
  auth: 'guards.update',
  params: z.strictObject({ id: Uuid, user_id: Uuid }),
})

/** The code on it opens the booking of this car park, and the check-in of a booking made before. */
export const downloadGatePoster = endpoint({
  name: 'downloadGatePoster',
  method: 'GET',
  path: '/api/v1/admin/parks/{id}/gate-poster.pdf',
  summary: 'Returns the poster for the gate of a car park as PDF',
  tag: 'desk',
  auth: 'guards.view',
  status: 200,
  params,
})

export const revokeGuardDevice = endpoint({
  ...guards,
  name: 'revokeGuardDevice',
  method: 'POST',
  path: '/api/v1/admin/parks/{id}/guards/{user_id}/devices/{device_id}/revoke',
  summary: 'Blocks a guard’s phone: its scans are refused, and it reads no more lists',
  auth: 'guards.update',
  params: z.strictObject({ id: Uuid, user_id: Uuid, device_id: Uuid }),
})

/** A car park. What no form can show, such as tariff and spaces, are panels of their own. */
export const parkRecord = deskRecord({
  list: parkList,
  get: getParkRecord,
  state: 'status',
  tags: { lapsed_at: { kind: 'instant', zone: 'timezone' }, closed_until: { kind: 'instant', zone: 'timezone' } },
  facts: {
    park_code: { kind: 'code' },
    address: { kind: 'text' },
    city: { kind: 'text' },
    country: { kind: 'country' },
    kind: { kind: 'choice', words: 'park_kinds' },
    partner: { kind: 'text', example: ['examples', 'partner'] },
    is_on_sale: { kind: 'flag' },
    confirm_by: { kind: 'instant', zone: 'timezone' },
    opening_hours: { kind: 'hours' },
    check_in: { kind: 'choice', words: 'check_ins' },
    cancellation: { kind: 'choice', words: 'cancellations' },
    max_height_cm: { kind: 'number' },
    amenities: { kind: 'choices', words: 'amenities' },
    source: { kind: 'text' },
    imported_at: { kind: 'instant' },
    merged_into: { kind: 'code' },
  },
  links: { merged_into: { screen: 'parks', id: 'merged_into_id' } },
  primary: ['confirm'],
  dangerous: ['merge'],
  update: {
    endpoint: updatePark,
    position: ['lat', 'lng'],
    fields: {
      name: { kind: 'text' },
      address: { kind: 'text' },
      lat: { kind: 'number', hint: true },
      lng: { kind: 'number', hint: true },
      kind: { kind: 'choice', values: parkKinds, words: 'park_kinds' },
      description: { kind: 'long', language: 'en' },
      description_fr: { kind: 'long', language: 'fr' },
      opening_hours: { kind: 'hours' },
      is_on_sale: { kind: 'flag', hint: true },
      check_in: { kind: 'choice', values: ['clock', 'scan'], words: 'check_ins' },
      cancellation: { kind: 'choice', values: ['flexible', 'strict'], words: 'cancellations' },
      max_height_cm: { kind: 'number' },
      max_length_cm: { kind: 'number' },
      max_width_cm: { kind: 'number' },
      amenities: { kind: 'choices', values: amenities, words: 'amenities' },
      accessible_bays: { kind: 'number' },
      accessible_bay_width_cm: { kind: 'number' },
      step_free: { kind: 'choice', values: ['yes', 'no'], words: 'yes_no' },
      lift: { kind: 'choice', values: ['yes', 'no'], words: 'yes_no' },
      access_level: { kind: 'text', hint: true },
      gate_code: { kind: 'text', hint: true },
      access_steps_en: { kind: 'long', language: 'en', hint: true },
      access_steps_fr: { kind: 'long', language: 'fr', hint: true },
    },
  },
  actions: {
    confirm: { endpoint: confirmPark, serious: true },
    merge: {
      endpoint: mergePark,
      fields: { into: { kind: 'text', hint: true }, confirm: { kind: 'text', hint: true } },
      serious: true,
    },
  },
  changesMany: ['parks.update'],
  tabs: {
    checklist: 'own',
    overrides: 'own',
    tariffs: { own: 'tariffs.view' },
    capacity: { own: 'capacity.view' },
    photos: 'own',
    guards: { own: 'guards.view' },
    bookings: { list: bookingList, filter: 'park' },
    scans: { list: gateScanList, filter: 'park' },
    reports: { list: parkReportList, filter: 'park' },
  },
})
