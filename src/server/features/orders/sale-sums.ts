import { sql, type RawBuilder } from 'kysely'
import { workThrough, type Queue } from '#server/claim.ts'
import type { Tx } from '#server/database/connect.ts'
import { transact } from '#server/database/transact.ts'
import type { Deps } from '#server/deps.ts'
import { withinBranches } from '#server/features/access/scope-condition.ts'
import { rule, type Rule } from '#server/features/wallet/ledger/rule.ts'
import type { Scope } from '#server/http/caller.ts'
import { atOnce, whenDue, type Due } from '#server/jobs.ts'

/**
 * Sums of orders by the quarter hour in which they were placed. Those of all branches are stored. Whoever changes an order
 * notes its quarter in the same transaction; until a job has counted it again, readers count it themselves.
 */

type Sql = RawBuilder<unknown>
interface Orders {
  from: Sql
  where: Sql
}
/** From the first instant to before the second. */
interface Range {
  from: RawBuilder<Date>
  until: RawBuilder<Date>
}

const quarter = sql`date_bin('15 minutes', o.created_at, '2000-01-01Z'::timestamptz)`
const isSold = sql`o.payment_status = 'paid' and o.status not in ('canceled', 'rejected', 'returned')`

const sumSales = ({ from, where }: Orders): Sql => sql`
  select ${quarter} as quarter, o.currency, o.status, count(*)::int as orders, (count(*) filter (where ${isSold}))::int as sold,
    coalesce(sum(o.total_minor) filter (where ${isSold}), 0)::bigint as gross_minor,
    coalesce(sum(o.total_minor - o.refunded_minor) filter (where o.payment_status = 'paid'), 0)::bigint as sales_minor
  from ${from} where ${where} and o.source <> 'pos' group by 1, 2, 3`

/** Units that were sold and not refunded. Read line by line: a join would read the lines of all orders. */
const sumItems = ({ from, where }: Orders): Sql => sql`
  select ${quarter} as quarter, l.item_id, sum(l.quantity - l.refunded_quantity)::int as quantity
  from ${from} cross join lateral (
    select item_id, quantity, refunded_quantity from order_lines where order_id = o.id offset 0) l
  where ${where} and o.source <> 'pos' and ${isSold} and l.item_id is not null
  group by 1, 2 having sum(l.quantity - l.refunded_quantity) > 0`

/** Quarter by quarter through the index: the planner expects a ninth of all orders of a join by a range. */
const ofQuarters = (quarters: Sql): Orders => ({
  from: sql`${quarters} c cross join lateral (
    select * from orders where created_at >= c.quarter and created_at < c.quarter + interval '15 minutes' offset 0) o`,
  where: sql`true`,
})

/** `sums` of the branches in scope: the stored ones with those of changed quarters, or counted where they are of some. */
function sumsOf(table: Sql, columns: Sql, sums: (orders: Orders) => Sql, { from, until }: Range, scope: Scope): Sql {
  const isWithin = (at: Sql) => sql`${at} >= ${from} and ${at} < ${until}`
  if (!scope.everywhere)
    return sums({
      from: sql`orders o`,
      where: sql`${isWithin(sql`o.created_at`)} and ${withinBranches(sql.ref('o.branch_id'), scope)}`,
    })
  const changed = sql`(select distinct n.quarter from changed_quarters n where ${isWithin(sql`n.quarter`)})`
  return sql`
    select ${columns} from ${table} s
    where ${isWithin(sql`s.quarter`)} and s.quarter not in (select n.quarter from changed_quarters n)
    union all select ${columns} from (${sums(ofQuarters(changed))}) s`
}

/** Rows of `quarter, currency, status, orders, sold, gross_minor, sales_minor`; a range begins and ends with a quarter. */
export const findSales = (range: Range, scope: Scope): Sql =>
  sumsOf(
    sql.table('sale_quarters'),
    sql`s.quarter, s.currency, s.status, s.orders, s.sold, s.gross_minor, s.sales_minor`,
    sumSales,
    range,
    scope,
  )

