import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Currency } from './money.ts'
import { boxText, decimal, Instant, line, pageOf, pageQuery, wholeNumber } from './page.ts'
import { CountryCode, CountryText } from './places.ts'

export const parkKinds = ['surface', 'garage', 'underground', 'street', 'driveway', 'unknown'] as const
export const ParkKind = z.enum(parkKinds)
export type ParkKind = z.infer<typeof ParkKind>

export const amenities = [
  'covered',
  'ev',
  'accessible',
  'cctv',
  'guard',
  'lighting',
  'valet',
  'shuttle',
  'wash',
  'in_and_out',
  'open_24h',
] as const
export const Amenity = z.enum(amenities)
export type Amenity = z.infer<typeof Amenity>

/** Facts that are an example (made for the demonstration) rather than observed. */
export const exampleFacts = ['park', 'tariff', 'capacity', 'partner', 'hours', 'amenities', 'limits'] as const
export const ExampleFact = z.enum(exampleFacts)
export type ExampleFact = z.infer<typeof ExampleFact>

export const ParkSource = z.object({
  code: z.string(),
  title: z.string(),
  licence: z.string(),
  attribution: z.string(),
  url: z.nullable(z.string()),
  /** As the source gives it: a year, a month or a span. */
  observed_at: z.nullable(z.string()),
})

/** `unit` is `hour` without a window and `stay` with one: then the whole price, fees and taxes in, as the quote says. */
export const ParkPrice = z.object({ amount: z.number(), currency: Currency, unit: z.enum(['hour', 'stay']) })

const summary = {
  id: z.string(),
  park_code: z.string(),
  slug: z.string(),
  /** As recorded, or null: then show a label made of the address ("Car park near …"). */
  name: z.nullable(z.string()),
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
  /** Open during the whole window (without one: now); null when the hours are unknown. */
  open: z.nullable(z.boolean()),
  /** Whether the chosen vehicle type fits and is served; null when the limits are unknown. */
  fits: z.nullable(z.boolean()),
  capacity: z.nullable(z.number()),
  capacity_is_estimate: z.boolean(),
  /** Spaces left over the whole window; only with a window, and null when not bookable. */
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

/** Days on which a window begins; Monday is 1. */
const days = z.array(z.number())

/**
 * The cheapest valid combination of these is charged (docs/decisions/0009). Hours are "HH:MM" of the park's zone, and a
 * window whose `to` is not after its `from` ends the next day.
 */
export const Tariff = z.object({
  vehicle_type_id: z.number(),
  currency: Currency,
  version: z.number(),
  /** Once for each tariff day. */
  free_minutes: z.number(),
  /** From the entry, and anew from each reset; the increments come after them. */
  tiers: z.array(z.object({ up_to_min: z.number(), amount: z.number() })),
  increment_minutes: z.number(),
  increment_amount: z.number(),
  day_cap_amount: z.nullable(z.number()),
  /** Hour of the park's zone at which the tariff day, and so the day's cap, begins anew. */
  day_cap_reset_hour: z.number(),
  /** A flat price for the hours of each. */
  windows: z.array(
    z.object({
      code: z.enum(['day', 'evening', 'overnight', 'weekend']),
      days,
      from: z.string(),
      to: z.string(),
      amount: z.number(),
    }),
  ),
  /** Who enters between the first two may stay until the third. */
  early_bird: z.nullable(
    z.object({ days, enter_from: z.string(), enter_until: z.string(), leave_by: z.string(), amount: z.number() }),
  ),
  /** For 30 days from the entry. */
  month_amount: z.nullable(z.number()),
  /** Within its time an event's price takes the place of all others. */
  events: z.array(z.object({ starts_at: z.string(), ends_at: z.string(), amount: z.number() })),
  /** The ordinary price of one hour, fees and taxes in: what the list shows without a window. */
  hour_total: z.number(),
  is_example: z.boolean(),
  source: z.string(),
  observed_at: z.nullable(z.string()),
})
export type Tariff = z.infer<typeof Tariff>

export const Park = z.object({
  ...summary,
  description: z.nullable(z.string()),
  photos: z.array(z.string()),
  operator: z.nullable(z.string()),
  access: z.nullable(z.string()),
  opening_hours: z.nullable(z.string()),
  entrances: z.array(z.object({ name: z.nullable(z.string()), lat: z.number(), lng: z.number() })),
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
  /** The tariff as the source words it, when there is one. */
  rates_text: z.nullable(z.string()),
  /** Spaces by vehicle class. */
  pools: z.array(z.object({ vehicle_class: z.string(), capacity: z.number(), vehicle_type_ids: z.array(z.number()) })),
  policies: z.object({
    cancellation: z.enum(['flexible', 'strict']),
    grace_arrival_min: z.number(),
    grace_end_min: z.number(),
    /** `scan`: every car is scanned as it comes and goes; `clock`: nobody looks. */
    check_in: z.enum(['clock', 'scan']),
  }),
  partner: z.nullable(z.string()),
  nearby: z.array(ParkSummary),
})
export type Park = z.infer<typeof Park>

const window = {
  start_time: z.optional(Instant),
  end_time: z.optional(Instant),
  vehicle_type_id: z._default(wholeNumber(1, 1_000), 1),
}

/** An accessible bay is at least so wide: a car with its door open, and a wheelchair beside it. */
export const bayWidths_cm = [330, 360] as const

export const parkSorts = ['best', 'price', 'distance', 'rating'] as const

/** Which parks are asked for, on the list and on the map. */
const filters = {
  ...window,
  country: z.optional(CountryText),
  search: z.optional(
    z.string().check(
      z.trim(),
      z.maxLength(200, 'too_long'),
      z.refine((t) => !/[\u0000-\u001f\u007f]/.test(t), 'characters'),
    ),
  ),
  kind: z.optional(ParkKind),
  /** Comma-separated; a park must have all of them. */
  amenities: z.optional(line(1, 200)),
  max_price: z.optional(decimal(0, 1_000_000_000)),
  /** Leaves out what is known not to fit; without it that is marked alone. */
  fits: z.optional(z.literal('true', 'invalid')),
  /** Accessible by measure: only what is known to be so. */
  step_free: z.optional(z.literal('true', 'invalid')),
  lift: z.optional(z.literal('true', 'invalid')),
  bay_width_cm: z.optional(
    z.pipe(
      z.enum(bayWidths_cm.map(String), 'bay_width'),
      z.transform((text: string) => Number(text)),
    ),
  ),
  /** Sizes of the vehicle itself, where they are not those of its type. */
  height_cm: z.optional(wholeNumber(50, 600)),
  length_cm: z.optional(wholeNumber(100, 3_000)),
  width_cm: z.optional(wholeNumber(50, 400)),
}

export const listParks = endpoint({
  name: 'listParks',
  method: 'GET',
  path: '/api/v1/parks/front/parks/',
  summary: 'Parks by country, text, coordinates or box, with the price and the spaces of a window',
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
  }),
  answer: pageOf(ParkSummary),
})

