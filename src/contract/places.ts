import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Currency } from './money.ts'
import { decimal, line, wholeNumber, searchLine } from './fields.ts'

/** Countries served, by the numbers of the specification. */
export const countryIds = { NG: 1, CA: 2, SN: 3, US: 4 } as const
export type CountryCode = keyof typeof countryIds
export const countryCodes = ['NG', 'CA', 'SN', 'US'] as const
export const CountryCode = z.enum(countryCodes)

/** The IANA zone of each country, or its most populous one: days of accounts, deadlines and mails follow it. */
export const countryZones = {
  NG: 'Africa/Lagos',
  CA: 'America/Toronto',
  SN: 'Africa/Dakar',
  US: 'America/New_York',
} as const satisfies Record<CountryCode, string>

export const languages = ['en', 'fr'] as const
export type Language = (typeof languages)[number]
export const Language = z.enum(languages)

export const Country = z.object({
  id: z.number(),
  code: CountryCode,
  name: z.string(),
  currency: Currency,
  languages: z.array(Language),
  flag: z.string(),
})
export type Country = z.infer<typeof Country>

export const State = z.object({ id: z.number(), name: z.string(), country_id: z.number(), code: z.string() })
export type State = z.infer<typeof State>

/** Kinds of suggestions; only parks have `id` and `slug`. */
export const suggestionKinds = ['state', 'city', 'area', 'airport', 'station', 'stadium', 'poi', 'park'] as const
export const Suggestion = z.object({
  kind: z.enum(suggestionKinds),
  name: z.string(),
  context: z.string(),
  lat: z.number(),
  lng: z.number(),
  id: z.optional(z.string()),
  slug: z.optional(z.string()),
})
export type Suggestion = z.infer<typeof Suggestion>

/** A country's code or its name in either language, case-insensitive. */
export const CountryText = line(2, 40)

export const listCountries = endpoint({
  name: 'listCountries',
  method: 'GET',
  path: '/api/v1/countries',
  summary: 'Lists the countries served',
  tag: 'places',
  auth: 'none',
  status: 200,
  answer: z.array(Country),
})

export const loadStates = endpoint({
  name: 'loadStates',
  method: 'GET',
  path: '/api/v1/states/load',
  summary: 'Lists the states or regions of a country',
  tag: 'places',
  auth: 'optional',
  status: 200,
  query: z.strictObject({ country_id: z._default(wholeNumber(1, 1_000_000), 1) }),
  answer: z.array(State),
})

export const suggest = endpoint({
  name: 'suggest',
  method: 'GET',
  path: '/api/v1/parks/front/suggest',
  summary: 'Suggests places and car parks for a typed text',
  tag: 'places',
  auth: 'none',
  status: 200,
  query: z.strictObject({
    q: searchLine(1, 200),
    country: z.optional(CountryText),
    lat: z.optional(decimal(-90, 90)),
    lng: z.optional(decimal(-180, 180)),
  }),
  answer: z.array(Suggestion),
})

/** A suggestion that the page can show before the server responds; `weight` is from 0 to 1. */
export const KnownPlace = z.extend(Suggestion, { weight: z.number() })
export type KnownPlace = z.infer<typeof KnownPlace>

export const listKnownPlaces = endpoint({
  name: 'listKnownPlaces',
  method: 'GET',
  path: '/api/v1/parks/front/suggest/known',
  summary: 'Lists the largest places of a country, highest weight first, for suggestions without a request',
  tag: 'places',
  auth: 'none',
  status: 200,
  query: z.strictObject({ country: CountryText }),
  answer: z.array(KnownPlace),
})

export interface Destination {
  kind: 'city' | 'airport'
  /** Query for the suggestions endpoint, which gives the name and position. */
  query: string
}

/** Popular destinations of each country: large cities, and the busiest airports by IATA code. */
export const destinations: Record<CountryCode, readonly Destination[]> = {
  NG: [
    { kind: 'city', query: 'Lagos' },
    { kind: 'city', query: 'Abuja' },
    { kind: 'city', query: 'Port Harcourt' },
    { kind: 'city', query: 'Kano' },
    { kind: 'city', query: 'Ibadan' },
    { kind: 'city', query: 'Benin City' },
    { kind: 'airport', query: 'LOS' },
    { kind: 'airport', query: 'ABV' },
  ],
  CA: [
    { kind: 'city', query: 'Toronto' },
    { kind: 'city', query: 'Montréal' },
    { kind: 'city', query: 'Vancouver' },
    { kind: 'city', query: 'Québec' },
    { kind: 'city', query: 'Calgary' },
    { kind: 'city', query: 'Ottawa' },
    { kind: 'airport', query: 'YYZ' },
    { kind: 'airport', query: 'YUL' },
  ],
  SN: [
    { kind: 'city', query: 'Dakar' },
    { kind: 'city', query: 'Thiès' },
    { kind: 'city', query: 'Saint-Louis' },
    { kind: 'city', query: 'Mbour' },
    { kind: 'city', query: 'Touba' },
    { kind: 'city', query: 'Ziguinchor' },
    { kind: 'city', query: 'Kaolack' },
    { kind: 'airport', query: 'DSS' },
  ],
  US: [
    { kind: 'city', query: 'New York' },
    { kind: 'city', query: 'Los Angeles' },
    { kind: 'city', query: 'Chicago' },
    { kind: 'city', query: 'San Francisco' },
    { kind: 'city', query: 'Seattle' },
    { kind: 'city', query: 'Boston' },
    { kind: 'airport', query: 'JFK' },
    { kind: 'airport', query: 'LAX' },
  ],
}
