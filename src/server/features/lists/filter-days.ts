import { sql, type RawBuilder } from 'kysely'
import { maxFilterDays } from '#contract/lists/list-facts.ts'
import type { DeskQuery } from '#contract/lists/lists.ts'
import { day_ms } from '#contract/time.ts'
import { fieldError } from '#server/http/errors.ts'
import type { DaysSql } from './source.ts'

/** Both days are included, in the reader's time zone or the row's own. Throws 422 for wrong days. */
export function betweenDays(key: string, days: DaysSql, query: DeskQuery): RawBuilder<boolean>[] {
  const [from, to] = [query[`${key}_from`], query[`${key}_to`]] as (string | undefined)[]
  if (from !== undefined && to !== undefined) {
    if (from > to) throw fieldError(`${key}_to`, 'dates_order')
    if (Date.parse(to) - Date.parse(from) > maxFilterDays * day_ms) throw fieldError(`${key}_to`, 'days_too_many')
  }
  if (days === 'within') return []
  const isOwn = 'zone' in days
  const at = isOwn ? days.at : days
  const startOf = (day: string, plus: number, zone: RawBuilder<unknown>) =>
    sql`((${day}::date + ${plus}::int)::timestamp at time zone ${zone})`
  const zone = isOwn ? days.zone : sql`${query.timezone ?? 'UTC'}`
  const utc = sql.lit('UTC')
  return [
    // No zone is a day from UTC, so that an index finds the rows that may be meant.
    ...(from !== undefined && isOwn ? [sql<boolean>`${at} >= ${startOf(from, -1, utc)}`] : []),
    ...(to !== undefined && isOwn ? [sql<boolean>`${at} < ${startOf(to, 2, utc)}`] : []),
    ...(from === undefined ? [] : [sql<boolean>`${at} >= ${startOf(from, 0, zone)}`]),
    ...(to === undefined ? [] : [sql<boolean>`${at} < ${startOf(to, 1, zone)}`]),
  ]
}
