import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { Currency } from '#contract/fields.ts'
import { CountryCode } from '#contract/places/places.ts'

/** Hourly prices of the bookable car parks of a city, before fees and taxes. */
export const CityPrice = z.object({
  city: z.string(),
  currency: Currency,
  parks: z.number(),
  /** How many of them have example prices. */
  examples: z.number(),
  low: z.number(),
  median: z.number(),
  high: z.number(),
})
export type CityPrice = z.infer<typeof CityPrice>

export const listCityPrices = endpoint({
  name: 'listCityPrices',
  method: 'GET',
  path: '/api/v1/front/city-prices',
  summary: 'Lists hourly prices of bookable car parks by city: median and quartiles',
  tag: 'parks',
  auth: 'none',
  status: 200,
  query: z.strictObject({ country: CountryCode }),
  answer: z.array(CityPrice),
})
