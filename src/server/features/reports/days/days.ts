import { sql, type RawBuilder } from 'kysely'
import type { DeskQuery } from '#contract/lists/lists.ts'
import { hasIdOrSlug } from '#server/database/ids.ts'
import { withinBranches } from '#server/features/access/scope-condition.ts'
import { includesBranch } from '#server/features/access/scopes.ts'
import { betweenDays } from '#server/features/lists/filter-days.ts'
import { noScope, type Scope } from '#server/http/caller.ts'
import { AppError } from '#server/http/errors.ts'
import { allOf, textOf } from '../places.ts'

/*
 * Sums of orders by branch and day of the branch. Those of all days are stored. Triggers note a day in the transaction that
 * changes what it sums (migration 0610); until a job has counted it again, reports count its orders themselves.
 */

export type Sql = RawBuilder<unknown>

/** Sums that are stored by branch and day. `sum` counts those of `days`, which has a branch_id and a day. */
export interface DaySums {
  table: string
  columns: readonly string[]
  sum: (days: Sql) => Sql
  /** Stores what `sum` counts, where that is not all. */
  store?: (days: Sql) => Sql
}

/** The days that a query of a report selects. `period` is its filter with the days. */
export interface SelectedDays {
  query: DeskQuery
  scope: Scope
  period: string
}

/**
 * SQL: the condition that a branch `b` is among those that a reader may see and a query selects. Throws `not_found` for a
 * branch outside the scope.
 */
export function selectBranches({ query, scope }: SelectedDays): RawBuilder<boolean> {
  const { at_branch } = query
  if (at_branch !== undefined && !includesBranch(scope, at_branch)) throw new AppError('not_found')
  const own = at_branch === undefined ? scope : { ...noScope, branch_ids: [at_branch] }
  const [branch, country, city] = ['branch', 'country', 'city'].map((name) => textOf(query, name))
  return allOf([
    withinBranches(sql.ref('b.id'), own),
    branch !== undefined && hasIdOrSlug('b', branch),
    country !== undefined && sql<boolean>`b.country_id = (select id from countries where code = ${country})`,
    city !== undefined && sql<boolean>`lower(b.city) = lower(${city})`,
  ])
}

/** The first and the last day of a query. Throws 422 for wrong ones. */
export function readDays({ query, period }: SelectedDays): { from: string | undefined; to: string | undefined } {
  betweenDays(period, 'within', query)
  return { from: textOf(query, `${period}_from`), to: textOf(query, `${period}_to`) }
}

/** SQL: the condition that the day of `alias` and its branch `b` are selected. */
function selectDays(alias: string, selected: SelectedDays): RawBuilder<boolean> {
  const { from, to } = readDays(selected)
  const day = sql.ref(`${alias}.day`)
  return allOf([
    selectBranches(selected),
    from !== undefined && sql<boolean>`${day} >= ${from}::date`,
    to !== undefined && sql<boolean>`${day} <= ${to}::date`,
  ])
}

/** SQL: the condition that a stored day `s` still holds. */
export const isCounted = sql<boolean>`
  not exists (select from changed_report_days n where n.branch_id = s.branch_id and n.day = s.day)`

/** SQL: the stored days `s` that are selected and still hold. `columns` are of `s` and of its branch `b`. */
export const selectStored = (table: string, columns: Sql, selected: SelectedDays): Sql => sql`
  select ${columns} from ${sql.table(table)} s join branches b on b.id = s.branch_id
  where ${selectDays('s', selected)} and ${isCounted}`

/** SQL: the days that are selected and have changed since they were counted. */
export const selectChanged = (selected: SelectedDays): Sql => sql`(
  select distinct n.branch_id, n.day from changed_report_days n join branches b on b.id = n.branch_id
  where ${selectDays('n', selected)})`

/** SQL: the rows of the days that are selected, with the columns of the table. */
export function findDays({ table, columns, sum }: DaySums, selected: SelectedDays): Sql {
  const named = sql.join(columns.map((name) => sql.ref(`s.${name}`)))
  return sql`${selectStored(table, named, selected)} union all select ${named} from (${sum(selectChanged(selected))}) s`
}

const startOf = (plus: number) => sql`((d.day + ${sql.lit(plus)})::timestamp at time zone b.timezone)`

/** SQL: the condition that an instant is within the day `d` at the branch `b`. */
export const isOfDay = (at: Sql): Sql => sql`${at} >= ${startOf(0)} and ${at} < ${startOf(1)}`

/**
 * SQL: days `d` with their branch `b` and paid orders `o`, by the instant in the column. Day by day through the index: the
 * planner expects a ninth of all orders of a join by a range.
 */
export const ordersOfDays = (days: Sql, column: 'created_at' | 'released_at'): Sql => sql`
  ${days} d join branches b on b.id = d.branch_id cross join lateral (
    select * from orders where branch_id = d.branch_id and ${isOfDay(sql.ref(column))} and payment_status = 'paid' offset 0) o`
