import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { Currency, Money, Uuid, missingOr } from '#contract/fields.ts'
import { countryCodes } from '#contract/geography.ts'
import { orderStatuses } from '#contract/orders/order-states.ts'
import { heldBackReasons, payoutStates } from '#contract/payouts/terms.ts'
import { waitingFigures } from './waiting.ts'

/** The last day, 7 or 30 days up to today, or two days of one's own. */
export const dashboardPeriods = ['today', '7_days', '30_days', 'custom'] as const
export type DashboardPeriod = (typeof dashboardPeriods)[number]

/** The longest period of one's own. */
export const longestPeriod_days = 400

/** What the dashboard counts, in its order. */
export const dashboardFigures = [
  'bookings',
  'revenue',
  'average_booking',
  'refunded',
  'new_customers',
  'arrivals_today',
  'parked_now',
  'occupancy',
  'orders',
  'sales',
  'average_order',
  'refunded_orders',
  'counter_orders',
  'counter_sales',
  'open_orders',
  'late_orders',
  'open_returns',
  'low_stock',
  'documents_waiting',
  'open_reports',
  'unread_messages',
  'new_messages',
  'open_claims',
  'disputes_waiting',
  'failed_refunds',
  'payouts_waiting',
  'payees_waiting',
  'open_discrepancies',
  'failed_mails',
] as const
export type DashboardFigureName = (typeof dashboardFigures)[number]

const DashboardFigure = z.object({
  name: z.enum(dashboardFigures),
  /** A number or amounts by currency; occupancy is a percentage. */
  value: z.union([z.number(), z.array(Money)]),
  /** The same for the period before, where the figure belongs to a period. */
  previous: z.nullable(z.union([z.number(), z.array(Money)])),
  /** The list that shows what was counted, with its query. */
  list: z.string(),
})
export type DashboardFigure = z.infer<typeof DashboardFigure>

export const Dashboard = z.object({
  /** Days in the reader's time zone, both included. */
  from: z.string(),
  to: z.string(),
  figures: z.array(DashboardFigure),
  /**
   * Bookings made on each day, beside those of the day as many days before as the period is long; of the hours of all spaces,
   * what was booked for that day, in percent, for those who see the car parks of some operators alone.
   */
  days: z.array(
    z.object({
      day: z.string(),
      bookings: z.number(),
      previous: z.number(),
      revenue: z.array(Money),
      occupancy: z.nullable(z.number()),
    }),
  ),
  /** Bookings made in each hour of the day, over the period. */
  hours: z.array(z.object({ hour: z.number(), bookings: z.number(), previous: z.number() })),
  /**
   * Revenue and sales of the period in the currency that was asked for, each day at the newest rate entered for it or
   * before. An amount is null where a rate is missing or the reader may not see it.
   */
  totals: z.nullable(
    z.object({
      currency: Currency,
      revenue: z.nullable(Money),
      sales: z.nullable(Money),
      /** The newest rates that were used: what one unit of `currency` is worth. */
      rates: z.array(z.object({ currency: Currency, rate: z.number(), day: z.string(), source: z.string() })),
      /** Currencies without a rate. */
      missing: z.array(Currency),
    }),
  ),
  /** What the reader’s own operators are owed; null for staff and for those who may not see it. */
  owed: z.nullable(
    z.array(
      z.object({
        payee_id: z.string(),
        payee: z.string(),
        timezone: z.string(),
        balance: Money,
        /** Sold since the last statement, before commission. */
        unstated: Money,
        payable: Money,
        held_back: z.nullable(z.enum(heldBackReasons)),
        /** When the running period ends. */
        next_closing_at: z.string(),
        /** The payout that was proposed last. */
        last: z.nullable(
          z.object({
            id: z.string(),
            number: z.string(),
            amount: Money,
            state: z.enum(payoutStates),
            proposed_at: z.string(),
          }),
        ),
      }),
    ),
  ),
  /** The branches of which the reader may see the orders. */
  branches: z.array(z.object({ id: z.string(), name: z.string(), city: z.string() })),
  /** Null for those who may not see orders. */
  shop: z.nullable(
    z.object({
      /** Orders placed in the period, by their state now; states without any are left out. */
      states: z.array(z.object({ status: z.enum(orderStatuses), count: z.number(), list: z.string() })),
      /** What was sold most often in the period, less what was refunded. */
      top_items: z.array(z.object({ name: z.string(), quantity: z.number(), list: z.string() })),
      /** Sales by the day and the hour in which they were placed, beside those of the period before. */
      days: z.array(z.object({ day: z.string(), orders: z.number(), sales: z.array(Money), previous: z.array(Money) })),
      hours: z.array(z.object({ hour: z.number(), sales: z.array(Money), previous: z.array(Money) })),
    }),
  ),
})
export type Dashboard = z.infer<typeof Dashboard>

