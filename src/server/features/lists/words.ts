import { sql, type RawBuilder } from 'kysely'
import { removeAccents } from '#contract/accents.ts'
import { containsPattern } from '#server/database/like.ts'

/* Texts as people search for them: by their words in any order, with or without accents. */

// The indexes of the migrations 0471 have them too.
const accented =
  'ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝàáâãäåçèéêëìíîïñòóôõöøùúûüýÿĀāĂăĄąĆćĈĉĊċČčĎďĐđĒēĔĕĖėĘęĚěĜĝĞğĠġĢģĤĥĦħĨĩĪīĬĭĮįİıĴĵĶķĹĺĻļĽľŁłŃńŅņŇňŌōŎŏŐőŔŕŖŗŘřŚśŜŝŞşŠšŢţŤťŨũŪūŬŭŮůŰűŲųŴŵŶŷŸŹźŻżŽžṢṣẸẹỊịỌọỤụǸǹȘșȚț’'
const plain =
  "AAAAAACEEEEIIIINOOOOOOUUUUYaaaaaaceeeeiiiinoooooouuuuyyAaAaAaCcCcCcCcDdDdEeEeEeEeEeGgGgGgGgHhHhIiIiIiIiIiJjKkLlLlLlLlNnNnNnOoOoOoRrRrRrSsSsSsSsTtTtUuUuUuUuUuUuWwYyYZzZzZzSsEeIiOoUuNnSsTt'"

/** SQL: a text in small letters without accents, in the form that indexes have. */
export const foldedSql = (column: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`lower(translate(${column}, ${sql.lit(accented)}, ${sql.lit(plain)}))`

/** As `foldedSql`, of a text that was typed. Marks that stand by themselves are left out. */
export function foldTyped(text: string): string {
  const letters = text.normalize('NFC').replaceAll(/./gu, (letter) => {
    const at = accented.indexOf(letter)
    return at === -1 ? letter : plain.charAt(at)
  })
  return removeAccents(letters).toLowerCase()
}

/** More words tell no more. */
const mostWords = 8

/** The condition that texts together have each word that was typed, or a part of it; false for a text without words. */
export function hasWords(columns: readonly RawBuilder<unknown>[], text: string): RawBuilder<boolean> {
  const words = [...new Set(foldTyped(text).split(/[\s,;]+/u))].filter((word) => word !== '').slice(0, mostWords)
  if (words.length === 0) return sql<boolean>`false`
  const all = foldedSql(columns.length === 1 ? columns[0]! : sql`concat_ws(' ', ${sql.join(columns)})`)
  return sql<boolean>`(${sql.join(
    words.map((word) => sql`${all} like ${containsPattern(word)}`),
    sql` and `,
  )})`
}
