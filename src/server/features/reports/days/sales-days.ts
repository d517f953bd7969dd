import { sql } from 'kysely'
import { salesReport } from '#contract/reports/desk/sales.ts'
import { amountsOfOrder } from '../sales-amounts.ts'
import { ordersOfDays, type DaySums } from './days.ts'

const sums = salesReport.report.sums

/** Orders by the day on which they were placed. */
export const salesDays: DaySums = {
  table: 'sales_days',
  columns: ['branch_id', 'day', 'currency', 'method', 'source', 'order_type', 'is_example', 'orders', ...sums],
  sum: (days) => sql`
    select d.branch_id, d.day, o.currency, coalesce(o.payment_method, '') as method, o.source, o.order_type, o.is_example,
      count(*)::int as orders,
      ${sql.join(sums.map((name) => sql`sum(${amountsOfOrder[name]!})::bigint as ${sql.ref(name)}`))}
    from ${ordersOfDays(days, 'created_at')} group by 1, 2, 3, 4, 5, 6, 7`,
}
