import { sql } from 'kysely'

/**
 * The timeline of the server, eight hexadecimal digits that each promotion raises. Transactions that the server before had
 * numbered may have been lost with it, and their numbers given again: a position by them holds on its own timeline only.
 * Fails on a standby.
 */
export const timelineNow = sql<string>`left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)`
