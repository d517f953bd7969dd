import { sql, type RawBuilder } from 'kysely'
import { normalizeCode } from '#contract/codes.ts'
import type { DeskQuery } from '#contract/lists/lists.ts'
import { salesReport } from '#contract/reports/desk/sales.ts'
import { hasIdOrSlug, isId } from '#server/database/ids.ts'
import { customerName } from '#server/features/access/contacts.ts'
import { isExactCode } from '#server/features/lists/codes.ts'
import { served } from '#server/features/lists/served.ts'
import type { ListSource, ReportSource, SeenBy } from '#server/features/lists/source.ts'
import { hasWords } from '#server/features/lists/words.ts'
import type { Scope } from '#server/http/caller.ts'
import { findDays } from './days/days.ts'
import { salesDays } from './days/sales-days.ts'
import { allOf, textOf } from './places.ts'
import { amountsOfOrder } from './sales-amounts.ts'

/** SQL: the day at the branch `b` on which an order `o` was placed. */
const day = sql<string>`(o.created_at at time zone b.timezone)::date::text`

/** SQL: an amount of an order as a text in the currency’s own form of digits, for the taxes by code. */
const toText = (minor: RawBuilder<unknown>) => sql`case when o.currency = 'XOF' then (${minor})::text
  else to_char((${minor}) / 100.0, 'FM999999999990.00') end`

const taxesByCode = sql<string>`(
  select string_agg(upper(t.code) || ' ' || ${toText(sql`t.minor`)}, ', ' order by t.code) from (
    select x.code, sum(x.amount_minor)::bigint as minor from (
      select taxes from order_lines where order_id = o.id union all select o.delivery_taxes) p,
      jsonb_to_recordset(p.taxes) as x (code text, amount_minor bigint)
    group by 1) t)`

const hasCode = (code: string): string => JSON.stringify([{ code }])

interface Read {
  query: DeskQuery
  scope: Scope
}

/** The sums of days, for a query that they answer; others are answered by the orders themselves. */
function sumDays({ query, scope }: Read): ReportSource | undefined {
  const isByOrder = (['search', 'item', 'tax', 'released_from', 'released_to'] as const).some(
    (name) => query[name] !== undefined,
  )
  if (isByOrder) return undefined
  const column = (name: string) => sql.ref<string>(`f.${name}`)
  const given = (['currency', 'method', 'source', 'order_type'] as const).flatMap((name) => {
    const value = textOf(query, name)
    return value === undefined ? [] : [sql<boolean>`${column(name)} = ${value}`]
  })
  const example = textOf(query, 'example')
  const method = sql<string>`nullif(f.method, '')`
  return {
    from: sql`(${findDays(salesDays, { query, scope, period: 'placed' })}) f join branches b on b.id = f.branch_id`,
    where: allOf([...given, example !== undefined && sql<boolean>`f.is_example = ${example === 'true'}`]),
    rows: sql<number>`sum(f.orders)`,
    currency: column('currency'),
    day: sql<string>`f.day::text`,
    sums: Object.fromEntries(salesReport.report.sums.map((name) => [name, column(name)])),
    groups: {
      day: { key: sql<string>`f.day::text` },
      branch: { key: sql<string>`b.name`, filter: sql<string>`b.slug` },
      country: { key: sql<string>`(select c.code from countries c where c.id = b.country_id)` },
      method: { key: method },
      source: { key: column('source') },
      order_type: { key: column('order_type') },
    },
  }
}

const salesSource = ({ access, now, query, scope }: SeenBy & Read): ListSource<typeof salesReport> => {
  const money = (minor: RawBuilder<unknown>) => ({
    minor: minor as RawBuilder<bigint>,
    currency: sql<string>`o.currency`,
  })
  const sold = sql`(select * from orders where payment_status = 'paid') o join branches b on b.id = o.branch_id`
  return {
    from: sql`${sold} left join users u on u.id = o.user_id and u.erased_at is null`,
    counted: sold,
    id: sql<string>`o.id`,
    columns: {
      order_number: sql`o.order_number`,
      placed_at: sql`o.created_at`,
      completed_at: sql`(select max(h.at) from order_history h where h.order_id = o.id and h.to_status = 'completed')`,
      timezone: sql`b.timezone`,
      branch: sql`b.name`,
      country: sql`(select c.code from countries c where c.id = b.country_id)`,
      source: sql`o.source`,
      order_type: sql`o.order_type`,
      customer: customerName('u', access, now),
      status: sql`o.status`,
      payment_status: sql`case when o.refund_status = 'none' then o.payment_status else o.refund_status end`,
      payment_method: sql`o.payment_method`,
      subtotal: money(amountsOfOrder.subtotal),
      offers: money(amountsOfOrder.offers),
      coupon: money(amountsOfOrder.coupon),
      coupon_code: sql`o.promo_code`,
      delivery: money(amountsOfOrder.delivery),
      taxes: money(amountsOfOrder.taxes),
      taxes_by_code: taxesByCode,
      rounding: money(amountsOfOrder.rounding),
      total: money(amountsOfOrder.total),
      refunded: money(amountsOfOrder.refunded),
      net: money(amountsOfOrder.net),
      commission: money(amountsOfOrder.commission),
      is_example: sql`o.is_example`,
    },
    order: { placed_at: sql`o.created_at` },
    filters: {
      placed: { at: sql<Date>`o.created_at`, zone: sql<string>`b.timezone` },
      branch: (text) => hasIdOrSlug('b', text),
      country: (code) => sql<boolean>`b.country_id = (select id from countries where code = ${code})`,
      currency: (code) => sql<boolean>`o.currency = ${code}`,
      method: (method) => sql<boolean>`o.payment_method = ${method}`,
      source: (source) => sql<boolean>`o.source = ${source}`,
      order_type: (type) => sql<boolean>`o.order_type = ${type}`,
      city: (text) => sql<boolean>`lower(b.city) = lower(${text})`,
      item: (id) =>
        sql<boolean>`exists (select from order_lines l where l.order_id = o.id and ${isId(sql`l.item_id`, id)})`,
      tax: (code) => sql<boolean>`(o.delivery_taxes @> ${hasCode(code)}::jsonb or exists (
        select from order_lines l where l.order_id = o.id and l.taxes @> ${hasCode(code)}::jsonb))`,
      released: { at: sql<Date>`o.released_at`, zone: sql<string>`b.timezone` },
      example: sql<boolean>`o.is_example`,
    },
    search: (text) => ({
      ...isExactCode(sql`o.order_number`, text),
      matches: sql<boolean>`(o.order_number = ${normalizeCode(text)} or ${hasWords([sql`b.name`, sql`b.city`], text)})`,
    }),
    scope: { branch: sql<string>`b.id` },
    report: sumDays({ query, scope }) ?? {
      from: sold,
      currency: sql<string>`o.currency`,
      day,
      groups: {
        day: { key: day },
        branch: { key: sql<string>`b.name`, filter: sql<string>`b.slug` },
        country: { key: sql<string>`(select c.code from countries c where c.id = b.country_id)` },
        method: { key: sql<string>`o.payment_method` },
        source: { key: sql<string>`o.source` },
        order_type: { key: sql<string>`o.order_type` },
      },
    },
  }
}

export const salesDesk = [served(salesReport, salesSource)]
