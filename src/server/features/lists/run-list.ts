import { sql, type RawBuilder } from 'kysely'
import { toPage } from '#contract/fields.ts'
import { mostCounted } from '#contract/lists/list-facts.ts'
import type { DeskListDescription, DeskPage, DeskQuery, DeskRow } from '#contract/lists/lists.ts'
import { toMajor, type Currency } from '#contract/money.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { Scope } from '#server/http/caller.ts'
import { countLazily } from './counts.ts'
import { betweenDays } from './filter-days.ts'
import { isByBranch, isMoney, withinScope, type DaysSql, type ListSource, type MoneySql } from './source.ts'

/** Returns a page of a list, and the count of each state over everything in the scope. Throws 422 for wrong days. */
export async function findDeskPage<L extends DeskListDescription>(
  db: Db,
  list: L,
  source: ListSource<L>,
  query: DeskQuery & { size: number },
  scope: Scope,
): Promise<DeskPage<L>> {
  const { page, size, count } = query
  if (source.isComputed === true) return computePage(db, list, source, query, scope)
  const select: Selection = { ...toSelection(list, source, query, scope), most: count === 'exact' ? null : mostCounted }
  const [states, counted, rows] = await Promise.all([
    countStates(db, list, source, select),
    select.state === undefined || list.states === undefined ? countSelected(db, source, select) : undefined,
    readRows(db, list, source, query, { where: select.where, limit: size, offset: (page - 1) * size }),
  ])
  const known = select.state === 'all' ? states.all : states.counts.get(select.state ?? '')
  const total = counted ?? known ?? (await countSelected(db, source, select))
  const number = toNumber(total, select)
  // There may be more pages than those of the rows that are counted.
  const following = total > number && rows.length === size ? page + 1 : page
  return {
    ...toPage(rows, number, page, size),
    pages: Math.max(1, Math.ceil(number / size), total > number ? following : 1),
    counts: Object.fromEntries([...states.counts].map(([state, value]) => [state, toNumber(value, select)])),
    is_total_capped: total > number,
    capped_states: [...states.counts].flatMap(([state, value]) => (value > toNumber(value, select) ? [state] : [])),
    is_by_branch: isByBranch(source),
  }
}

async function computePage<L extends DeskListDescription>(
  db: Db,
  list: L,
  source: ListSource<L>,
  query: DeskQuery & { size: number },
  scope: Scope,
): Promise<DeskPage<L>> {
  const { page, size } = query
  const { where } = toSelection(list, source, query, scope)
  const { rows } = await sql<RawRow & { all_rows: number }>`
    select ${source.id} as id, ${sql.join(selectColumns(source))}, (count(*) over ())::int as all_rows
    from ${source.from} where ${where} order by ${orderRows(source, query)}
    limit ${size} offset ${(page - 1) * size}`.execute(db)
  const total = rows[0]?.all_rows ?? (page === 1 ? 0 : await countRows(db, list, source, query, scope))
  return {
    ...toPage(
      rows.map((row) => toRow(list, source, row)),
      total,
      page,
      size,
    ),
    counts: {},
    is_total_capped: false,
    capped_states: [],
    is_by_branch: isByBranch(source),
  }
}

/** The condition that a query of a list selects a row, for what shows its rows otherwise. */
export const selectedBy = <L extends DeskListDescription>(
  list: L,
  source: ListSource<L>,
  query: DeskQuery,
  scope: Scope,
): RawBuilder<boolean> => toSelection(list, source, query, scope).where

/** Counts the rows that a query selects. */
export async function countRows<L extends DeskListDescription>(
  db: Db | Tx,
  list: L,
  source: ListSource<L>,
  query: DeskQuery,
  scope: Scope,
): Promise<number> {
  const { where } = toSelection(list, source, query, scope)
  const { rows } = await sql<{
    total: number
  }>`select count(*)::int as total from ${source.from} where ${where}`.execute(db)
  return rows[0]!.total
}

/** Which rows a query selects. */
interface Selected {
  where: RawBuilder<boolean>
  within: RawBuilder<boolean>
  /** The state of the rows, where nothing else narrows the list; `all` for those of every state. */
  state: string | undefined
}

function toSelection<L extends DeskListDescription>(
  list: L,
  source: ListSource<L>,
  query: DeskQuery,
  scope: Scope,
): Selected {
  const within = withinScope(source, scope)
  const conditions = [within]
  if (query.search !== undefined) conditions.push(source.search(query.search).matches)
  if (query.state !== undefined) conditions.push(sql<boolean>`${source.state!} = ${query.state}`)
  for (const [key, { kind }] of Object.entries(list.filters)) {
    const condition = (source.filters as Record<string, unknown>)[key]
    if (kind === 'days') {
      conditions.push(...betweenDays(key, condition as DaysSql, query))
      continue
    }
    const value = query[key] as string | undefined
    if (value === undefined) continue
    if (kind === 'flag') conditions.push(sql<boolean>`${condition as RawBuilder<boolean>} = ${value === 'true'}`)
    else conditions.push((condition as (value: string) => RawBuilder<boolean>)(value))
  }
  const isNarrowed = conditions.length > (query.state === undefined ? 1 : 2)
  return {
    where: sql<boolean>`${sql.join(conditions, sql` and `)}`,
    within,
    state: isNarrowed ? undefined : (query.state ?? 'all'),
  }
}

