import { sql } from 'kysely'
import { day_ms } from '#contract/time.ts'
import type { Tx } from '#server/database/connect.ts'
import { calculateDaySpaces } from '#server/features/availability/day-spaces.ts'
import type { Window } from '#server/features/availability/window.ts'
import { findPoolStepsOf } from './capacity-steps.ts'
import { toDay } from './pool-days.ts'

/** A closure that begins or ends, of a class of vehicles or of all. */
export interface ChangedClosure extends Window {
  park_id: string
  vehicle_class: string | null
}

/** So many days of car parks, with those of each of their pools, are written at once. */
const mostDays = 2_000
const countDays = ({ start, end }: Window) => Math.ceil((end.getTime() - start.getTime()) / day_ms) + 1

/**
 * Writes the spaces of the days that closures concern, at most one for each car park. All of these days get a row: a sale that
 * runs at the same time waits for the row, or this waits for the sale. Closures take nothing from what is sold, so that nothing
 * can be oversold.
 */
export async function writeClosedDays(tx: Tx, changed: readonly ChangedClosure[], now: Date): Promise<void> {
  const atOnce = Math.max(1, Math.floor(mostDays / Math.max(...changed.map(countDays))))
  for (let first = 0; first < changed.length; first += atOnce)
    await writeDays(tx, changed.slice(first, first + atOnce), now)
}

async function writeDays(tx: Tx, changed: readonly ChangedClosure[], now: Date): Promise<void> {
  const byPark = new Map(changed.map((closure) => [closure.park_id, closure]))
  const ids = [...byPark.keys()]
  const isConcerned = (of: string, closure: { vehicle_class: string | null }) =>
    closure.vehicle_class === null || closure.vehicle_class === of
  const concerned = (await findPoolStepsOf(tx, ids)).filter(({ park_id, vehicle_class }) =>
    isConcerned(vehicle_class, byPark.get(park_id)!),
  )
  const pools = new Map(concerned.map((pool) => [pool.id, pool]))
  const { rows: closures } = await sql<ChangedClosure>`
    select park_id, vehicle_class, starts_at as start, ends_at as "end" from pool_closures
    where park_id = any(${ids}::uuid[]) and ends_at > ${now}`.execute(tx)
  const closedAt = Map.groupBy(closures, ({ park_id }) => park_id)
  const entries = concerned.map(({ id, park_id, steps }) => {
    const { start, end } = byPark.get(park_id)!
    return { pool_id: id, cap: steps.at(-1)!.capacity, first: toDay(start < now ? now : start), last: toDay(end) }
  })
  const { rows } = await sql<{ pool_id: number; day: string }>`
    insert into pool_days (pool_id, day, cap, used)
    select e.pool_id, d::date, e.cap, array_fill(0::smallint, array[96])
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as e(pool_id int, cap int, first date, last date)
      cross join lateral generate_series(e.first, e.last, interval '1 day') d
    order by e.pool_id, d
    on conflict (pool_id, day) do update set cap = pool_days.cap
    returning pool_id, day`.execute(tx)
  const days = rows.map(({ pool_id, day }) => {
    const { park_id, vehicle_class, steps } = pools.get(pool_id)!
    const closed = (closedAt.get(park_id) ?? []).filter((closure) => isConcerned(vehicle_class, closure))
    return { pool_id, day, ...calculateDaySpaces(day, steps, closed) }
  })
  await sql`
    update pool_days set cap = n.cap, blocked = n.blocked
    from jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as n(pool_id int, day date, cap smallint, blocked smallint[])
    where pool_days.pool_id = n.pool_id and pool_days.day = n.day`.execute(tx)
}
