import { sql } from 'kysely'
import type { DeskListDescription, DeskQuery, DeskRow } from '#contract/lists/lists.ts'
import type { ReportSum } from '#contract/lists/reports.ts'
import { toMajor, type Currency } from '#contract/money.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { Scope } from '#server/http/caller.ts'
import { selectedBy } from './run-list.ts'
import { isMoney, type ListSource } from './source.ts'

/** So many sums are listed: more than the days of the longest period in all currencies. */
export const mostGroups = 2_000

/** By what a report is summed: nothing, one of its groups, or the days at the rows' places, whatever its groups are. */
export type SumsBy = { group: string } | 'day' | undefined

/** Sums the rows that a query of a report selects, in each currency by itself. At most one more than `mostGroups`. */
export async function sumRows<L extends DeskListDescription>(
  db: Db | Tx,
  list: L,
  source: ListSource<L>,
  query: DeskQuery,
  { scope, by }: { scope: Scope; by?: SumsBy },
): Promise<ReportSum[]> {
  const { report } = source
  if (report === undefined || list.report === undefined) throw new Error(`${list.name} has no sums`)
  const none = sql`null::text`
  const group = by === undefined || by === 'day' ? undefined : report.groups[by.group]
  const key = by === 'day' ? (report.day ?? none) : (group?.key ?? none)
  const columns = list.report.sums.map((name) => {
    const column = source.columns[name as keyof typeof source.columns]
    const summed = report.sums?.[name] ?? (isMoney(column) ? column.minor : column)
    return sql`coalesce(sum(${summed}), 0)::${sql.raw(isMoney(column) ? 'bigint' : 'float8')} as ${sql.ref(name)}`
  })
  const isByDay = by === 'day' || (by !== undefined && list.report.groups[by.group]?.kind === 'day')
  const { rows } = await sql<{ key: string | null; filter: string | null; currency: string | null; rows: number }>`
    select ${key} as key, ${group?.filter ?? key} as filter, ${report.currency} as currency, (${report.rows ?? sql`count(*)`})::int as rows,
      ${sql.join(columns)}
    from ${report.from ?? source.from} where ${report.where ?? selectedBy(list, source, query, scope)} group by 1, 2, 3
    order by ${isByDay ? sql`1, 3` : sql`${sql.ref(list.report.sums[0]!)} desc, 1, 3`} limit ${mostGroups + 1}`.execute(
    db,
  )
  return rows.map(({ key: name, filter, currency, rows: count, ...values }) => ({
    key: name,
    filter,
    currency: currency as Currency | null,
    rows: count,
    values: Object.fromEntries(
      Object.entries(values as Record<string, bigint | number>).map(([column, value]) => [
        column,
        typeof value === 'bigint' ? toMajor(value, currency as Currency) : value,
      ]),
    ),
  }))
}

/** The sums of a report as its last rows, one for each currency. */
export async function findTotalRows<L extends DeskListDescription>(
  tx: Tx,
  list: L,
  source: ListSource<L>,
  query: DeskQuery,
  { scope, label }: { scope: Scope; label: string },
): Promise<DeskRow<L>[]> {
  if (list.report === undefined || source.report === undefined) return []
  const sums = await sumRows(tx, list, source, query, { scope })
  const named = (query.columns ?? Object.keys(list.columns)).find((key) =>
    ['text', 'code'].includes(list.columns[key]!.kind),
  )
  return sums.map(({ currency, values }) => {
    const cells = Object.keys(list.columns).map((key) => {
      if (key === named) return [key, currency === null ? label : `${label} ${currency}`]
      const value = values[key]
      if (value === undefined) return [key, null]
      return [key, list.columns[key]!.kind === 'money' ? { amount: value, currency } : value]
    })
    return { id: `total ${currency}`, ...(Object.fromEntries(cells) as object) } as DeskRow<L>
  })
}
