import { sql } from 'kysely'
import { ordersOfDays, selectChanged, selectStored, type DaySums, type SelectedDays, type Sql } from './days.ts'

/** SQL: what was refunded of a line `l`, net; read only where something was. */
const refundedNet = sql`case when l.refunded_minor = 0 then 0 else coalesce((
  select sum(r.goods_minor - r.promotion_minor) from order_refund_lines r join order_refunds f on f.id = r.refund_id
  where r.line_id = l.id and f.status = 'done'), 0) end`

/** SQL: the price of the extras of one unit of a line `l`. */
const extrasOfUnit = sql`case when l.extras = '[]'::jsonb then 0 else coalesce((
  select sum((x ->> 'unit_minor')::bigint) from jsonb_array_elements(l.extras) x), 0) end`

const names = ['item_id', 'variation_id', 'extra_id', 'kind', 'name', 'name_fr', 'variation_name', 'variation_name_fr']
const sums = ['lines', 'quantity', 'returned', 'gross', 'discounts', 'net', 'taxes']
const of = (alias: string, columns: readonly string[]) => sql.join(columns.map((name) => sql.ref(`${alias}.${name}`)))
const addUp = (alias: string) =>
  sql.join(
    sums.map((name) => {
      const type = sql.raw(['lines', 'quantity', 'returned'].includes(name) ? 'int' : 'bigint')
      return sql`sum(${sql.ref(`${alias}.${name}`)})::${type} as ${sql.ref(name)}`
    }),
  )

/** SQL: each line of orders, and each extra of a line, with its day and names. */
const selectLines = (days: Sql): Sql => sql`
  select o.branch_id, o.day, o.currency, o.is_example, t.*
  from (select d.branch_id, d.day, o.id, o.currency, o.is_example from ${ordersOfDays(days, 'created_at')} offset 0) o
  cross join lateral (select * from order_lines where order_id = o.id offset 0) l
  cross join lateral (
    select l.item_id, l.variation_id, null::text as extra_id, l.kind, l.name, l.name_fr, l.variation_name, l.variation_name_fr,
      1 as lines, l.quantity, l.refunded_quantity as returned, l.subtotal_minor - l.quantity * ${extrasOfUnit} as gross,
      l.offer_minor + l.coupon_minor as discounts, l.goods_minor - l.promotion_minor - ${refundedNet} as net,
      l.total_minor - l.refunded_minor - (l.goods_minor - l.promotion_minor - ${refundedNet}) as taxes
    union all
    select l.item_id, null, x.id, l.kind, x.name, x.name_fr, null, null, 1, l.quantity, l.refunded_quantity,
      l.quantity * x.unit_minor, 0, 0, 0
    from jsonb_to_recordset(l.extras) as x (id text, name text, name_fr text, unit_minor bigint)
    where l.extras <> '[]'::jsonb) t`

/** SQL: as they are stored, with the names besides. */
const sumNamed = (days: Sql): Sql => sql`
  select branch_id, day, md5(jsonb_build_array(${sql.join(names.map((name) => sql.ref(name)))})::text)::uuid as thing_id,
    currency, is_example, ${sql.join(names.map((name) => sql.ref(name)))}, ${addUp('l')}
  from (${selectLines(days)}) l group by branch_id, day, currency, is_example, ${of('l', names)}`

/** Lines and extras of orders by the day on which these were placed. */
export const itemDays: DaySums = {
  table: 'item_days',
  columns: ['branch_id', 'day', 'thing_id', 'currency', 'is_example', ...sums],
  sum: sumNamed,
}

const named = sql.join(names.map((name) => sql.ref(name)))

/** SQL: stores the names of things that were sold, which are stored once. */
export const writeThings = (days: Sql): Sql => sql`
  insert into sold_things (id, ${named}) select distinct thing_id, ${named} from (${sumNamed(days)}) s
  on conflict (id) do nothing`

/** SQL: the selected days with the names of what was sold. A query that reads no names joins none. */
export const findItemDays = (selected: SelectedDays): Sql => sql`
  select s.branch_id, s.day, s.currency, s.is_example, ${of('t', names)}, ${of('s', sums)}
  from (${selectStored('item_days', sql`s.*`, selected)}) s left join sold_things t on t.id = s.thing_id
  union all
  select s.branch_id, s.day, s.currency, s.is_example, ${of('s', names)}, ${of('s', sums)}
  from (${sumNamed(selectChanged(selected))}) s`

/** SQL: what was sold of each thing in each currency, with its names. `where` is a condition of `s`. */
export const findSoldThings = (selected: SelectedDays, where: Sql): Sql => sql`
    select s.currency, ${of('t', names)}, ${of('s', sums)}
    from (
      select s.thing_id, s.currency, ${addUp('s')}
      from (${selectStored('item_days', sql`s.*`, selected)}) s where ${where} group by 1, 2) s
    join sold_things t on t.id = s.thing_id
    union all
    select s.currency, ${of('s', names)}, ${addUp('s')}
    from (${sumNamed(selectChanged(selected))}) s where ${where} group by s.currency, ${of('s', names)}`
