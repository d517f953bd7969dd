import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/database/connect.ts'
import { allowedErrors, errorsBetween, type Typed } from './rules.ts'

type Table = 'places' | 'parks'

/**
 * Conditions on the rows `p` of a table: whether each typed word is like one of theirs, and how many typing errors that
 * makes in all, by the very rule of the index. The words that there are come from the table, since no SQL knows that rule.
 * Undefined where a typed word is like none.
 */
export async function errorsInSql(
  db: Db,
  table: Table,
  { words }: Typed,
): Promise<{ isAlike: RawBuilder<boolean>; count: RawBuilder<number> } | undefined> {
  const vocabulary = await vocabularyOf(db, table)
  const own = sql`string_to_array(p.folded, ' ')`
  const levels = words.map((word) => levelsOf(word, vocabulary))
  if (levels.some((each) => each.at(-1)!.length === 0)) return undefined
  const has = (terms: readonly string[]) => sql<boolean>`${own} && ${terms}::text[]`
  const isAlike = sql<boolean>`(${sql.join(
    levels.map((each) => has(each.at(-1)!)),
    sql` and `,
  )})`
  const errorsOf = (each: readonly (readonly string[])[]) =>
    sql`case ${sql.join(
      each.map((terms, errors) => sql`when ${has(terms)} then ${sql.lit(errors)}`),
      sql` `,
    )} end`
  return { isAlike, count: sql<number>`(${sql.join(levels.map(errorsOf), sql` + `)})` }
}

/** At place e the words with e errors or fewer. */
function levelsOf(word: string, vocabulary: readonly string[]): string[][] {
  const levels: string[][] = Array.from({ length: allowedErrors(word) + 1 }, () => [])
  for (const term of vocabulary) {
    const errors = errorsBetween(word, term)
    if (errors !== undefined) for (let level = errors; level < levels.length; level += 1) levels[level]!.push(term)
  }
  return levels
}

/** Who asks while it is being read is told the same: it is read each time, for it is needed for a moment after a start alone. */
const reading = new WeakMap<Db, Map<Table, Promise<string[]>>>()

function vocabularyOf(db: Db, table: Table): Promise<string[]> {
  const tables = reading.get(db) ?? new Map<Table, Promise<string[]>>()
  reading.set(db, tables)
  const known = tables.get(table)
  if (known !== undefined) return known
  const words = sql<{ word: string }>`
    select distinct word from ${sql.table(table)}, unnest(string_to_array(folded, ' ')) word`
    .execute(db)
    .then(({ rows }) => rows.map(({ word }) => word))
    .finally(() => tables.delete(table))
  tables.set(table, words)
  return words
}
