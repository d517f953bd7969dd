import { sql, type RawBuilder } from 'kysely'

/** SQL: an amount of an order `o` that is stored with it, or summed over its lines. */
const stored = (column: string, lines: RawBuilder<unknown>) => sql<bigint>`coalesce(${sql.ref(`o.${column}`)},
  (select ${lines} from order_lines l where l.order_id = o.id))`
const goods = stored('goods_minor', sql`sum(l.goods_minor)`)
const promotion = stored('promotion_minor', sql`sum(l.promotion_minor)`)

/** SQL: an amount that is computed, which tables allow to be larger than the largest that can be written (`toMajor`). */
const fit = (amount: RawBuilder<unknown>) =>
  sql<bigint>`least(greatest(${amount}, -9007199254740991), 9007199254740991)::bigint`

/** SQL: the taxes of an order `o`, those of its delivery too. */
const exactTaxes = sql`coalesce(o.tax_minor, o.total_minor::numeric - ${goods} + ${promotion} - o.delivery_net_minor)`
const taxesOfOrder = fit(exactTaxes)

/** SQL: the goods of an order `o` that were not refunded; read only where something was. */
const goodsLeft = sql`(${goods}::numeric - case when o.refunded_minor = 0 then 0 else coalesce((
  select sum(l.goods_minor) from order_refunds r join order_refund_lines l on l.refund_id = r.id
  where r.order_id = o.id and r.status = 'done' and l.line_id is not null), 0) end)`

/** SQL: our part of the goods of an order `o`, as the ledger has booked it: none while its money waits. */
const commission = fit(sql`(case when o.released_at is null then 0
  else floor(${goodsLeft} * o.commission / 100000) end)`)

/** SQL: the amounts of an order `o` in minor units, by the column of the sales report. */
export const amountsOfOrder = {
  subtotal: sql<bigint>`o.subtotal_minor`,
  offers: sql<bigint>`o.offer_minor`,
  coupon: sql<bigint>`o.coupon_minor`,
  delivery: sql<bigint>`o.delivery_charge_minor`,
  taxes: taxesOfOrder,
  rounding: fit(sql`o.total_minor::numeric - o.subtotal_minor + o.offer_minor + o.coupon_minor - o.delivery_charge_minor
    - case when o.includes_tax then 0 else ${exactTaxes} end`),
  total: sql<bigint>`o.total_minor`,
  refunded: sql<bigint>`o.refunded_minor`,
  net: fit(sql`o.total_minor::numeric - o.refunded_minor`),
  commission,
} as const satisfies Record<string, RawBuilder<bigint>>
