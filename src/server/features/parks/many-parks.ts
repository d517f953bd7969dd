import { sql } from 'kysely'
import type { Tx } from '#server/database/connect.ts'

/** From so many parks in one statement, a transaction notes a change of all parks in place of each of theirs. */
export const manyParks = 200

/** Has the search indexes load all parks once the transaction is committed. What it changes then notes no single parks. */
export const noteAllParks = (tx: Tx): Promise<unknown> => sql`select note_all_parks()`.execute(tx)
