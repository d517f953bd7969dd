import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { missingOr } from '#contract/fields.ts'
import { devices } from '#contract/figures/devices.ts'
import { countryCodes } from '#contract/geography.ts'
import { deskList } from '#contract/lists/lists.ts'
import { deskScreen } from '#contract/lists/screens.ts'
import { CountryCode } from '#contract/places/places.ts'
import { dashboardPeriods } from './dashboard.ts'

const permission = 'analytics.view'

/** The steps to a booking, to an order and to a top-up, as charts. */
export const analyticsScreen = deskScreen({
  name: 'analytics',
  permission,
  menu: { group: 'reports', rank: 10, letter: 'y' },
})

/** What is counted: from a search to a booking, from the page of an item to an order, and from a top-up's start to its end. */
export const analyticsFunnels = {
  parking: ['search', 'park_page', 'quote', 'booking'],
  shop: ['item_page', 'cart', 'checkout', 'order'],
  top_ups: ['top_up_started', 'top_up_completed'],
} as const
export type AnalyticsFunnel = keyof typeof analyticsFunnels
export const analyticsFunnelNames = Object.keys(analyticsFunnels) as readonly AnalyticsFunnel[]
export type AnalyticsStep = (typeof analyticsFunnels)[AnalyticsFunnel][number]
export const analyticsSteps: readonly AnalyticsStep[] = Object.values(analyticsFunnels).flat()

/** `unknown`: made without a browser, or before the device was kept. */
export const countedDevices = [...devices, 'unknown'] as const
export type CountedDevice = (typeof countedDevices)[number]

/** The columns of the steps. */
const steps = {
  search: { kind: 'number', sortable: true },
  park_page: { kind: 'number', sortable: true },
  quote: { kind: 'number', sortable: true },
  booking: { kind: 'number', sortable: true },
  item_page: { kind: 'number', sortable: true },
  cart: { kind: 'number', sortable: true },
  checkout: { kind: 'number', sortable: true },
  order: { kind: 'number', sortable: true },
  top_up_started: { kind: 'number', sortable: true },
  top_up_completed: { kind: 'number', sortable: true },
} as const satisfies Record<AnalyticsStep, object>

/** The counts of each day of UTC, country and class of device. */
export const analyticsList = deskList({
  name: 'analytics-days',
  permission,
  columns: {
    day: { kind: 'text', sortable: true },
    country: { kind: 'country' },
    device: { kind: 'choice', words: 'devices' },
    ...steps,
    example: { kind: 'flag', extra: true, internal: true },
  },
  filters: {
    country: { kind: 'choice', values: countryCodes, words: 'countries' },
    device: { kind: 'choice', values: countedDevices, words: 'devices' },
    example: { kind: 'flag', internal: true },
    day: { kind: 'days' },
  },
  sort: '-day',
})

const count = z.number()
const AnalyticsStepCount = z.object({
  step: z.enum(analyticsSteps as readonly [AnalyticsStep, ...AnalyticsStep[]]),
  count,
  /** Of the step before of the same funnel, in percent; null for the first, and after a step that nobody took. */
  percent: z.nullable(z.number()),
  devices: z.object({ phone: count, tablet: count, desktop: count, unknown: count }),
})
export type AnalyticsStepCount = z.infer<typeof AnalyticsStepCount>

export const Analytics = z.object({
  /** Days of UTC, both included. */
  from: z.string(),
  to: z.string(),
  /** Those that the person may see: searches and top-ups belong to no car park, pages of items to no branch. */
  steps: z.array(AnalyticsStepCount),
  days: z.array(z.object({ day: z.string(), counts: z.partialRecord(z.enum(analyticsSteps), count) })),
})
export type Analytics = z.infer<typeof Analytics>

const Day = z.optional(z.iso.date(missingOr('day')))

export const getAnalytics = endpoint({
  name: 'getAnalytics',
  method: 'GET',
  path: '/api/v1/admin/analytics',
  summary:
    'Counts searches, car park pages, quotes, bookings, item pages, carts, checkouts, orders and top-ups of a period, and how many went on to the next step',
  tag: 'desk',
  auth: permission,
  status: 200,
  query: z.strictObject({
    period: z._default(z.enum(dashboardPeriods, 'required'), '7_days'),
    from: Day,
    to: Day,
    country: z.optional(CountryCode),
    /** Examples, which the demo has made up, are never counted with the rest. */
    example: z._default(z.enum(['true', 'false'], 'required'), 'false'),
  }),
  answer: Analytics,
})
