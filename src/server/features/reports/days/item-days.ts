import { sql, type RawBuilder } from 'kysely'
import { day_ms } from '#contract/time.ts'
import type { Tx } from '#server/database/connect.ts'
import { rule } from '#server/features/wallet/ledger/rule.ts'
import {
  isCounted,
  ordersOfDays,
  readDays,
  selectBranches,
  selectChanged,
  selectStored,
  type DaySums,
  type SelectedDays,
  type Sql,
} from './days.ts'

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

const keys = ['branch_id', 'day', 'thing_id', 'currency', 'is_example']
const named = sql.join(names.map((name) => sql.ref(name)))

/** SQL: as they are stored, with the names besides. */
const sumNamed = (days: Sql): Sql => sql`
  select branch_id, day, md5(jsonb_build_array(${named})::text)::uuid as thing_id, currency, is_example, ${named},
    ${addUp('l')}
  from (${selectLines(days)}) l group by branch_id, day, currency, is_example, ${of('l', names)}`

/** Lines and extras of orders by the day on which these were placed. */
export const itemDays: DaySums = {
  table: 'item_days',
  columns: [...keys, ...sums],
  sum: sumNamed,
  // The names are stored once.
  store: (days) => {
    const columns = sql.join([...keys, ...sums].map((name) => sql.ref(name)))
    return sql`
      with counted as materialized (${sumNamed(days)}), things as (
        insert into sold_things (id, ${named}) select distinct thing_id, ${named} from counted on conflict (id) do nothing)
      insert into item_days (${columns}) select ${columns} from counted`
  },
}

const kindColumns = ['branch_id', 'day', 'kind', 'currency', 'is_example', ...sums]
const sumKinds = (from: Sql): Sql => sql`
  select s.branch_id, s.day, s.kind, s.currency, s.is_example, ${addUp('s')} from ${from} group by 1, 2, 3, 4, 5`

/** The same by kind, for sums. They are added up from the days of items, which are stored before. */
export const itemKindDays: DaySums = {
  table: 'item_kind_days',
  columns: kindColumns,
  sum: (days) => sumKinds(sql`(${sumNamed(days)}) s`),
  store: (days) => {
    const columns = sql.join(kindColumns.map((name) => sql.ref(name)))
    return sql`insert into item_kind_days (${columns}) ${sumKinds(sql`(
      select s.*, t.kind from item_days s join sold_things t on t.id = s.thing_id
      where (s.branch_id, s.day) in (select branch_id, day from ${days} d)) s`)}`
  },
}

const monthOf = (day: Sql): Sql => sql`date_trunc('month', ${day})::date`
const sumMonths = sql`s.branch_id, ${monthOf(sql`s.day`)}, s.thing_id, s.currency, s.is_example, ${addUp('s')}`

/** Adds up the months of days again. A month with a day that has changed meanwhile is not read. */
export async function storeMonths(tx: Tx, days: Sql): Promise<void> {
  const months = sql`(select distinct branch_id, ${monthOf(sql`day`)} as month from ${days} d)`
  await sql`delete from item_months where (branch_id, month) in (select branch_id, month from ${months} changed)`.execute(
    tx,
  )
  await sql`insert into item_months (branch_id, month, thing_id, currency, is_example, ${sql.join(sums.map((name) => sql.ref(name)))})
    select ${sumMonths} from ${months} m join item_days s
      on s.branch_id = m.branch_id and s.day >= m.month and s.day < (m.month + interval '1 month')::date
    group by 1, 2, 3, 4, 5`.execute(tx)
}

/** The stored months, compared with their days. */
export const monthRule = rule(
  'the items of a month are those of its days',
  sql<{ branch_id: string; month: string }>`
    select s.branch_id, s.month::text as month from (
      (select * from item_months except all select ${sumMonths} from item_days s group by 1, 2, 3, 4, 5)
      union all (select ${sumMonths} from item_days s group by 1, 2, 3, 4, 5 except all select * from item_months)) s
    where not exists (
      select from changed_report_days n where n.branch_id = s.branch_id and ${monthOf(sql`n.day`)} = s.month)
    group by 1, 2`,
  ({ branch_id, month }) => `item_months: the sums of ${branch_id} in ${month} differ from its days`,
)

