import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { Currency, boxText, decimal, Instant, line, pageOf, pageQuery, Uuid, wholeNumber } from '#contract/fields.ts'
import { CountryCode, CountryText } from '#contract/places/places.ts'
import { Beyond, Elsewhere, SearchedStreet } from '#contract/search/search-areas.ts'
import { isTooLong, longestSearch } from '#contract/search/search-text.ts'
import { amenities, bayWidths_cm, parkKinds, parkSorts } from './park-lists.ts'
import { ParkNear } from './park-near.ts'

export const ParkKind = z.enum(parkKinds)
export type ParkKind = z.infer<typeof ParkKind>

export const Amenity = z.enum(amenities)
export type Amenity = z.infer<typeof Amenity>

/** Facts about a park that can be examples made up for the demo. */
export const exampleFacts = ['park', 'tariff', 'capacity', 'partner', 'hours', 'amenities', 'limits'] as const
export const ExampleFact = z.enum(exampleFacts)
export type ExampleFact = z.infer<typeof ExampleFact>

export const ParkSource = z.object({
  code: z.string(),
  title: z.string(),
  licence: z.string(),
  attribution: z.string(),
  url: z.nullable(z.string()),
  /** As given by the source: a year, a month or a range. */
  observed_at: z.nullable(z.string()),
})

/** With fees and taxes. `unit` is `stay` for the total of the requested window, and `hour` without a window. */
export const ParkPrice = z.object({ amount: z.number(), currency: Currency, unit: z.enum(['hour', 'stay']) })

/** When a car park is closed for a time by its operator. */
const closedTimes = { starts_at: z.string(), ends_at: z.string() }

const summary = {
  id: z.string(),
  park_code: z.string(),
  slug: z.string(),
  /** Null when the source gives no name; `parkLabel` makes one from `near` or the address. */
  name: z.nullable(z.string()),
  near: z.optional(ParkNear),
  kind: ParkKind,
  address: z.nullable(z.string()),
  city: z.nullable(z.string()),
  state: z.nullable(z.string()),
  country_code: CountryCode,
  lat: z.number(),
  lng: z.number(),
  timezone: z.string(),
  distance_m: z.optional(z.number()),
  bookable: z.boolean(),
  /** Open throughout the window, or now without one; null when the hours are unknown. */
  open: z.nullable(z.boolean()),
  /** When it is closed during the window, or now without one, apart from its hours; absent unless it is. */
  closure: z.optional(z.object(closedTimes)),
  /** Whether the chosen vehicle type fits and is served; null when the limits are unknown. */
  fits: z.nullable(z.boolean()),
  capacity: z.nullable(z.number()),
  capacity_is_estimate: z.boolean(),
  /** Spaces available throughout the window; absent without a window, null when the park can't be booked. */
  available: z.optional(z.nullable(z.number())),
  price: z.nullable(ParkPrice),
  amenities: z.array(Amenity),
  rating: z.nullable(z.number()),
  reviews: z.number(),
  photo_url: z.nullable(z.string()),
  source: ParkSource,
  examples: z.array(ExampleFact),
}
export const ParkSummary = z.object(summary)
export type ParkSummary = z.infer<typeof ParkSummary>

/** ISO weekdays on which a window begins; Monday is 1. */
const days = z.array(z.number())

/**
 * The price is the cheapest valid combination of these (docs/decisions/0009). Times are "HH:MM" in the park's time zone; a
 * window whose `to` is not after its `from` ends the next day.
 */
export const Tariff = z.object({
  vehicle_type_id: z.number(),
  currency: Currency,
  version: z.number(),
  /** Once per tariff day. */
  free_minutes: z.number(),
  /** Prices by time since entry or since the last daily reset; increments apply after the last tier. */
  tiers: z.array(z.object({ up_to_min: z.number(), amount: z.number() })),
  increment_minutes: z.number(),
  increment_amount: z.number(),
  day_cap_amount: z.nullable(z.number()),
  /** Hour in the park's time zone at which the tariff day and its daily cap start. */
  day_cap_reset_hour: z.number(),
  /** Flat rates. */
  windows: z.array(
    z.object({
      code: z.enum(['day', 'evening', 'overnight', 'weekend']),
      days,
      from: z.string(),
      to: z.string(),
      amount: z.number(),
    }),
  ),
  /** Flat rate for entry from `enter_from` to `enter_until` and exit by `leave_by`. */
  early_bird: z.nullable(
    z.object({ days, enter_from: z.string(), enter_until: z.string(), leave_by: z.string(), amount: z.number() }),
  ),
  /** Price of 30 days from entry. */
  month_amount: z.nullable(z.number()),
  /** Prices that replace all others during an event. */
  events: z.array(z.object({ starts_at: z.string(), ends_at: z.string(), amount: z.number() })),
  /** Regular price of one hour with fees and taxes, as lists show it without a window. */
  hour_total: z.number(),
  is_example: z.boolean(),
  source: z.string(),
  observed_at: z.nullable(z.string()),
})
export type Tariff = z.infer<typeof Tariff>

