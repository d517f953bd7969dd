import { sql, type RawBuilder } from 'kysely'
import { isUuid } from '#server/database/ids.ts'

/** The condition that `u` is the account with this address, which is stored in small letters, or id. */
export const isAccount = (text: string): RawBuilder<boolean> =>
  isUuid(text) ? sql<boolean>`u.id = ${text}::uuid` : sql<boolean>`u.email = lower(${text})`
