import { randomFillSync, randomInt } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import { codeAlphabet } from '#contract/codes.ts'

/** Random bytes for 256 IDs, drawn at once because each call to the system’s generator is slow. */
const randomPool = Buffer.alloc(16 * 256)
let randomPoolOffset = randomPool.length

/** A time-ordered UUID (version 7, RFC 9562). */
export function newId(now: number = Date.now()): string {
  if (randomPoolOffset === randomPool.length) {
    randomFillSync(randomPool)
    randomPoolOffset = 0
  }
  const bytes = randomPool.subarray(randomPoolOffset, (randomPoolOffset += 16))
  bytes.writeUIntBE(now, 0, 6)
  bytes[6] = (bytes[6]! & 0x0f) | 0x70
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** The smallest UUID version 7 of an instant, so that the primary key's index can select by creation time. */
export function firstId(at: Date): string {
  const hex = at.getTime().toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

/** A random human-readable code from a cryptographic source; 8 characters give about 6.5e11 codes. */
export function newCode(length = 8): string {
  return Array.from({ length }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join('')
}

export const isUuid = (text: string) => /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text)

/**
 * SQL: that an id is the one in a text from outside; false for any other text. The index of the id serves it, as it does not
 * where the id is compared as a text.
 */
export const isId = (id: RawBuilder<unknown>, text: string): RawBuilder<boolean> =>
  isUuid(text) ? sql<boolean>`${id} = ${text}::uuid` : sql<boolean>`false`

/** SQL: the id that stands in a column of texts; null where that is none. */
export const idIn = (text: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql<string | null>`(case when ${text} ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then (${text})::uuid end)`

/** SQL: that a row, by its alias, has the id or the address that is in a text from outside. */
export const hasIdOrSlug = (alias: string, text: string): RawBuilder<boolean> =>
  sql<boolean>`(${isId(sql.ref(`${alias}.id`), text)} or ${sql.ref(`${alias}.slug`)} = lower(${text}))`