/** A photo, whose address with `?size=small` gives it at most 640 px wide and high. The description is in the reader's language. */
const ParkPhoto = z.object({
  id: z.string(),
  url: z.string(),
  width: z.number(),
  height: z.number(),
  description: z.string(),
  credit: z.nullable(z.string()),
})
export type ParkPhoto = z.infer<typeof ParkPhoto>

export const Park = z.object({
  ...summary,
  /** Beside its times, what customers read about it, in their language. */
  closure: z.optional(z.object({ ...closedTimes, notice: z.nullable(z.string()) })),
  /** ISO 3166-2. */
  state_code: z.nullable(z.string()),
  /** Whether parking costs money according to the source. */
  fee: z.nullable(z.boolean()),
  description: z.nullable(z.string()),
  photos: z.array(ParkPhoto),
  operator: z.nullable(z.string()),
  access: z.nullable(z.string()),
  opening_hours: z.nullable(z.string()),
  entrances: z.array(
    z.object({
      name: z.nullable(z.string()),
      lat: z.number(),
      lng: z.number(),
      /** One of `photos`. */
      photo_id: z.nullable(z.string()),
    }),
  ),
  max_height_cm: z.nullable(z.number()),
  max_length_cm: z.nullable(z.number()),
  max_width_cm: z.nullable(z.number()),
  accessible: z.object({
    bays: z.nullable(z.number()),
    bay_width_cm: z.nullable(z.number()),
    step_free: z.nullable(z.boolean()),
    lift: z.nullable(z.boolean()),
  }),
  rates: z.array(Tariff),
  /** The tariff in the source's own words. */
  rates_text: z.nullable(z.string()),
  /** Capacity by vehicle class. */
  pools: z.array(z.object({ vehicle_class: z.string(), capacity: z.number(), vehicle_type_ids: z.array(z.number()) })),
  policies: z.object({
    cancellation: z.enum(['flexible', 'strict']),
    grace_arrival_min: z.number(),
    grace_end_min: z.number(),
    /** `scan`: cars are checked in and out; `clock`: no check-in. */
    check_in: z.enum(['clock', 'scan']),
  }),
  partner: z.nullable(z.string()),
  /** Nothing is sold: the operator has not confirmed spaces, hours and entrance in time. */
  lapsed: z.boolean(),
  nearby: z.array(ParkSummary),
})
export type Park = z.infer<typeof Park>

export const windowQuery = {
  start_time: z.optional(Instant),
  end_time: z.optional(Instant),
  vehicle_type_id: z._default(wholeNumber(1, 1_000), 1),
}

/** Of the list and the map. `amenities`: with commas, all of them. `home`: nothing across its border while `bbox` has its middle there. */
const filters = {
  ...windowQuery,
  country: z.optional(CountryText),
  home: z.optional(CountryText),
  search: z.optional(
    z.string().check(
      z.trim(),
      z.maxLength(longestSearch.link, 'too_long'),
      z.refine((text) => text.length > longestSearch.link || !isTooLong(text), 'too_long'),
      z.refine((t) => !/[\u0000-\u001f\u007f]/.test(t), 'characters'),
    ),
  ),
  kind: z.optional(ParkKind),
  amenities: z.optional(line(1, 200)),
  max_price: z.optional(decimal(0, 1_000_000_000)),
  /** Leaves out parks that the vehicle doesn't fit; without it they are only marked. */
  fits: z.optional(z.literal('true', 'invalid')),
  /** Accessibility filters; parks without the data are left out. */
  step_free: z.optional(z.literal('true', 'invalid')),
  lift: z.optional(z.literal('true', 'invalid')),
  bay_width_cm: z.optional(
    z.pipe(
      z.enum(bayWidths_cm.map(String), 'bay_width'),
      z.transform((text: string) => Number(text)),
    ),
  ),
  /** The vehicle's own dimensions, instead of those of its type. */
  height_cm: z.optional(wholeNumber(50, 600)),
  length_cm: z.optional(wholeNumber(100, 3_000)),
  width_cm: z.optional(wholeNumber(50, 400)),
}

/**
 * A page of a search. `elsewhere` only when nothing was found in the chosen country, `beyond` only when nothing was found
 * near the place, `has_amenities` only on request: amenities of which some car park there has each, whatever `amenities` asks.
 */
export const ParkList = z.extend(pageOf(ParkSummary), {
  elsewhere: z.optional(Elsewhere),
  beyond: z.optional(Beyond),
  street: z.optional(SearchedStreet),
  has_amenities: z.optional(z.array(Amenity)),
})
export type ParkList = z.infer<typeof ParkList>

export const listParks = endpoint({
  name: 'listParks',
  method: 'GET',
  path: '/api/v1/parks/front/parks/',
  summary: 'Searches car parks by country, text, coordinates or bounding box, with price and availability',
  tag: 'parks',
  auth: 'none',
  status: 200,
  query: z.strictObject({
    ...pageQuery,
    ...filters,
    lat: z.optional(decimal(-90, 90)),
    lng: z.optional(decimal(-180, 180)),
    radius: z.optional(wholeNumber(1, 100_000)),
    bbox: z.optional(boxText),
    sort: z.optional(z.enum(parkSorts)),
    /** Around a point: only its country, and where the radius has none, those within 50 km. */
    nearest: z.optional(z.literal('true', 'invalid')),
    /** Adds `has_amenities`. */
    with_amenities: z.optional(z.literal('true', 'invalid')),
  }),
  answer: ParkList,
})

