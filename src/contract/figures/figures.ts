import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { countryCodes } from '#contract/geography.ts'
import { CountryText } from '#contract/places/places.ts'

const count = z.number()
/** Null when the number is too small to publish. */
const usage = z.nullable(z.number())

export const Figures = z.object({
  /** Car parks of the country, and places with their own page. */
  parks: count,
  places: z.object({ airport: count, city: count, stadium: count, station: count }),
  /** All countries in which some car park has a charger. */
  charger_countries: z.array(z.enum(countryCodes)),
  /** Last 30 days, all countries, rounded down to two significant digits. */
  active_users: usage,
  bookings: usage,
  /** Percentage of last year's reviews with four or five stars. */
  satisfaction_percent: usage,
})
export type Figures = z.infer<typeof Figures>

export const getFigures = endpoint({
  name: 'getFigures',
  method: 'GET',
  path: '/api/v1/front/figures',
  summary: 'Returns counts of car parks, places and usage, updated hourly',
  tag: 'places',
  auth: 'none',
  status: 200,
  query: z.strictObject({ country: CountryText }),
  answer: Figures,
})
