import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { searchLine } from '#contract/fields.ts'
import { CountryCode } from '#contract/places/places.ts'

/** The page that the server renders is counted there; a browser reports those that it opens without the server. */
export const countVisit = endpoint({
  name: 'countVisit',
  method: 'POST',
  path: '/api/v1/visits',
  summary: 'Counts a page that a browser has opened without loading it, by day, country and class of device alone',
  tag: 'parks',
  auth: 'none',
  in_read_only: true,
  status: 204,
  body: z.strictObject({
    address: searchLine(1, 2_000),
    /** The chosen country, for searches that name no place. */
    country: z.optional(CountryCode),
  }),
})