const at = { type: z.literal('Point'), coordinates: z.tuple([z.number(), z.number()]) }

/** Several parks in one square of the map. Its ID is `zoom/column/row`, from which `edgesOfSquare` calculates the box to zoom to. */
export const MapCluster = z.object({
  type: z.literal('Feature'),
  id: z.string(),
  geometry: z.object(at),
  properties: z.object({
    cluster: z.literal(true),
    point_count: z.number(),
  }),
})
export type MapCluster = z.infer<typeof MapCluster>

/** One park with the data of its pin. */
export const MapPark = z.object({
  type: z.literal('Feature'),
  id: z.string(),
  geometry: z.object(at),
  properties: z.object({
    cluster: z.literal(false),
    id: z.string(),
    slug: z.string(),
    name: z.nullable(z.string()),
    bookable: z.boolean(),
    open: z.nullable(z.boolean()),
    fits: z.nullable(z.boolean()),
    available: z.optional(z.nullable(z.number())),
    price: z.nullable(z.number()),
    currency: z.nullable(Currency),
  }),
})
export type MapPark = z.infer<typeof MapPark>

/** GeoJSON. Each park of the box occurs once, alone or in a cluster; `total` equals the list's. */
export const ParkMap = z.object({
  type: z.literal('FeatureCollection'),
  total: z.number(),
  features: z.array(z.union([MapCluster, MapPark])),
})
export type ParkMap = z.infer<typeof ParkMap>

export const mapParks = endpoint({
  name: 'mapParks',
  method: 'GET',
  path: '/api/v1/parks/front/map',
  summary: 'Returns the car parks of a map’s bounding box as GeoJSON, clustered where they are dense',
  tag: 'parks',
  auth: 'none',
  status: 200,
  query: z.strictObject({ ...filters, bbox: boxText, zoom: decimal(0, 24) }),
  answer: ParkMap,
})

const parkParams = z.strictObject({ parkId: line(1, 120) })
/** The specification's sentence for a rate without its park. */
const rateParams = z.strictObject({
  parkId: z.pipe(z.string().check(z.trim(), z.minLength(1, 'park_id')), line(1, 120)),
})

export const getPark = endpoint({
  name: 'getPark',
  method: 'GET',
  path: '/api/v1/front/parks/{parkId}',
  summary: 'Returns a car park by ID, slug or park code',
  tag: 'parks',
  auth: 'none',
  status: 200,
  params: parkParams,
  query: z.strictObject(windowQuery),
  answer: Park,
})

export const getParkPhoto = endpoint({
  name: 'getParkPhoto',
  method: 'GET',
  path: '/api/v1/front/photos/{photo_id}',
  summary: 'Returns a photo of a car park as JPEG',
  tag: 'parks',
  auth: 'none',
  status: 200,
  params: z.strictObject({ photo_id: Uuid }),
  query: z.strictObject({ size: z._default(z.enum(['full', 'small'], 'required'), 'full') }),
})

export const getRate = endpoint({
  name: 'getRate',
  method: 'GET',
  path: '/api/v1/front/parks/{parkId}/rate',
  summary: 'Returns a car park’s tariff for a vehicle type',
  tag: 'parks',
  auth: 'none',
  status: 200,
  params: rateParams,
  query: z.strictObject({ vehicle_type_id: windowQuery.vehicle_type_id }),
  answer: Tariff,
})

export const Fee = z.object({
  code: z.string(),
  name: z.string(),
  kind: z.enum(['percentage', 'fixed']),
  value: z.number(),
  currency: z.nullable(Currency),
  /** What a percentage applies to: the parking price, with or without the service fee. */
  base: z.enum(['parking', 'parking_and_fees']),
  /** ISO 3166-2 code if it applies in one state only. */
  state_code: z.nullable(z.string()),
})
export type Fee = z.infer<typeof Fee>

export const listFees = endpoint({
  name: 'listFees',
  method: 'GET',
  path: '/api/v1/front/fees',
  summary: 'Lists the service fee and taxes of a country',
  tag: 'parks',
  auth: 'none',
  status: 200,
  query: z.strictObject({ country_id: z._default(wholeNumber(1, 1_000_000), 1) }),
  answer: z.array(Fee),
})

export const VehicleType = z.object({
  id: z.number(),
  name: z.string(),
  vehicle_class: z.string(),
  length_cm: z.number(),
  height_cm: z.number(),
  width_cm: z.number(),
})
export type VehicleType = z.infer<typeof VehicleType>

export const listVehicleTypes = endpoint({
  name: 'listVehicleTypes',
  method: 'GET',
  path: '/api/v1/vehicles/public',
  summary: 'Lists the vehicle types; 1 is a standard car',
  tag: 'vehicles',
  auth: 'none',
  status: 200,
  answer: z.array(VehicleType),
})