const Day = z.optional(z.iso.date(missingOr('day')))
const Zone = z._default(
  z.string().check(z.refine((zone) => zone === 'UTC' || Intl.supportedValuesOf('timeZone').includes(zone), 'required')),
  'UTC',
)

export const getDashboard = endpoint({
  name: 'getDashboard',
  method: 'GET',
  path: '/api/v1/admin/dashboard',
  summary: 'Returns figures of bookings, money and open work for a period, next to those of the period before',
  tag: 'desk',
  auth: 'dashboard.view',
  status: 200,
  query: z.strictObject({
    /** Only the shop's figures, of one branch. */
    branch: z.optional(Uuid),
    period: z._default(z.enum(dashboardPeriods, 'required'), '7_days'),
    from: Day,
    to: Day,
    /** Also gives the totals in this currency. */
    currency: z.optional(Currency),
    timezone: Zone,
  }),
  answer: Dashboard,
})

export const countWaiting = endpoint({
  name: 'countWaiting',
  method: 'GET',
  path: '/api/v1/admin/waiting',
  summary: 'Counts what waits for the caller, by what they may open; what is empty is left out',
  tag: 'desk',
  auth: 'dashboard.view',
  status: 200,
  answer: z.object({
    items: z.array(z.object({ name: z.enum(waitingFigures), value: z.number(), list: z.string() })),
  }),
})

/** How many days ago the days are that today is compared with, itself first. */
export const comparedDays = [0, 1, 7] as const

const Compared = z.object({ today: z.number(), yesterday: z.number(), week_ago: z.number() })
export type Compared = z.infer<typeof Compared>

/** Null for what the reader may not see. Amounts are in major units. */
const todayFields = {
  currency: Currency,
  bookings: z.nullable(Compared),
  /** What was paid for these bookings, less refunds. */
  revenue: z.nullable(Compared),
  orders: z.nullable(Compared),
  /** What was paid for these orders, less refunds. */
  sales: z.nullable(Compared),
}
const TodayFigures = z.object(todayFields)
export type TodayFigures = z.infer<typeof TodayFigures>

const placeFields = { country: z.enum(countryCodes), ...todayFields }

export const compareToday = endpoint({
  name: 'compareToday',
  method: 'GET',
  path: '/api/v1/admin/dashboard/today',
  summary: 'Compares today until now with the same hours of yesterday and of a week ago, by country and by branch',
  tag: 'desk',
  auth: 'dashboard.view',
  status: 200,
  query: z.strictObject({
    /** This branch alone. */
    branch: z.optional(Uuid),
    timezone: Zone,
  }),
  answer: z.object({
    /** Today in the reader's time zone, and the moment until which it is compared. */
    day: z.string(),
    until: z.string(),
    countries: z.array(z.object(placeFields)),
    branches: z.array(z.object({ id: z.string(), name: z.string(), city: z.string(), ...placeFields })),
  }),
})
