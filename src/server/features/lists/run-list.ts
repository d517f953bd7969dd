import { sql, type RawBuilder } from 'kysely'
import { toPage } from '#contract/fields.ts'
import { maxFilterDays } from '#contract/lists/list-facts.ts'
import type { DeskListDescription, DeskPage, DeskQuery, DeskRow } from '#contract/lists/lists.ts'
import { toMajor, type Currency } from '#contract/money.ts'
import { day_ms } from '#contract/time.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { Scope } from '#server/http/caller.ts'
import { fieldError } from '#server/http/errors.ts'
import { countLazily } from './counts.ts'
import { isByBranch, isMoney, withinScope, type ListSource, type MoneySql } from './source.ts'

/** Returns a page of a list, and the count of each state over everything in the scope. Throws 422 for wrong days. */
export async function findDeskPage<L extends DeskListDescription>(
  db: Db,
  list: L,
  source: ListSource<L>,
  query: DeskQuery & { size: number },
  scope: Scope,
): Promise<DeskPage<L>> {
  const where = toCondition(list, source, query, scope)
  const { page, size } = query
  const [counted, counts, rows] = await Promise.all([
    countLazily(db, sql<{ count: number }>`select count(*)::int as count from ${source.from} where ${where}`),
    countStates(db, list, source, scope),
    readRows(db, list, source, query, { where, limit: size, offset: (page - 1) * size }),
  ])
  return { ...toPage(rows, counted[0]!.count, page, size), counts, is_by_branch: isByBranch(source) }
}

/** Counts the rows that a query selects. */
export async function countRows<L extends DeskListDescription>(
  db: Db | Tx,
  list: L,
  source: ListSource<L>,
  query: DeskQuery,
  scope: Scope,
): Promise<number> {
  const where = toCondition(list, source, query, scope)
  const { rows } = await sql<{
    total: number
  }>`select count(*)::int as total from ${source.from} where ${where}`.execute(db)
  return rows[0]!.total
}

const rowsAtOnce = 2_000

/**
 * Reads all rows that a query selects, in its order, as of one moment: rows that come or change meanwhile are not seen.
 */
export async function* streamRows<L extends DeskListDescription>(
  tx: Tx,
  list: L,
  source: ListSource<L>,
  query: DeskQuery,
  scope: Scope,
): AsyncGenerator<DeskRow<L>[]> {
  const where = toCondition(list, source, query, scope)
  await sql`declare desk_rows no scroll cursor for ${selectRows(list, source, query, where)}`.execute(tx)
  for (;;) {
    const { rows } = await sql<RawRow>`fetch ${sql.lit(rowsAtOnce)} from desk_rows`.execute(tx)
    if (rows.length > 0) yield rows.map((row) => toRow(list, source, row))
    if (rows.length < rowsAtOnce) break
  }
  await sql`close desk_rows`.execute(tx)
}

function toCondition<L extends DeskListDescription>(
  list: L,
  source: ListSource<L>,
  query: DeskQuery,
  scope: Scope,
): RawBuilder<boolean> {
  const conditions = [withinScope(source, scope)]
  if (query.search !== undefined) conditions.push(source.search(query.search).matches)
  if (query.state !== undefined) conditions.push(sql<boolean>`${source.state!} = ${query.state}`)
  for (const [key, { kind }] of Object.entries(list.filters)) {
    const condition = (source.filters as Record<string, unknown>)[key]
    if (kind === 'days') {
      conditions.push(...betweenDays(key, condition as RawBuilder<Date>, query))
      continue
    }
    const value = query[key] as string | undefined
    if (value === undefined) continue
    if (kind === 'flag') conditions.push(sql<boolean>`${condition as RawBuilder<boolean>} = ${value === 'true'}`)
    else conditions.push((condition as (value: string) => RawBuilder<boolean>)(value))
  }
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}

/** Both days are included, in the reader's time zone. */
function betweenDays(key: string, at: RawBuilder<Date>, query: DeskQuery): RawBuilder<boolean>[] {
  const [from, to] = [query[`${key}_from`], query[`${key}_to`]] as (string | undefined)[]
  if (from !== undefined && to !== undefined) {
    if (from > to) throw fieldError(`${key}_to`, 'dates_order')
    if (Date.parse(to) - Date.parse(from) > maxFilterDays * day_ms) throw fieldError(`${key}_to`, 'days_too_many')
  }
  const zone = query.timezone ?? 'UTC'
  const startOf = (day: string, plus: number) => sql`((${day}::date + ${plus}::int)::timestamp at time zone ${zone})`
  return [
    ...(from === undefined ? [] : [sql<boolean>`${at} >= ${startOf(from, 0)}`]),
    ...(to === undefined ? [] : [sql<boolean>`${at} < ${startOf(to, 1)}`]),
  ]
}

type RawRow = { id: string } & Record<string, unknown>

/** The columns that are needed; a money column is two. */
function selectColumns<L extends DeskListDescription>(list: L, source: ListSource<L>): RawBuilder<unknown>[] {
  return Object.entries(source.columns as Record<string, RawBuilder<unknown> | MoneySql>).flatMap(([key, column]) =>
    isMoney(column)
      ? [sql`${column.minor} as ${sql.ref(key)}`, sql`${column.currency} as ${sql.ref(`${key}_currency`)}`]
      : [sql`${column} as ${sql.ref(key)}`],
  )
}

