import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Currency } from './money.ts'
import { Instant, line, wholeNumber } from './page.ts'

/** Another window of the same length, with what a quote of it would say. */
export const OtherTime = z.object({
  start_time: z.string(),
  end_time: z.string(),
  total: z.number(),
  currency: Currency,
  available: z.number(),
})
export type OtherTime = z.infer<typeof OtherTime>

/** Null where the day has none: it begins on the same day of the park's calendar, and not before now. */
export const OtherTimes = z.object({ before: z.nullable(OtherTime), after: z.nullable(OtherTime) })
export type OtherTimes = z.infer<typeof OtherTimes>

export const getOtherTimes = endpoint({
  name: 'getOtherTimes',
  method: 'GET',
  path: '/api/v1/front/parks/{parkId}/other-times',
  summary: 'The nearest windows of the same length that have space, one that begins before and one that begins after',
  tag: 'parks',
  auth: 'none',
  status: 200,
  params: z.strictObject({ parkId: line(1, 120) }),
  query: z.strictObject({
    start_time: Instant,
    end_time: Instant,
    vehicle_type_id: z._default(wholeNumber(1, 1_000), 1),
  }),
  answer: OtherTimes,
})
