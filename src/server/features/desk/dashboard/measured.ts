import { sql, type RawBuilder } from 'kysely'
import type { DashboardFigure } from '#contract/desk/dashboard.ts'
import { chargedUnit, type Currency } from '#contract/money.ts'
import type { Days } from './periods.ts'

/** A figure with that of the period before, where it has one, and the list that shows what was counted. */
export interface Measured {
  value: Value
  previous: Value | null
  list: string
}
export type Value = DashboardFigure['value']

/** Of `count` amounts that sum to `sum`, rounded down to what the currency charges: whole naira, whole cents. */
export const averageOf = (sum: bigint, count: number, currency: Currency): bigint =>
  (sum / BigInt(Math.max(1, count)) / chargedUnit(currency)) * chargedUnit(currency)

/** Local midnight at the start of a day. */
export const startOf = (day: string, zone: string, plus = 0): RawBuilder<Date> =>
  sql<Date>`((${day}::date + ${plus}::int)::timestamp at time zone ${zone})`
export const between = (at: RawBuilder<unknown>, { from, to }: Days, zone: string): RawBuilder<boolean> =>
  sql<boolean>`${at} >= ${startOf(from, zone)} and ${at} < ${startOf(to, zone, 1)}`
