import { sql, type RawBuilder } from 'kysely'
import { containsPattern } from '#server/database/like.ts'
import { parseTypedText } from '#server/features/places/text-matching.ts'

/** The condition that a car park's name, address and city together have each word that was typed, or a part of it. */
export function hasParkWords(park: string, text: string): RawBuilder<boolean> {
  const { words } = parseTypedText(text)
  if (words.length === 0) return sql<boolean>`false`
  const each = words.map((word) => sql`${sql.ref(`${park}.folded`)} like ${containsPattern(word)}`)
  return sql<boolean>`(${sql.join(each, sql` and `)})`
}