/** SQL: the selected days with the names of what was sold. */
export const findItemDays = (selected: SelectedDays): Sql => sql`
  select s.branch_id, s.day, s.currency, s.is_example, ${of('t', names)}, ${of('s', sums)}
  from (${selectStored('item_days', sql`s.*`, selected)}) s join sold_things t on t.id = s.thing_id
  union all
  select s.branch_id, s.day, s.currency, s.is_example, ${of('s', names)}, ${of('s', sums)}
  from (${sumNamed(selectChanged(selected))}) s`

/** The first days of the whole months within some days: from the first of them to before the last. Undefined where there is no end. */
function findWholeMonths({ from, to }: ReturnType<typeof readDays>): { first?: string; until?: string } {
  const monthAfter = (day: string): string => {
    const [year, month] = day.split('-').map(Number) as [number, number]
    return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10)
  }
  const next = to === undefined ? undefined : new Date(Date.parse(to) + day_ms).toISOString().slice(0, 10)
  return {
    ...(from !== undefined && { first: from.endsWith('-01') ? from : monthAfter(from) }),
    ...(next !== undefined && { until: `${next.slice(0, 7)}-01` }),
  }
}

/**
 * SQL: what was sold of each thing in each currency, with its names: whole months, the days before and after them, and those of
 * months in which a day has changed. `where` is a condition of `s`.
 */
export function findSoldThings(selected: SelectedDays, where: Sql): Sql {
  const { first, until } = findWholeMonths(readDays(selected))
  const isWhole = (month: Sql): Sql => sql`(${first ?? null}::date is null or ${month} >= ${first ?? null}::date)
    and (${until ?? null}::date is null or ${month} < ${until ?? null}::date)`
  const isChanged = sql`exists (
    select from changed_report_days n where n.branch_id = s.branch_id and ${monthOf(sql`n.day`)} = s.month)`
  const columns = sql`s.thing_id, s.currency, s.is_example, ${of('s', sums)}`
  const beside = (condition: RawBuilder<boolean> | undefined): Sql =>
    condition === undefined ? sql`` : sql`union all ${selectStored('item_days', columns, selected)} and ${condition}`
  return sql`
    select s.currency, ${of('t', names)}, ${of('s', sums)}
    from (
      select s.thing_id, s.currency, ${addUp('s')}
      from (
        select ${columns} from item_months s join branches b on b.id = s.branch_id
        where ${selectBranches(selected)} and ${isWhole(sql`s.month`)} and not ${isChanged}
        union all
        select ${columns} from (
          select distinct n.branch_id, ${monthOf(sql`n.day`)} as month from changed_report_days n) m
        join branches b on b.id = m.branch_id cross join lateral (
          select * from item_days where branch_id = m.branch_id and day >= m.month and day < (m.month + interval '1 month')::date
          offset 0) s
        where ${selectBranches(selected)} and ${isWhole(sql`m.month`)} and ${isCounted}
        ${beside(first === undefined ? undefined : sql<boolean>`s.day < ${first}::date`)}
        ${beside(until === undefined ? undefined : isAfter(first, until))}) s
      where ${where} group by 1, 2) s
    join sold_things t on t.id = s.thing_id
    union all
    select s.currency, ${of('s', names)}, ${addUp('s')}
    from (${sumNamed(selectChanged(selected))}) s where ${where} group by s.currency, ${of('s', names)}`
}

/** Days after whole months, which those before are not where the days are within a month. */
const isAfter = (first: string | undefined, until: string): RawBuilder<boolean> =>
  sql<boolean>`s.day >= ${first === undefined || until > first ? until : first}::date`
