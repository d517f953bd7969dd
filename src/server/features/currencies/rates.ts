import { sql } from 'kysely'
import type { Currency } from '#contract/money.ts'
import type { Db, Tx } from '#server/database/connect.ts'

/** What one unit of `from` was worth in `to`: the rate, the day for which it was entered, and where it was published. */
export type DayRate = { rate: number; day: string; source: string }

/**
 * Returns the newest rate of `day` or earlier, also one that was entered the other way round; undefined without one.
 * For totals in reports: no price, balance or order may use it.
 */
export async function findRate(db: Db | Tx, from: Currency, to: Currency, day: string): Promise<DayRate | undefined> {
  const { rows } = await sql<DayRate>`
    select case when currency = ${from} then rate else 1 / rate end as rate, day::text, source
    from exchange_rates where day <= ${day}::date
      and ((currency = ${from} and against = ${to}) or (currency = ${to} and against = ${from}))
    order by exchange_rates.day desc, (currency = ${from}) desc limit 1`.execute(db)
  return rows[0]
}
