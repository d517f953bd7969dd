import { sql, type RawBuilder } from 'kysely'
import { listPhoneDigits } from '#server/phones.ts'

/** What an index has of an account that is not erased. */
export const accountWords = sql`(p.email || ' ' || coalesce(p.first_name, '') || ' ' || coalesce(p.last_name, '') || ' ' || coalesce(p.phone, ''))`

/** The condition that a column has the phone number that was typed, or a part of it; false if none was. */
export function hasPhone(column: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  const patterns = listPhoneDigits(text).map((digits) => `%${digits}%`)
  return patterns.length === 0 ? sql<boolean>`false` : sql<boolean>`${column} like any(${patterns}::text[])`
}

/** Selects the ids of accounts with the phone number that was typed, or a part of it, each by the index. */
export const selectAccountsByPhone = (text: string): RawBuilder<unknown>[] =>
  listPhoneDigits(text).map(
    (digits) => sql`select p.id from users p
      where p.erased_at is null and ${accountWords} ilike ${`%${digits}%`} and p.phone like ${`%${digits}%`}`,
  )
