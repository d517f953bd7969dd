import { sql } from 'kysely'
import { workThrough, type Queue } from '#server/claim.ts'
import type { Tx } from '#server/database/connect.ts'
import { transact } from '#server/database/transact.ts'
import type { Deps } from '#server/deps.ts'
import { rule, type Rule } from '#server/features/wallet/ledger/rule.ts'
import { atOnce, whenDue, type Due } from '#server/jobs.ts'
import type { DaySums, Sql } from './days.ts'
import { itemDays, itemKindDays, monthRule, storeMonths } from './item-days.ts'
import { salesDays } from './sales-days.ts'
import { taxDays } from './tax-days.ts'

/** In the order in which they are stored. */
const kinds = [salesDays, itemDays, itemKindDays, taxDays]

interface ChangedDay {
  branch_id: string
  day: string
}

/** Counts days again, and forgets that they were changed. */
async function recount(tx: Tx, changed: readonly ChangedDay[]): Promise<boolean> {
  const lock = await sql<{ is_ours: boolean }>`select pg_try_advisory_xact_lock(727283) as is_ours`.execute(tx)
  if (lock.rows[0]?.is_ours !== true) return false
  const [branches, days] = [changed.map(({ branch_id }) => branch_id), changed.map(({ day }) => day)]
  const listed = sql`unnest(${branches}::uuid[], ${days}::date[])`
  const named = sql`(select * from ${listed} c (branch_id, day))`
  // What is noted from here on is counted the next time, whether or not these statements see its order already.
  await sql`delete from changed_report_days where (branch_id, day) in (select * from ${listed})`.execute(tx)
  for (const { table, columns, sum, store } of kinds) {
    const names = sql.join(columns.map((name) => sql.ref(name)))
    await sql`delete from ${sql.table(table)} where (branch_id, day) in (select * from ${listed})`.execute(tx)
    const written =
      store?.(named) ?? sql`insert into ${sql.table(table)} (${names}) select ${names} from (${sum(named)}) s`
    await written.execute(tx)
  }
  await storeMonths(tx, named)
  return true
}

const changedDays: Queue<ChangedDay> = {
  name: 'report_days',
  batch_size: 500,
  find: async ({ db }, { limit, isReady }) => {
    const { rows } = await sql<ChangedDay>`select distinct n.branch_id, n.day::text as day from changed_report_days n
      where ${isReady(sql`n.branch_id || ' ' || n.day`)} order by 2, 1 limit ${limit}`.execute(db)
    return rows
  },
  keyOf: ({ branch_id, day }) => `${branch_id} ${day}`,
  work: ({ db }, row) => transact(db, (tx) => recount(tx, [row])),
  workTogether: ({ db }, rows) => transact(db, (tx) => recount(tx, rows)),
}

export const reportDaysDue: Due = () =>
  whenDue('report_days', { from: sql`changed_report_days n`, key: sql`(n.branch_id || ' ' || n.day)`, when: atOnce })

/** Counts the changed days again. In several processes at once, one of them counts. */
export const recountReportDays = (deps: Deps): Promise<number> => workThrough(deps, changedDays)

/** Every day that has a row of the table or should have one. */
const allDays = sql`(
  select distinct o.branch_id, (t.at at time zone b.timezone)::date as day from orders o join branches b on b.id = o.branch_id
  cross join lateral (
    select o.created_at as at union all select o.released_at where o.released_at is not null
    union all select coalesce(f.decided_at, f.at) from order_refunds f where f.order_id = o.id) t)`

const toRule = ({ table, columns, sum }: DaySums): Rule => {
  const named = sql.join(columns.map((name) => sql.ref(name)))
  const isCounted = sql`not exists (select from changed_report_days c where c.branch_id = d.branch_id and c.day = d.day)`
  const without = (from: Sql, other: Sql) =>
    sql`(select ${named} from ${from} s except all select ${named} from ${other} s)`
  const [stored, counted] = [sql.table(table), sql`(${sum(allDays)})`]
  return rule(
    `the sums of a day in ${table} are those of its orders`,
    sql<ChangedDay & { rows: number }>`
      select d.branch_id, d.day::text as day, count(*)::int as rows
      from (${without(stored, counted)} union all ${without(counted, stored)}) d where ${isCounted} group by 1, 2`,
    ({ branch_id, day, rows }) => `${table}: ${rows} sums of ${branch_id} on ${day} differ from its orders`,
  )
}

/** The stored sums, compared with the orders themselves. */
export const reportDayRules: readonly Rule[] = [...kinds.map(toRule), monthRule]
