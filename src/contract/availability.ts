import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Currency } from './money.ts'
import { Instant, line, wholeNumber } from './page.ts'

/** Minutes of a step, and how much one chart may ask for. */
export const chartSteps = [15, 30, 60, 240, 1_440] as const
export const chartRules = { most_days: 14, most_steps: 400 } as const

export const ChartStep = z.object({
  start: z.string(),
  /** That of the last step is the chart's. */
  end: z.string(),
  /** Open during the whole step; null when the hours are unknown. */
  open: z.nullable(z.boolean()),
  /** Spaces left over the whole step; null where it cannot be booked. */
  available: z.nullable(z.number()),
  /** The whole price of the step, fees and taxes in, as the quote says; null without a tariff. */
  price: z.nullable(z.number()),
})
export type ChartStep = z.infer<typeof ChartStep>

export const Chart = z.object({
  timezone: z.string(),
  currency: Currency,
  /** Of the vehicle type; null where it has none. */
  capacity: z.nullable(z.number()),
  steps: z.array(ChartStep),
})
export type Chart = z.infer<typeof Chart>

export const getAvailability = endpoint({
  name: 'getAvailability',
  method: 'GET',
  path: '/api/v1/front/parks/{parkId}/availability',
  summary: 'Spaces left and whole price of a park, step by step',
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
