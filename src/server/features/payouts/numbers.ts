import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import type { Tx } from '#server/database/connect.ts'
import type { Payee } from './payees.ts'

/** The next number of a statement (`S-XOF-2026-00012`) or a payout (`P-…`), without gaps in a currency and a year of the payee’s zone. */
export async function takeNumber(
  tx: Tx,
  table: 'statements' | 'payouts',
  { currency, timezone }: Pick<Payee, 'currency' | 'timezone'>,
  at: Date,
): Promise<{ year: number; serial: number; number: string }> {
  const { year } = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timezone)
  // Until the transaction ends, nobody else takes one; a transaction that is undone gives its number back.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${table} ${currency} ${year}`}, 0))`.execute(tx)
  const { rows } = await sql<{ serial: number }>`
    select coalesce(max(serial), 0)::int + 1 as serial from ${sql.table(table)}
    where year = ${year}::int and currency = ${currency}`.execute(tx)
  const { serial } = rows[0]!
  const letter = table === 'statements' ? 'S' : 'P'
  return { year, serial, number: `${letter}-${currency}-${year}-${String(serial).padStart(5, '0')}` }
}
