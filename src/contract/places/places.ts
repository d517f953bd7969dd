import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { Currency, decimal, line, wholeNumber, SearchText } from '#contract/fields.ts'
import { countryCodes, type countryIds, languages } from '#contract/geography.ts'
import { suggestionKinds } from './suggestion-kinds.ts'

export type CountryCode = keyof typeof countryIds
export const CountryCode = z.enum(countryCodes)

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

export const Suggestion = z.object({
  kind: z.enum(suggestionKinds),
  name: z.string(),
  context: z.string(),
  lat: z.number(),
  lng: z.number(),
  /** The position is an area's centre or may be some hundred metres off: good for a search, not for a marker. */
  approximate: z.optional(z.boolean()),
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
    q: SearchText,
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

/** A place that the home page offers, with the number of car parks that can be booked within 5 km. */
export const Destination = z.extend(Suggestion, { bookable: z.number() })
export type Destination = z.infer<typeof Destination>

export const listDestinations = endpoint({
  name: 'listDestinations',
  method: 'GET',
  path: '/api/v1/places/destinations',
  summary: 'Lists popular cities and airports of a country, of those around which car parks can be booked',
  tag: 'places',
  auth: 'none',
  status: 200,
  query: z.strictObject({ country: CountryText }),
  answer: z.array(Destination),
})
