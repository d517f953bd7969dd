import { sql } from 'kysely'
import { isOfDay, ordersOfDays, type DaySums } from './days.ts'

const charge = sql`x (code text, kind text, value bigint, source text, amount_minor bigint)`
const rate = sql`case x.kind when 'percentage' then x.value / 1000.0 end`

/** When a refund was decided. The ledger takes it back from the tax then, or with the completion of its order. */
const decidedAt = sql`coalesce(f.decided_at, f.at)`
const refunded = sql`
  join order_refund_lines r on r.refund_id = f.id left join order_lines l on l.id = r.line_id
  cross join lateral jsonb_to_recordset(r.taxes) as y (code text, amount_minor bigint)
  left join lateral (
    select x.* from jsonb_to_recordset(coalesce(l.taxes, o.delivery_taxes)) as ${charge} where x.code = y.code limit 1) x on true`
const takenBack = sql`y.code, ${rate}, x.source, -(r.goods_minor - r.promotion_minor), 0::bigint, y.amount_minor`

/**
 * Taxes of orders by the day on which they became due, the day of the order's settlement, and taxes that refunds returned,
 * by the day of the refund.
 */
export const taxDays: DaySums = {
  table: 'tax_days',
  columns: ['branch_id', 'day', 'currency', 'code', 'rate', 'source', 'charges', 'taxable', 'tax', 'refunded'],
  sum: (days) => sql`
    select branch_id, day, currency, code, rate::float8 as rate, source, count(*)::int as charges,
      sum(taxable)::bigint as taxable, sum(tax)::bigint as tax, sum(refunded)::bigint as refunded
    from (
      select d.branch_id, d.day, o.currency, x.code, ${rate} as rate, x.source, p.net as taxable, x.amount_minor as tax,
        0::bigint as refunded
      from ${ordersOfDays(days, 'released_at')} cross join lateral (
        select goods_minor - promotion_minor as net, taxes from order_lines where order_id = o.id
        union all select o.delivery_net_minor, o.delivery_taxes where o.delivery_taxes <> '[]'::jsonb) p
      cross join lateral jsonb_to_recordset(p.taxes) as ${charge}
      union all
      select d.branch_id, d.day, o.currency, ${takenBack}
      from ${ordersOfDays(days, 'released_at')}
      join order_refunds f on f.order_id = o.id and f.status = 'done' and ${decidedAt} < o.released_at ${refunded}
      union all
      select d.branch_id, d.day, o.currency, ${takenBack}
      from (select distinct day from ${days} d) a
      cross join lateral (
        select * from order_refunds f where f.status = 'done' and ${decidedAt} >= (a.day - 1)::timestamp at time zone 'UTC'
          and ${decidedAt} < (a.day + 2)::timestamp at time zone 'UTC' offset 0) f
      join orders o on o.id = f.order_id and o.payment_status = 'paid' and o.released_at <= ${decidedAt}
      join branches b on b.id = o.branch_id join ${days} d on d.branch_id = o.branch_id and d.day = a.day ${refunded}
      where ${isOfDay(decidedAt)}) x
    group by 1, 2, 3, 4, 5, 6`,
}
