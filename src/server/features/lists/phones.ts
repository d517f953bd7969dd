import { sql, type RawBuilder } from 'kysely'
import { listPhoneDigits } from '#server/phones.ts'
import { isAccount } from './is-account.ts'
import { foldedSql, hasWords } from './words.ts'

/** What an index has of an account that is not erased. */
const accountWords = sql`(p.email || ' ' || coalesce(p.first_name, '') || ' ' || coalesce(p.last_name, '') || ' ' || coalesce(p.phone, ''))`

/** The condition that a column has the phone number that was typed, or a part of it; false if none was. */
export function hasPhone(column: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  const patterns = listPhoneDigits(text).map((digits) => `%${digits}%`)
  return patterns.length === 0 ? sql<boolean>`false` : sql<boolean>`${column} like any(${patterns}::text[])`
}

/** Selects the ids of accounts with the phone number that was typed, or a part of it, each by the index. */
export const selectAccountsByPhone = (text: string): RawBuilder<unknown>[] =>
  listPhoneDigits(text).map(
    (digits) => sql`select p.id from users p
      where p.erased_at is null and ${foldedSql(accountWords)} like ${`%${digits}%`} and p.phone like ${`%${digits}%`}`,
  )

/** Selects the ids of accounts by the words of their name, address and number, by the index. */
export const selectAccountsByWords = (text: string): RawBuilder<unknown> =>
  sql`select p.id from users p where p.erased_at is null and ${hasWords([accountWords], text)}`

/** Selects the ids of accounts by what people know of them: name, address, number or id. */
export const selectAccounts = (text: string): RawBuilder<unknown> =>
  sql`${sql.join(
    [
      selectAccountsByWords(text),
      ...selectAccountsByPhone(text),
      sql`select u.id from users u where ${isAccount(text)}`,
    ],
    sql` union all `,
  )}`
