import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { Currency, Instant, line, wholeNumber } from '#contract/fields.ts'

/** Step lengths in minutes, and the limits of one request. */
export const chartSteps = [15, 30, 60, 240, 1_440] as const
export const chartRules = { most_days: 14, most_steps: 400 } as const

export const ChartStep = z.object({
  start: z.string(),
  /** The last step ends with the requested range, even if that makes it shorter. */
  end: z.string(),
  /** Open during the whole step; null when the hours are unknown. */
  open: z.nullable(z.boolean()),
  /** Spaces available throughout the step; null when the park can't be booked. */
  available: z.nullable(z.number()),
  /** Total price of the step with fees and taxes, as a quote would give it; null without a tariff. */
  price: z.nullable(z.number()),
})
export type ChartStep = z.infer<typeof ChartStep>

export const Chart = z.object({
  timezone: z.string(),
  currency: Currency,
  /** Capacity for the vehicle type; null when unknown. */
  capacity: z.nullable(z.number()),
  steps: z.array(ChartStep),
})
export type Chart = z.infer<typeof Chart>

export const getAvailability = endpoint({
  name: 'getAvailability',
  method: 'GET',
  path: '/api/v1/front/parks/{parkId}/availability',
  summary: 'Returns available spaces and total prices of a park in equal time steps',
  tag: 'parks',
  auth: 'none',
  status: 200,
  params: z.strictObject({ parkId: line(1, 120) }),
  query: z.strictObject({
    from: Instant,
    to: Instant,
    vehicle_type_id: z._default(wholeNumber(1, 1_000), 1),
    step: z._default(
      z.pipe(
        z.enum(chartSteps.map(String), 'chart_step'),
        z.transform((text: string) => Number(text)),
      ),
      60,
    ),
  }),
  answer: Chart,
})

/** Another window of the same length, with the total and availability that a quote would give. */
export const OtherTime = z.object({
  start_time: z.string(),
  end_time: z.string(),
  total: z.number(),
  currency: Currency,
  available: z.number(),
})
export type OtherTime = z.infer<typeof OtherTime>

/** The windows begin on the same day in the park's time zone and not in the past; null when there is none. */
export const OtherTimes = z.object({ before: z.nullable(OtherTime), after: z.nullable(OtherTime) })
export type OtherTimes = z.infer<typeof OtherTimes>

export const getOtherTimes = endpoint({
  name: 'getOtherTimes',
  method: 'GET',
  path: '/api/v1/front/parks/{parkId}/other-times',
  summary: 'Returns the nearest available windows of the same length, one earlier and one later',
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