const at = { type: z.literal('Point'), coordinates: z.tuple([z.number(), z.number()]) }

/** Many parks in one square of the map; its edges are a box to zoom to. */
export const MapCluster = z.object({
  type: z.literal('Feature'),
  id: z.string(),
  geometry: z.object(at),
  properties: z.object({
    cluster: z.literal(true),
    point_count: z.number(),
    west: z.number(),
    south: z.number(),
    east: z.number(),
    north: z.number(),
  }),
})
export type MapCluster = z.infer<typeof MapCluster>

/** One park, with what its pin shows: as in the list. */
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

/** GeoJSON. Every park of the box once, alone or counted in a cluster: `total` is the list's. */
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
  summary: 'What a map shows of a box: clusters where parks are many, parks where they are few',
  tag: 'parks',
  auth: 'none',
  status: 200,
  query: z.strictObject({ ...filters, bbox: boxText, zoom: decimal(0, 24) }),
  answer: ParkMap,
})

const parkParams = z.strictObject({ parkId: line(1, 120) })

export const getPark = endpoint({
  name: 'getPark',
  method: 'GET',
  path: '/api/v1/front/parks/{parkId}',
  summary: 'One park, whole, by id, slug or park code',
  tag: 'parks',
  auth: 'none',
  status: 200,
  params: parkParams,
  query: z.strictObject(window),
  answer: Park,
})

export const getRate = endpoint({
  name: 'getRate',
  method: 'GET',
  path: '/api/v1/front/parks/{parkId}/rate',
  summary: 'The tariff of one vehicle type',
  tag: 'parks',
  auth: 'none',
  status: 200,
  params: parkParams,
  query: z.strictObject({ vehicle_type_id: window.vehicle_type_id }),
  answer: Tariff,
})

export const Fee = z.object({
  code: z.string(),
  name: z.string(),
  kind: z.enum(['percentage', 'fixed']),
  value: z.number(),
  currency: z.nullable(Currency),
  /** What it is taken of: the parking price, or the parking price and the service fee. */
  base: z.enum(['parking', 'parking_and_fees']),
  /** ISO 3166-2, where it holds in one state only. */
  state_code: z.nullable(z.string()),
})
export type Fee = z.infer<typeof Fee>

export const listFees = endpoint({
  name: 'listFees',
  method: 'GET',
  path: '/api/v1/front/fees',
  summary: 'Service fee and taxes of a country',
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
  summary: 'Vehicle types; 1 is the ordinary car',
  tag: 'vehicles',
  auth: 'none',
  status: 200,
  answer: z.array(VehicleType),
})
