import { sql } from 'kysely'
import { runningQuarter } from '#contract/bookings/booking-rules.ts'
import type { CapacityDay, ParkCapacity } from '#contract/parks/desk/capacity.ts'
import { day_ms, quarter_ms } from '#contract/time.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { capacityAt } from '#server/features/availability/day-spaces.ts'
import type { Window } from '#server/features/availability/window.ts'
import { getZoneDays } from '#server/features/pricing/tariff-days.ts'
import type { Scope } from '#server/http/caller.ts'
import { findPoolSteps, type PoolSteps } from './capacity-steps.ts'
import { findClosedTimes, findClosures } from './closure-queries.ts'
import { getManagedPark } from './managed-park.ts'
import { toDay } from './pool-days.ts'

/** Returns the spaces of a park by local day and quarter hour. Throws `not_found`. */
export async function getCapacity(
  db: Db | Tx,
  scope: Scope,
  id: string,
  { from, days = 7 }: { from?: string | undefined; days?: number },
  now: Date,
): Promise<ParkCapacity> {
  const { timezone, version } = await getManagedPark(db, scope, id)
  const zone = getZoneDays(timezone)
  const first = from === undefined ? zone.dayOf(now.getTime()) : Date.parse(from) / day_ms
  const window = { start: new Date(zone.instantOf(first, 0)), end: new Date(zone.instantOf(first + days, 0)) }
  const pools = await findPoolSteps(db, id)
  const used = await findUsed(
    db,
    pools.map((pool) => pool.id),
    window,
  )
  const listed = await Promise.all(
    pools.map(async (pool) => {
      const closed = await findClosedTimes(db, id, pool.vehicle_class, window.start)
      return {
        vehicle_class: pool.vehicle_class,
        capacity: capacityAt(pool.steps, now),
        is_example: pool.is_example,
        changes: pool.steps
          .filter(({ starts_at }) => starts_at > now)
          .map(({ starts_at, capacity }) => ({
            from: toDay(new Date(zone.dayOf(starts_at.getTime()) * day_ms)),
            capacity,
          })),
        days: Array.from({ length: days }, (_, n) => {
          const local = { start: zone.instantOf(first + n, 0), end: zone.instantOf(first + n + 1, 0) }
          return toCapacityDay(toDay(new Date((first + n) * day_ms)), local, pool, used, closed)
        }),
      }
    }),
  )
  return { version, timezone, pools: listed, closures: await findClosures(db, id, runningQuarter(now)) }
}

type UsedByDay = ReadonlyMap<string, readonly number[]>
const usedKey = (pool_id: number, day: string) => `${pool_id} ${day}`

async function findUsed(db: Db | Tx, pool_ids: readonly number[], { start, end }: Window): Promise<UsedByDay> {
  if (pool_ids.length === 0) return new Map()
  const { rows } = await sql<{ pool_id: number; day: string; used: number[] }>`
    select pool_id, day, used from pool_days
    where pool_id = any(${[...pool_ids]}::int[]) and day between ${toDay(start)}::date and ${toDay(end)}::date`.execute(
    db,
  )
  return new Map(rows.map(({ pool_id, day, used }) => [usedKey(pool_id, day), used]))
}

function toCapacityDay(
  day: string,
  { start, end }: { start: number; end: number },
  { id, steps }: PoolSteps,
  usedByDay: UsedByDay,
  closures: readonly Window[],
): CapacityDay {
  const slots = Array.from(
    { length: Math.round((end - start) / quarter_ms) },
    (_, n) => new Date(start + n * quarter_ms),
  )
  return {
    day,
    starts_at: new Date(start).toISOString(),
    capacity: slots.map((at) => capacityAt(steps, at)),
    used: slots.map((at) => usedByDay.get(usedKey(id, toDay(at)))?.[(at.getTime() % day_ms) / quarter_ms] ?? 0),
    closed: slots.map((at) =>
      closures.some(
        (closure) => closure.start.getTime() < at.getTime() + quarter_ms && closure.end.getTime() > at.getTime(),
      ),
    ),
  }
}
