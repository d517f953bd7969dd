import { sql, type RawBuilder } from 'kysely'

const host = 'guest.invalid'

/**
 * The address of an account that a counter opened for somebody without one (decision 95); `.invalid` is reserved (RFC 2606) and
 * never receives mail. Nothing is sent there, and nobody is shown it.
 */
export const makeGuestAddress = (user_id: string): string => `guest-${user_id}@${host}`
export const isGuestAddress = (address: string): boolean => address.endsWith(`@${host}`)

/** SQL: the address of an account; null for a guest's. */
export const shownAddress = (user: string): RawBuilder<string | null> => sql<string | null>`
  case when ${sql.ref(`${user}.email`)} not like ${`%@${host}`} then ${sql.ref(`${user}.email`)} end`