/** Rows of `quarter, item_id, quantity`; a range begins and ends with a quarter. */
export const findSoldItems = (range: Range, scope: Scope): Sql =>
  sumsOf(sql.table('sold_items'), sql`s.quarter, s.item_id, s.quantity`, sumItems, range, scope)

const keyOfQuarter = sql`to_char(n.quarter at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Counts quarters again, and forgets that they were changed. */
async function recount(tx: Tx, quarters: readonly Date[]): Promise<boolean> {
  const lock = await sql<{ is_ours: boolean }>`select pg_try_advisory_xact_lock(727279) as is_ours`.execute(tx)
  if (lock.rows[0]?.is_ours !== true) return false
  const changed = sql`unnest(${quarters}::timestamptz[])`
  // What is noted from here on is counted the next time, whether or not these statements see its order already.
  await sql`delete from changed_quarters where quarter in (select ${changed})`.execute(tx)
  const orders = ofQuarters(sql`(select * from ${changed} q (quarter))`)
  await sql`delete from sale_quarters where quarter in (select ${changed})`.execute(tx)
  await sql`insert into sale_quarters (quarter, currency, status, orders, sold, gross_minor, sales_minor)
    ${sumSales(orders)}`.execute(tx)
  await sql`delete from sold_items where quarter in (select ${changed})`.execute(tx)
  await sql`insert into sold_items (quarter, item_id, quantity) ${sumItems(orders)}`.execute(tx)
  return true
}

const changedQuarters: Queue<{ quarter: Date }> = {
  name: 'sale_quarters',
  batch_size: 500,
  find: async ({ db }, { limit, isReady }) => {
    const { rows } = await sql<{ quarter: Date }>`select distinct n.quarter from changed_quarters n
      where ${isReady(keyOfQuarter)} order by n.quarter limit ${limit}`.execute(db)
    return rows
  },
  keyOf: ({ quarter: at }) => at.toISOString(),
  work: ({ db }, { quarter: at }) => transact(db, (tx) => recount(tx, [at])),
  workTogether: ({ db }, rows) =>
    transact(db, (tx) =>
      recount(
        tx,
        rows.map((row) => row.quarter),
      ),
    ),
}

export const saleSumsDue: Due = () =>
  whenDue('sale_quarters', { from: sql`changed_quarters n`, key: keyOfQuarter, when: atOnce })

/** Counts the changed quarters again. In several processes at once, one of them counts. */
export const recountSales = (deps: Deps): Promise<number> => workThrough(deps, changedQuarters)

const allOrders: Orders = { from: sql`orders o`, where: sql`true` }
const isCounted = sql`not exists (select from changed_quarters c where c.quarter = d.quarter)`

/** The stored sums, compared with the orders themselves. */
export const saleRules: readonly Rule[] = [
  rule(
    'the sums of a quarter hour are those of its orders',
    sql<{ quarter: Date; status: string; currency: string; stored: number; placed: number }>`
      select d.* from (
        select quarter, status, currency, coalesce(s.orders, 0) as stored, coalesce(t.orders, 0) as placed from sale_quarters s
          full join (${sumSales(allOrders)}) t using (quarter, currency, status)
        where (s.orders, s.sold, s.gross_minor, s.sales_minor) is distinct from (t.orders, t.sold, t.gross_minor, t.sales_minor)) d
      where ${isCounted}`,
    ({ quarter: at, status, currency, stored, placed }) =>
      `${at.toISOString()} counts ${stored} ${status} orders in ${currency}, and there are ${placed}, or their amounts differ`,
  ),
  rule(
    'the items of a quarter hour are those of its orders',
    sql<{ quarter: Date; item_id: string; stored: number; sold: number }>`
      select d.* from (
        select quarter, item_id, coalesce(s.quantity, 0) as stored, coalesce(t.quantity, 0) as sold from sold_items s
          full join (${sumItems(allOrders)}) t using (quarter, item_id)
        where s.quantity is distinct from t.quantity) d
      where ${isCounted}`,
    ({ quarter: at, item_id, stored, sold }) =>
      `${at.toISOString()} counts ${stored} of item ${item_id}, and orders have ${sold}`,
  ),
]