interface SearchedList {
  list: DeskListDescription
  source: ListSource
  scope: Scope
}
export interface FoundRow {
  list: string
  id: string
  exact: boolean
  names: (string | null)[]
}

/**
 * Returns the best matches of each list, found as the list itself finds them: exact ones first, then the best of each list,
 * then the second best. One statement, so that a search takes one connection for one round trip.
 */
export async function findInLists(
  db: Db,
  lists: readonly SearchedList[],
  search: string,
  { ofEach, all }: { ofEach: number; all: number },
): Promise<FoundRow[]> {
  if (lists.length === 0) return []
  const parts = lists.map(({ list, source, scope }) => {
    const { exact = sql<boolean>`false`, matches } = source.search(search)
    const order = orderRows(source, { sort: list.sort, search })
    const columns = (list.namedBy ?? []).map((key) => sql`(${source.columns[key]})::text`)
    return sql`(
      with page as materialized (
        select ${source.id} as page_id, ${exact} as exact, row_number() over (order by ${order}) as place
        from ${source.from} where ${withinScope(source, scope)} and ${matches} order by ${order} limit ${ofEach}
      )
      select ${list.name}::text as list, ${source.id}::text as id, coalesce(page.exact, false) as exact, page.place,
        array[${sql.join(columns)}] as names
      from ${source.from} join page on page.page_id = ${source.id})`
  })
  const { rows } = await sql<FoundRow>`
    select list, id, exact, names from (${sql.join(parts, sql` union all `)}) found
    order by exact desc, place, array_position(${lists.map(({ list }) => list.name)}::text[], list) limit ${all}`.execute(
    db,
  )
  return rows
}

/** The order of a list: exact matches first, then the column, then the id, so that pages never overlap. */
function orderRows<L extends DeskListDescription>(
  source: ListSource<L>,
  { sort, search }: Pick<DeskQuery, 'sort' | 'search'>,
): RawBuilder<unknown> {
  const isDescending = sort.startsWith('-')
  const name = (isDescending ? sort.slice(1) : sort) as keyof L['columns'] & string
  const column = source.columns[name]
  const indexed = source.order?.[name]
  const sorted = indexed ?? (isMoney(column) ? column.minor : column)
  const direction = sql`${isDescending ? sql`desc` : sql`asc`}${indexed === undefined ? sql` nulls last` : sql``}`
  const exact = search === undefined ? undefined : source.search(search).exact
  return sql`${exact === undefined ? sql`` : sql`(${exact}) desc, `}${sorted} ${direction}, ${source.id} ${isDescending ? sql`desc` : sql`asc`}`
}

/** All rows of a list, in its order. */
const selectRows = <L extends DeskListDescription>(
  list: L,
  source: ListSource<L>,
  query: DeskQuery,
  where: RawBuilder<boolean>,
): RawBuilder<RawRow> => sql<RawRow>`
    select ${source.id} as id, ${sql.join(selectColumns(list, source))} from ${source.from} where ${where}
    order by ${orderRows(source, query)}`

async function readRows<L extends DeskListDescription>(
  db: Db | Tx,
  list: L,
  source: ListSource<L>,
  query: DeskQuery,
  { where, limit, offset }: { where: RawBuilder<boolean>; limit: number; offset: number },
): Promise<DeskRow<L>[]> {
  // The rows first and their columns afterwards, which are not computed for the pages before.
  const { rows } = await sql<RawRow>`
    with page as materialized (
      select ${source.id} as page_id, row_number() over (order by ${orderRows(source, query)}) as place
      from ${source.from} where ${where} order by ${orderRows(source, query)} limit ${limit} offset ${offset}
    )
    select ${source.id} as id, ${sql.join(selectColumns(list, source))}
    from ${source.from} join page on page.page_id = ${source.id} order by page.place`.execute(db)
  return rows.map((row) => toRow(list, source, row))
}

function toRow<L extends DeskListDescription>(list: L, source: ListSource<L>, row: RawRow): DeskRow<L> {
  const cells = Object.entries(list.columns).map(([key]) => {
    const value = row[key]
    if (value === null || value === undefined) return [key, null]
    if (isMoney(source.columns[key as keyof L['columns'] & string])) {
      const currency = row[`${key}_currency`] as Currency
      return [key, { amount: toMajor(value as bigint, currency), currency }]
    }
    if (value instanceof Date) return [key, value.toISOString()]
    return [key, typeof value === 'bigint' ? Number(value) : value]
  })
  return { id: row.id, ...(Object.fromEntries(cells) as object) } as DeskRow<L>
}

async function countStates<L extends DeskListDescription>(
  db: Db,
  { states }: L,
  source: ListSource<L>,
  scope: Scope,
): Promise<Record<string, number>> {
  if (states === undefined || source.state === undefined) return {}
  const rows = await countLazily(
    db,
    sql<{ state: string; count: number }>`select ${source.state} as state, count(*)::int as count from ${source.from}
      where ${withinScope(source, scope)} group by 1`,
  )
  const counts = new Map(rows.map(({ state, count }) => [state, count]))
  return Object.fromEntries(states.map((state) => [state, counts.get(state) ?? 0]))
}
