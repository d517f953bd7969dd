import * as z from 'zod/mini'
import { endpoint, type Endpoint } from '#contract/endpoint.ts'
import { searchLine, Uuid } from '#contract/fields.ts'
import { currencies, type Currency } from '#contract/money.ts'
import {
  deskList,
  filterFields,
  inCallName,
  TimeZone,
  type DeskListDescription,
  type DeskListEndpoint,
} from './lists.ts'
import type { ReportDescription } from './report-facts.ts'

export type DeskReportDescription = DeskListDescription & { readonly report: ReportDescription }

/** What a report is asked to sum. Filters stand beside these fields, as texts. */
export type TotalsQuery = {
  by?: string | undefined
  /** The currency in which everything is summed as well, each day at its stored rate. */
  into?: Currency | undefined
  search?: string | undefined
  state?: string | undefined
  at_branch?: string | undefined
  timezone?: string | undefined
} & Record<string, unknown>

const Values = z.record(z.string(), z.number())
const ReportSum = z.object({
  /** Null in the sums of everything, and where the rows have no value. */
  key: z.nullable(z.string()),
  /** What the filter takes to show the rows; null where it cannot. */
  filter: z.nullable(z.string()),
  currency: z.nullable(z.enum(currencies)),
  rows: z.number(),
  values: Values,
})
/** Sums of rows in one currency: by column, amounts in the currency, or a number. */
export type ReportSum = z.infer<typeof ReportSum>

const ReportRate = z.object({
  currency: z.enum(currencies),
  /** What one unit was worth on the last of the days. */
  rate: z.number(),
  day: z.string(),
  source: z.string(),
  /** How many days had no rate of their own, and took the last one before. */
  carried_days: z.number(),
})
export const ReportTotals = z.object({
  totals: z.array(ReportSum),
  groups: z.array(ReportSum),
  /** Whether there are more groups than are listed. */
  is_cut: z.boolean(),
  /** Null unless a currency was asked for. */
  converted: z.nullable(
    z.object({
      currency: z.enum(currencies),
      /** Null while a rate is missing. */
      total: z.nullable(Values),
      rates: z.array(ReportRate),
      /** The days of amounts for which no rate is stored, by currency. */
      missing: z.array(
        z.object({ currency: z.enum(currencies), days: z.number(), first: z.string(), last: z.string() }),
      ),
    }),
  ),
})
export type ReportTotals = z.infer<typeof ReportTotals>

export type TotalsEndpoint<Name extends string = string> = Endpoint<
  undefined,
  z.ZodMiniType<TotalsQuery>,
  undefined,
  z.ZodMiniType<ReportTotals>,
  'GET',
  `/api/v1/admin/${Name}/totals`
>

/** A report with the endpoints that answer its rows and its sums. */
export function deskReport<const L extends DeskReportDescription>(
  given: L,
): L & { endpoint: DeskListEndpoint<L>; totals: TotalsEndpoint<L['name']> } {
  const list = deskList(given)
  const groups = Object.keys(list.report.groups)
  return {
    ...list,
    totals: endpoint({
      name: `sumDesk${inCallName(list.name)}`,
      method: 'GET',
      path: `/api/v1/admin/${list.name}/totals`,
      summary: `Sums the report ${list.name.replace('reports/', '').replaceAll('-', ' ')}, by currency and by what is asked for`,
      tag: 'desk',
      auth: list.permission,
      status: 200,
      query: z.strictObject({
        by: z.optional(z.enum(groups, 'required')),
        into: z.optional(z.enum(currencies, 'required')),
        search: z.optional(searchLine(1, 120)),
        state: z.optional(z.enum([...(list.states ?? [])], 'required')),
        at_branch: z.optional(Uuid),
        timezone: TimeZone,
        ...filterFields(list.filters),
      }) as unknown as z.ZodMiniType<TotalsQuery>,
      answer: ReportTotals,
    }) as TotalsEndpoint<L['name']>,
  }
}
