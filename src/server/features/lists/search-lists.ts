import { sql, type RawBuilder } from 'kysely'
import { listFoundFacts } from '#contract/lists/found-facts.ts'
import type { DeskListDescription } from '#contract/lists/lists.ts'
import { mostFound, type FoundRecord } from '#contract/lists/search.ts'
import type { Language } from '#contract/places/places.ts'
import type { Db } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import type { Access, Scope } from '#server/http/caller.ts'
import { derive, orderRows, toCell } from './run-list.ts'
import { minuteOf, type ServedList } from './served.ts'
import { withState, isMoney, withinScope, type ListSource } from './source.ts'

/**
 * Finds records in the lists that a person may see and whose records they may open, with the permission and the scope of
 * each list, as its own search does.
 */
export async function searchLists(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  lists: readonly ServedList[],
  text: string,
  { access, language }: { access: Access; language: Language },
): Promise<FoundRecord[]> {
  const open = lists.flatMap(({ list, source }) => {
    const scope = access.get(list.permission)
    const { namedBy, opens } = list
    if (scope === undefined || namedBy === undefined || opens === undefined || !access.has(opens.permission)) return []
    return [{ list, source, scope }]
  })
  const read_at = clock()
  const reader = { db, access, language, now: minuteOf(read_at), read_at }
  const searched: Searched = { ready: [], late: [] }
  for (const { list, source, scope } of open) {
    const query = { page: 1, sort: list.sort, search: text, format: 'json' } as const
    const given = source({ ...reader, scope, query })
    const toSearched = (from: ListSource): SearchedList => ({ list, source: withState(list, from), scope })
    if (given instanceof Promise) searched.late.push(given.then(toSearched))
    else searched.ready.push(toSearched(given))
  }
  const screens = new Map(open.map(({ list }) => [list.name, list.opens!.screen]))
  const order = new Map(open.map(({ list }, n) => [list.name, n]))
  const rows = await findInLists(db, searched, text, { ...mostFound, order })
  return rows.map(({ names, facts, ...row }) => ({
    ...row,
    path: `${screens.get(row.list)!}/${encodeURIComponent(row.id)}`,
    facts: facts as FoundRecord['facts'],
    names: names.filter((name) => name !== null && name !== '') as string[],
  }))
}

interface SearchedList {
  list: DeskListDescription
  source: ListSource
  scope: Scope
}
/** The lists to search; `late` are those that ask the database first how they are best searched. */
interface Searched {
  ready: SearchedList[]
  late: Promise<SearchedList>[]
}
/** How many rows are returned, and the order of the lists, by name. */
interface Most {
  ofEach: number
  all: number
  order: ReadonlyMap<string, number>
}
interface FoundRow {
  list: string
  id: string
  exact: boolean
  names: (string | null)[]
  facts: Record<string, unknown>
}

/** A row that a search has found, before its facts are read. */
interface Place {
  list: string
  id: string
  exact: boolean
  /** Among those of its list, from 1. */
  place: number
}

/**
 * Returns the best matches of each list, found as the list itself finds them: exact ones first, then the best of each list,
 * then the second best. First rows are found in all lists, then what is shown of those few is read: in one
 * statement, the database would plan the reading of every list, which takes longer than the search.
 */
async function findInLists(db: Db, searched: Searched, search: string, most: Most): Promise<FoundRow[]> {
  const places = await findPlaces(db, searched, search, most)
  const lists = [...searched.ready, ...(await Promise.all(searched.late))]
  const found = lists.filter(({ list }) => places.some((place) => place.list === list.name))
  if (found.length === 0) return []
  const parts = found.map(({ list, source }) => {
    const columns = (list.namedBy ?? []).map((key) => sql`(${source.columns[key]})::text`)
    // As literals, which take the type of the id, so that its index is used.
    const ids = places.filter((place) => place.list === list.name).map(({ id }) => sql.lit(id))
    return sql`(select ${list.name}::text as list, ${source.id}::text as id, array[${sql.join(columns)}] as names,
      ${selectFacts(list, source)} as facts from ${source.from} where ${source.id} in (${sql.join(ids)}))`
  })
  const { rows } = await sql<Omit<FoundRow, 'exact'>>`${sql.join(parts, sql` union all `)}`.execute(db)
  const keyOf = ({ list, id }: Pick<Place, 'list' | 'id'>) => `${list} ${id}`
  const read = new Map(rows.map((row) => [keyOf(row), row]))
  return places.flatMap((place) => {
    const row = read.get(keyOf(place))
    // Deleted meanwhile.
    if (row === undefined) return []
    return [
      {
        ...row,
        exact: place.exact,
        facts: toFacts(
          found.find(({ list }) => list.name === row.list)!,
          row.facts,
        ),
      },
    ]
  })
}

