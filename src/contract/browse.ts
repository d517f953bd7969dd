import * as z from 'zod/mini'
import { endpoint, type AnswerOf } from './endpoint.ts'
import { line, pageOf, pageQuery, soughtLine } from './page.ts'
import { ParkPrice, ParkSummary } from './parks.ts'
import { CountryCode, CountryText } from './places.ts'

/** Places that have pages of their own: the four parking types. */
export const placeKinds = ['airport', 'city', 'stadium', 'station'] as const
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

/** Of the pages to browse, the same with scripts and without. */
export const browseSizes = { parks: 20, places: 60 } as const

const Counted = z.object({ code: z.string(), name: z.string(), total: z.number() })
/** ISO 3166-2: `CA-ON`. */
const StateCode = line(2, 10)

/** The largest first; of a state by name; of a text the best answers first. `states` counts all of the kind and country. */
export const listPlaces = endpoint({
  name: 'listPlaces',
  method: 'GET',
  path: '/api/v1/places/{kind}',
  summary: 'Airports, cities, stadiums or stations of a country, by state and text',
  tag: 'places',
  auth: 'none',
  status: 200,
  params: z.strictObject({ kind: PlaceKind }),
  query: z.strictObject({
    ...pageQuery,
    country: z.optional(CountryText),
    state: z.optional(StateCode),
    search: z.optional(soughtLine(1, 200)),
  }),
  answer: z.extend(pageOf(Place), { states: z.array(Counted) }),
})
export type PlaceList = AnswerOf<typeof listPlaces>

export const PlacePage = z.extend(Place, {
  /** How far around it `total` is counted. */
  radius_m: z.number(),
  total: z.number(),
  /** The lowest whole price of one hour among them. */
  from: z.nullable(ParkPrice),
  /** The nearest of them, with their distance; where there are none, the nearest beyond. */
  parks: z.array(ParkSummary),
  nearby: z.array(Place),
})
export type PlacePage = z.infer<typeof PlacePage>

export const getPlace = endpoint({
  name: 'getPlace',
  method: 'GET',
  path: '/api/v1/places/{kind}/{slug}',
  summary: 'A place and the car parks around it',
  tag: 'places',
  auth: 'none',
  status: 200,
  params: z.strictObject({ kind: PlaceKind, slug: line(1, 160) }),
  answer: PlacePage,
})

/** `states` counts those of the country; `cities` those of it or of the state, the largest numbers first. */
export const browseParks = endpoint({
  name: 'browseParks',
  method: 'GET',
  path: '/api/v1/parks/front/parks/directory',
  summary: 'Car parks by country, state, city and text, with how many each state and city has',
  tag: 'parks',
  auth: 'none',
  status: 200,
  query: z.strictObject({
    ...pageQuery,
    country: z.optional(CountryText),
    state: z.optional(StateCode),
    city: z.optional(line(1, 120)),
    search: z.optional(soughtLine(1, 200)),
  }),
  answer: z.extend(pageOf(ParkSummary), {
    states: z.array(Counted),
    cities: z.array(z.object({ name: z.string(), state_code: z.nullable(z.string()), total: z.number() })),
  }),
})
export type Directory = AnswerOf<typeof browseParks>
