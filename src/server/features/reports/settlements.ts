import { sql, type RawBuilder } from 'kysely'
import { settlementsReport } from '#contract/reports/desk/settlements.ts'
import { isId } from '#server/database/ids.ts'
import { containsPattern } from '#server/database/like.ts'
import { hasAmount } from '#server/features/lists/amounts.ts'
import { served } from '#server/features/lists/served.ts'
import type { ListSource } from '#server/features/lists/source.ts'
import { hasWords } from '#server/features/lists/words.ts'
import { withinPayees } from '#server/features/payouts/payee-records.ts'
import { payeeName, payeesWithPlaces } from '#server/features/payouts/payees.ts'

const currency = sql<string>`s.currency`
const isExample = sql<boolean>`coalesce(o.is_example, b.is_example)`
const kind = sql<string>`case when y.branch_id is null then 'partner' else 'branch' end`

/** SQL: the amounts of a statement `s` of the payee `y`, in minor units. */
const amounts = {
  parking: sql<bigint>`case when y.branch_id is null then s.sales_minor else 0 end`,
  goods: sql<bigint>`case when y.branch_id is null then 0 else s.sales_minor - s.delivery_minor end`,
  delivery: sql<bigint>`s.delivery_minor`,
  refunds: sql<bigint>`s.refunds_minor`,
  commission: sql<bigint>`-s.commission_minor`,
  tax: sql<bigint>`-s.tax_minor`,
  cash_kept: sql<bigint>`s.cash_kept_minor`,
  other: sql<bigint>`s.other_minor - s.cash_kept_minor`,
  due: sql<bigint>`s.closing_minor - s.opening_minor - s.paid_minor`,
  payouts: sql<bigint>`s.paid_minor`,
} as const satisfies Record<(typeof settlementsReport.report.sums)[number], RawBuilder<bigint>>

const money = (minor: RawBuilder<bigint>) => ({ minor, currency })

const settlementsSource = (): ListSource<typeof settlementsReport> => {
  const rows = sql`statements s join ${payeesWithPlaces} on y.id = s.payee_id`
  const day = sql<string>`(s.period_until at time zone y.timezone)::date::text`
  return {
    from: rows,
    counted: sql`statements s join payees y on y.id = s.payee_id`,
    id: sql<string>`s.id`,
    columns: {
      number: sql`s.number`,
      payee: payeeName,
      kind,
      country: sql`c.code`,
      period_from: sql`s.period_from`,
      period_until: sql`s.period_until`,
      opening: money(sql`s.opening_minor`),
      parking: money(amounts.parking),
      goods: money(amounts.goods),
      delivery: money(amounts.delivery),
      refunds: money(amounts.refunds),
      commission: money(amounts.commission),
      tax: money(amounts.tax),
      cash_kept: money(amounts.cash_kept),
      other: money(amounts.other),
      due: money(amounts.due),
      payouts: money(amounts.payouts),
      open: money(sql`s.closing_minor`),
      currency,
      timezone: sql`y.timezone`,
      is_example: isExample,
    },
    filters: {
      until: { at: sql<Date>`s.period_until`, zone: sql<string>`y.timezone` },
      payee: (text) => sql<boolean>`(${isId(sql`y.id`, text)} or ${payeeName} ilike ${containsPattern(text)})`,
      kind: (of) => sql<boolean>`${kind} = ${of}`,
      country: (code) => sql<boolean>`c.code = ${code}`,
      currency: (code) => sql<boolean>`s.currency = ${code}`,
      example: isExample,
    },
    search: (text) => ({
      exact: sql<boolean>`s.number = upper(${text})`,
      matches: sql<boolean>`(s.number = upper(${text}) or ${hasWords([payeeName], text)}
        or ${hasAmount(sql`s.closing_minor`, currency, text)})`,
    }),
    scope: { within: withinPayees },
    report: {
      from: rows,
      currency,
      day,
      sums: amounts,
      groups: {
        day: { key: day },
        payee: { key: payeeName, filter: sql<string>`y.id::text` },
        kind: { key: kind },
        country: { key: sql<string>`c.code` },
      },
    },
  }
}

export const settlementsDesk = [served(settlementsReport, settlementsSource)]