/**
 * So many lists share a statement. Most of a search is the planning of its lists, which takes longer for thirty in one
 * statement than for eight in each of four; and PostgreSQL keeps the plan of a smaller one sooner (bench/desk.ts).
 */
const listsOfStatement = 8

/**
 * Finds the best rows of each list, in two rows of statements at the same time, each on a connection of its own. The first
 * begins with the lists that are late.
 */
async function findPlaces(
  db: Db,
  { ready, late }: Searched,
  search: string,
  { ofEach, all, order }: Most,
): Promise<Place[]> {
  const waiting = chunk(ready, listsOfStatement)
  const found: Place[] = []
  const findIn = async (lists: readonly SearchedList[]) => {
    for (const part of chunk(lists, listsOfStatement)) found.push(...(await findPlacesIn(db, part, search, ofEach)))
  }
  const findWaiting = async () => {
    for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) await findIn(part)
  }
  await Promise.all([Promise.all(late).then(findIn).then(findWaiting), findWaiting()])
  return found
    .toSorted(
      (a, b) => Number(b.exact) - Number(a.exact) || a.place - b.place || order.get(a.list)! - order.get(b.list)!,
    )
    .slice(0, all)
}

const chunk = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, n) => items.slice(n * size, (n + 1) * size))

async function findPlacesIn(db: Db, lists: readonly SearchedList[], search: string, ofEach: number): Promise<Place[]> {
  const parts = lists.map(({ list, source, scope }) => {
    const { exact = sql<boolean>`false`, matches } = source.search(search)
    const order = orderRows(source, { sort: list.sort, search })
    return sql`(
      select ${list.name}::text as list, (${source.id})::text as id, coalesce(${exact}, false) as exact,
        (row_number() over (order by ${order}))::int as place
      from ${source.from} where ${withinScope(source, scope)} and ${matches} order by ${order} limit ${ofEach})`
  })
  const { rows } = await sql<Place>`${sql.join(parts, sql` union all `)}`.execute(db)
  return rows
}

const factColumns = (list: DeskListDescription): string[] =>
  listFoundFacts(list).flatMap((key) => {
    const { zone } = list.columns[key]!
    return zone === undefined ? [key] : [key, zone]
  })

/** As JSON: the lists have different ones. */
function selectFacts(list: DeskListDescription, { columns }: ListSource): RawBuilder<unknown> {
  const fields = factColumns(list).flatMap((key) => {
    const column = columns[key]
    if (column === undefined) return []
    if (!isMoney(column)) return [sql`${sql.lit(key)}, ${column}`]
    return [sql`${sql.lit(key)}, (${column.minor})::text`, sql`${sql.lit(`${key}_currency`)}, ${column.currency}`]
  })
  return fields.length === 0 ? sql`'{}'::jsonb` : sql`jsonb_build_object(${sql.join(fields)})`
}

function toFacts({ list, source }: SearchedList, row: Record<string, unknown>): Record<string, unknown> {
  const keys = factColumns(list).filter((key) => key in source.columns)
  const cells = keys.map((key): [string, unknown] => {
    const value = row[key] ?? null
    if (value === null) return [key, null]
    if (isMoney(source.columns[key]!)) return [key, toCell(BigInt(value as string), row[`${key}_currency`])]
    return [key, derive(source, key, toCell(list.columns[key]?.kind === 'instant' ? new Date(value as string) : value))]
  })
  return Object.fromEntries(cells)
}
