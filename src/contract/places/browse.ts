import * as z from 'zod/mini'
import { endpoint, type AnswerOf } from '#contract/endpoint.ts'
import { line, pageOf, pageQuery, searchLine, SearchText } from '#contract/fields.ts'
import { placeKinds } from '#contract/geography.ts'
import { ParkList, ParkPrice, ParkSummary } from '#contract/parks/parks.ts'
import { CountryCode, CountryText } from './places.ts'

export const PlaceKind = z.enum(placeKinds)
export type PlaceKind = z.infer<typeof PlaceKind>

export const Place = z.object({
  kind: PlaceKind,
  slug: z.string(),
  name: z.string(),
  city: z.nullable(z.string()),
  state: z.nullable(z.string()),
  /** ISO 3166-2. */
  state_code: z.nullable(z.string()),
  country_code: CountryCode,
  lat: z.number(),
  lng: z.number(),
  iata: z.nullable(z.string()),
  icao: z.nullable(z.string()),
})
export type Place = z.infer<typeof Place>

/** With the number of car parks around it, as far as its page counts them. */
const ListedPlace = z.extend(Place, { total: z.number() })
export type ListedPlace = z.infer<typeof ListedPlace>

const Counted = z.object({ code: z.string(), name: z.string(), total: z.number() })
/** ISO 3166-2: `CA-ON`. */
const StateCode = line(2, 10)

/** Largest first; by name within a state; best match first for a search. `states` counts all places of the kind and country. */
export const listPlaces = endpoint({
  name: 'listPlaces',
  method: 'GET',
  path: '/api/v1/places/{kind}',
  summary: 'Lists airports, cities, stadiums or stations, filtered by country, state and text',
  tag: 'places',
  auth: 'none',
  status: 200,
  params: z.strictObject({ kind: PlaceKind }),
  query: z.strictObject({
    ...pageQuery,
    country: z.optional(CountryText),
    state: z.optional(StateCode),
    search: z.optional(searchLine(1, 200)),
  }),
  answer: z.extend(pageOf(ListedPlace), { states: z.array(Counted) }),
})
export type PlaceList = AnswerOf<typeof listPlaces>

/** What a label of a car park needs. */
const LabelledPark = z.pick(ParkSummary, { slug: true, name: true, near: true, address: true, city: true })

export const PlacePage = z.extend(Place, {
  /** Radius within which `total` counts car parks. */
  radius_m: z.number(),
  total: z.number(),
  /** Lowest total price within the radius: of one hour, and of one day at airports (unit `stay`). */
  from: z.nullable(ParkPrice),
  /**
   * Those that can be booked first, then nearest first, with their distances and, at airports, the price of a day; when the
   * radius has none, those beyond it, the nearest of which is `nearest_m` away.
   */
  parks: z.array(ParkSummary),
  nearest_m: z.optional(z.number()),
  nearby: z.array(ListedPlace),
  /** At airports: car parks whose name or address says at which terminal they are, by terminal. */
  terminals: z.array(z.object({ terminal: z.string(), parks: z.array(LabelledPark) })),
  /** At airports: car parks that are known to have a shuttle, nearest first. */
  shuttles: z.array(LabelledPark),
})
export type PlacePage = z.infer<typeof PlacePage>

export const getPlace = endpoint({
  name: 'getPlace',
  method: 'GET',
  path: '/api/v1/places/{kind}/{slug}',
  summary: 'Returns a place and the car parks around it',
  tag: 'places',
  auth: 'none',
  status: 200,
  params: z.strictObject({ kind: PlaceKind, slug: line(1, 160) }),
  answer: PlacePage,
})

/** `states` counts car parks by state of the country; `cities` by city of the country or state, highest count first. */
export const browseParks = endpoint({
  name: 'browseParks',
  method: 'GET',
  path: '/api/v1/parks/front/parks/directory',
  summary: 'Lists car parks by country, state, city and text, with counts by state and city',
  tag: 'parks',
  auth: 'none',
  status: 200,
  query: z.strictObject({
    ...pageQuery,
    country: z.optional(CountryText),
    state: z.optional(StateCode),
    city: z.optional(line(1, 120)),
    search: z.optional(SearchText),
  }),
  answer: z.extend(ParkList, {
    states: z.array(Counted),
    cities: z.array(z.object({ name: z.string(), state_code: z.nullable(z.string()), total: z.number() })),
  }),
})
export type Directory = AnswerOf<typeof browseParks>
