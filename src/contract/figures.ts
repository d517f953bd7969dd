import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { CountryText } from './places.ts'

const count = z.number()
/** Null while it would be that of a handful. */
const usage = z.nullable(z.number())

export const Figures = z.object({
  /** Of the country: car parks, and places that have a page. */
  parks: count,
  places: z.object({ airport: count, city: count, stadium: count, station: count }),
  /** Of the last 30 days, everywhere, rounded down to two digits. */
  active_users: usage,
  bookings: usage,
  /** Of a hundred reviews of the last year, those of four and five stars. */
  satisfaction_percent: usage,
})
export type Figures = z.infer<typeof Figures>

export const getFigures = endpoint({
  name: 'getFigures',
  method: 'GET',
  path: '/api/v1/front/figures',
  summary: 'What the product holds and how it is used, counted once an hour',
  tag: 'places',
  auth: 'none',
  status: 200,
  query: z.strictObject({ country: CountryText }),
  answer: Figures,
})
