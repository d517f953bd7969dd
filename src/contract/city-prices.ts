import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Currency } from './money.ts'
import { CountryCode } from './places.ts'

/** Where parks can be booked: what an hour costs there, without fees and taxes. */
export const CityPrice = z.object({
  city: z.string(),
  currency: Currency,
  parks: z.number(),
  /** How many of them have an example's price. */
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
  summary: 'The hourly price of the car parks that can be booked, by city: the median and the middle half',
  tag: 'parks',
  auth: 'none',
  status: 200,
  query: z.strictObject({ country: CountryCode }),
  answer: z.array(CityPrice),
})
