import { sql } from 'kysely'
import type { Tx } from '#server/database/connect.ts'

/** Operators confirm spaces, hours and entrance of a car park at least this often, in days; else it sells nothing more. */
export const confirmed_days = 90

/** Days before its end at which operators are reminded. */
export const confirmReminder_days = [14, 7, 1] as const

/** Starts a term of 90 days from `now`, in which a park may be sold. */
export async function startTerm(tx: Tx, park_id: string, now: Date): Promise<void> {
  await sql`update parks set confirm_by = ${now}::timestamptz + make_interval(days => ${confirmed_days}),
    confirm_reminded_days = null, lapsed_at = null where id = ${park_id}`.execute(tx)
}
