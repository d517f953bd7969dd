import { sql, type RawBuilder } from 'kysely'
import type { DeskQuery } from '#contract/lists/lists.ts'
import { withinBranches } from '#server/features/access/scope-condition.ts'
import { includesBranch } from '#server/features/access/scopes.ts'
import { betweenDays } from '#server/features/lists/filter-days.ts'
import { noScope, type Scope } from '#server/http/caller.ts'
import { AppError } from '#server/http/errors.ts'

type Condition = RawBuilder<boolean>

/** A text of a query. */
export const textOf = (query: DeskQuery, name: string): string | undefined => query[name] as string | undefined

/** The condition that an instant is within the days of a filter, which begin and end at midnight in its own zone. */
export const withinDays = (
  query: DeskQuery,
  name: string,
  at: RawBuilder<unknown>,
  zone: RawBuilder<unknown>,
): Condition => allOf(betweenDays(name, { at: at as RawBuilder<Date>, zone: zone as RawBuilder<string> }, query))

/** All conditions that are given. */
export function allOf(conditions: readonly (Condition | false)[]): Condition {
  const given = conditions.filter((condition) => condition !== false)
  return given.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(given, sql` and `)})`
}

/**
 * The condition that orders `o` of branches `b` are those that a reader may see and a query selects: for reports whose rows
 * are sums. Throws `not_found` for a branch outside the scope.
 */
export function selectOrders(query: DeskQuery, scope: Scope): Condition {
  const { at_branch } = query
  if (at_branch !== undefined && !includesBranch(scope, at_branch)) throw new AppError('not_found')
  const own = at_branch === undefined ? scope : { ...noScope, branch_ids: [at_branch] }
  const [branch, country, currency, example] = ['branch', 'country', 'currency', 'example'].map((name) =>
    textOf(query, name),
  )
  return allOf([
    sql<boolean>`o.payment_status = 'paid'`,
    withinBranches(sql.ref('o.branch_id'), own),
    branch !== undefined && sql<boolean>`(b.id::text = ${branch} or b.slug = lower(${branch}))`,
    country !== undefined && sql<boolean>`b.country_id = (select id from countries where code = ${country})`,
    currency !== undefined && sql<boolean>`o.currency = ${currency}`,
    example !== undefined && sql<boolean>`o.is_example = ${example === 'true'}`,
  ])
}
