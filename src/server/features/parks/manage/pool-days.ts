import { sql } from 'kysely'
import { windowRules } from '#contract/bookings/booking-rules.ts'
import { formatShortMoment } from '#contract/dates.ts'
import type { Locale } from '#contract/formats.ts'
import { day_ms } from '#contract/time.ts'
import type { Tx } from '#server/database/connect.ts'
import { calculateDaySpaces, findOversoldSlot, type CapacityStep } from '#server/features/availability/day-spaces.ts'
import type { Window } from '#server/features/availability/window.ts'
import { AppError } from '#server/http/errors.ts'

/** Days whose spaces can be sold at any one time: the latest start, the longest booking, and days of other zones. */
const soldDays = windowRules.ahead_days + windowRules.most_min / (24 * 60) + 2

export const toDay = (at: Date): string => at.toISOString().slice(0, 10)

/**
 * Writes the spaces of a pool's days as its steps and closures say, from now to the last day that can be sold or is closed.
 * All of these days get a row: a sale that runs at the same time waits for the row, or this waits for the sale. Throws
 * `capacity_sold` if more is sold in a quarter hour than a step allows.
 */
export async function writePoolDays(
  tx: Tx,
  pool_id: number,
  steps: readonly CapacityStep[],
  closures: readonly Window[],
  { now, locale, timezone }: { now: Date; locale: Locale; timezone: string },
): Promise<void> {
  const ends = closures.map(({ end }) => end.getTime())
  const last = Math.max(now.getTime() + soldDays * day_ms, ...ends)
  const { rows } = await sql<{ day: string; used: number[] }>`
    insert into pool_days (pool_id, day, cap, used)
    select ${pool_id}, d::date, ${steps.at(-1)!.capacity}::int, array_fill(0::smallint, array[96])
    from generate_series(${toDay(now)}::date, ${toDay(new Date(last))}::date, interval '1 day') d order by d
    on conflict (pool_id, day) do update set cap = pool_days.cap
    returning day, used`.execute(tx)
  for (const row of rows.toSorted((a, b) => a.day.localeCompare(b.day))) {
    const oversold = findOversoldSlot(row, steps, now)
    if (oversold !== undefined)
      throw new AppError('capacity_sold', {
        at: oversold.at.toISOString(),
        sold: oversold.sold,
        when: formatShortMoment(oversold.at, timezone, locale),
      })
  }
  const days = rows.map(({ day }) => ({ day, ...calculateDaySpaces(day, steps, closures) }))
  await sql`
    update pool_days set cap = n.cap, blocked = n.blocked
    from jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as n(day date, cap smallint, blocked smallint[])
    where pool_days.pool_id = ${pool_id} and pool_days.day = n.day`.execute(tx)
}
