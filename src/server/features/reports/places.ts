import { sql, type RawBuilder } from 'kysely'
import type { DeskQuery } from '#contract/lists/lists.ts'
import { betweenDays } from '#server/features/lists/filter-days.ts'

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
