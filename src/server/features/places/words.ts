import { sql, type RawBuilder } from 'kysely'
import { wordsOf, type Typed } from './rules.ts'

/** True where each typed word begins a word of `column`, or the last is one that it may become. Folded text has no LIKE signs. */
export const hasWords = (column: RawBuilder<unknown>, typed: Typed): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    wordsOf(typed).map(
      (word) =>
        sql`(${sql.join(
          [word].flat().map((each) => hasWord(column, each)),
          sql` or `,
        )})`,
    ),
    sql` and `,
  )})`

function hasWord(column: RawBuilder<unknown>, word: string): RawBuilder<boolean> {
  if (!word.endsWith(' ')) return sql<boolean>`${column} like ${`${word}%`} or ${column} like ${`% ${word}%`}`
  const whole = word.trimEnd()
  return sql<boolean>`${column} = ${whole} or ${column} like ${`${word}%`} or ${column} like ${`% ${word}%`} or ${column} like ${`% ${whole}`}`
}

/** True where the first word begins so. */
export const beginsWith = (column: RawBuilder<unknown>, word: string | readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    [word].flat().map((each) => sql`${column} || ' ' like ${`${each}%`}`),
    sql` or `,
  )})`