export type RawRow = { id: string } & Record<string, unknown>

/** The columns that are needed, all by default; a money column is two. */
function selectColumns<L extends DeskListDescription>(
  source: ListSource<L>,
  keys?: ReadonlySet<string>,
): RawBuilder<unknown>[] {
  const columns = Object.entries(source.columns as Record<string, RawBuilder<unknown> | MoneySql>)
  return columns.flatMap(([key, column]) => {
    if (keys !== undefined && !keys.has(key)) return []
    return isMoney(column)
      ? [sql`${column.minor} as ${sql.ref(key)}`, sql`${column.currency} as ${sql.ref(`${key}_currency`)}`]
      : [sql`${column} as ${sql.ref(key)}`]
  })
}

/** The order of a list: exact matches first, then the column, then the id, so that pages never overlap. */
export function orderRows<L extends DeskListDescription>(
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
export const selectRows = <L extends DeskListDescription>(
  source: ListSource<L>,
  query: DeskQuery,
  where: RawBuilder<boolean>,
  keys?: ReadonlySet<string>,
): RawBuilder<RawRow> => sql<RawRow>`
    select ${source.id} as id, ${sql.join(selectColumns(source, keys))} from ${source.from} where ${where}
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
    select ${source.id} as id, ${sql.join(selectColumns(source))}
    from ${source.from} join page on page.page_id = ${source.id} order by page.place`.execute(db)
  return rows.map((row) => toRow(list, source, row))
}

/** A row of the database as the list answers it. */
export function toRow<L extends DeskListDescription>(list: L, source: ListSource<L>, row: RawRow): DeskRow<L> {
  const cells = Object.keys(list.columns).map((key: keyof L['columns'] & string) => [
    key,
    derive(source, key, toCell(row[key], isMoney(source.columns[key]) ? row[`${key}_currency`] : undefined)),
  ])
  return { id: row.id, ...(Object.fromEntries(cells) as object) } as DeskRow<L>
}

export function derive<L extends DeskListDescription>(
  { derived }: ListSource<L>,
  key: keyof L['columns'] & string,
  value: unknown,
): unknown {
  const convert = derived?.[key]
  return value === null || convert === undefined ? value : convert(value)
}

/** A value as its column's kind has it; with a currency, an amount in minor units. */
export function toCell(value: unknown, currency?: unknown): unknown {
  if (value === null || value === undefined) return null
  if (currency !== undefined) return { amount: toMajor(value as bigint, currency as Currency), currency }
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'bigint' ? Number(value) : value
}

/** Rows that are counted. */
interface Selection extends Selected {
  /** So many are counted, and one more, which says that there are more; null for all of them. */
  most: number | null
}

const toNumber = (count: number, { most }: Selection): number => (most === null ? count : Math.min(count, most))

const upTo = ({ most }: Selection) => (most === null ? sql`` : sql`limit ${sql.lit(most + 1)}`)

async function countSelected(db: Db, { from }: Pick<ListSource, 'from'>, selection: Selection): Promise<number> {
  const [row] = await countLazily(
    db,
    sql<{ count: number }>`select count(*)::int as count
      from (select from ${from} where ${selection.where} ${upTo(selection)}) selected`,
  )
  return row!.count
}

interface StateCounts {
  counts: Map<string, number>
  /** Undefined for a list without states. */
  all: number | undefined
}

/** Counts the rows of each state, and those of every state, over everything in the scope. */
async function countStates<L extends DeskListDescription>(
  db: Db,
  { states }: L,
  { from, counted = from, state }: ListSource<L>,
  selection: Selection,
): Promise<StateCounts> {
  if (states === undefined || state === undefined) return { counts: new Map(), all: undefined }
  const { most, within } = selection
  const rows = await countLazily(
    db,
    sql<{ state: string; count: number }>`select state, count(*)::int as count
      from (select ${state} as state from ${counted} where ${within} ${upTo(selection)}) selected group by 1`,
  )
  const all = rows.reduce((sum, { count }) => sum + count, 0)
  if (most === null || all <= most) {
    const found = new Map(rows.map(({ state: name, count }) => [name, count]))
    return { counts: new Map(states.map((name) => [name, found.get(name) ?? 0])), all }
  }
  // Each by itself, with its name in the statement: the database plans a rare state, by its index, unlike a common one.
  const parts = states.map(
    (name) => sql`(select ${sql.lit(name)}::text as state, count(*)::int as count
      from (select from ${counted} where ${within} and ${state} = ${sql.lit(name)} ${upTo(selection)}) selected)`,
  )
  const each = await countLazily(db, sql<{ state: string; count: number }>`${sql.join(parts, sql` union all `)}`)
  return { counts: new Map(each.map(({ state: name, count }) => [name, count])), all }
}
