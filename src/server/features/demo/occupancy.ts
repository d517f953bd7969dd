import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import { day_ms, minute_ms } from '#contract/time.ts'
import type { Db } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { slotsPerDay } from '#server/features/availability/slots.ts'
import type { Job } from '#server/jobs.ts'
import { createRandom } from './random.ts'

/** Days from today for which occupancy is written: those that the chart of a park shows first. */
const days = 9
const batchSize = 300
/** A smaller car park is not shown as nearly full. */
const least_capacity = 12
/** Spaces that stay for sale: a share of them, and at least a few. */
const left = { share: 0.08, least: 4 }

/** Occupancy in percent by hour of the day, on weekdays and at weekends. */
type Pattern = Record<'weekday' | 'weekend', readonly number[]>

// prettier-ignore
const patterns = {
  /** Full in office hours. */
  office: {
    weekday: [8, 7, 6, 6, 8, 14, 30, 55, 78, 90, 94, 95, 93, 94, 92, 86, 72, 52, 36, 28, 22, 17, 13, 10],
    weekend: [8, 7, 6, 6, 6, 7, 9, 12, 18, 26, 34, 40, 42, 43, 41, 37, 33, 30, 28, 25, 20, 16, 12, 10],
  },
  /** Full in the evening and at weekends. */
  evening: {
    weekday: [16, 11, 8, 7, 7, 9, 13, 20, 29, 36, 41, 47, 54, 52, 48, 49, 56, 68, 80, 88, 90, 82, 58, 32],
    weekend: [30, 20, 12, 9, 8, 9, 11, 16, 26, 40, 55, 68, 76, 80, 81, 80, 79, 83, 89, 93, 94, 86, 66, 44],
  },
  /** Shops. */
  day: {
    weekday: [6, 5, 5, 5, 6, 8, 13, 24, 38, 52, 62, 68, 71, 69, 66, 67, 70, 66, 52, 38, 26, 17, 11, 8],
    weekend: [7, 6, 5, 5, 5, 7, 10, 18, 34, 54, 71, 82, 87, 89, 88, 84, 76, 62, 46, 33, 24, 17, 12, 9],
  },
  /** Travellers leave their cars for days. */
  travel: {
    weekday: [62, 62, 63, 64, 67, 71, 74, 76, 77, 78, 78, 78, 77, 77, 76, 76, 75, 74, 72, 70, 68, 66, 64, 63],
    weekend: [76, 76, 77, 77, 79, 81, 83, 84, 85, 85, 84, 83, 82, 81, 80, 79, 78, 77, 76, 75, 74, 74, 73, 73],
  },
} satisfies Record<string, Pattern>

interface Pool {
  id: number
  capacity: number
  key: string
  kind: string
  uses: readonly string[]
  timezone: string
}

/** Chooses what a park is used for, always the same for one park. */
function choosePattern({ key, kind, uses }: Pool): Pattern {
  if (uses.includes('airport') || uses.includes('station')) return patterns.travel
  if (uses.includes('stadium')) return patterns.evening
  const drawn = createRandom(`use ${key}`).next()
  const isBuilt = kind === 'garage' || kind === 'underground'
  if (drawn < (isBuilt ? 0.5 : 0.3)) return patterns.office
  return drawn < (isBuilt ? 0.75 : 0.65) ? patterns.day : patterns.evening
}

/**
 * Returns how many spaces of an example pool customers without a booking take in each quarter hour of a UTC day: more or
 * less by hour, weekday and park, and never all.
 */
export function drawOccupancy(pool: Pool, day: string): number[] {
  const pattern = choosePattern(pool)
  const random = createRandom(`occupancy ${pool.key} ${day}`)
  const habit = 0.7 + 0.35 * createRandom(`habit ${pool.key}`).next()
  const ofDay = 0.9 + 0.2 * random.next()
  const most = Math.max(0, pool.capacity - Math.max(left.least, Math.ceil(pool.capacity * left.share)))
  const hours = listHours(pool.timezone, day)
  return Array.from({ length: slotsPerDay }, (_, slot) => {
    const part = (slot % 4) / 4
    const { hour, isWeekend } = hours[slot >> 2]!
    const shares = pattern[isWeekend ? 'weekend' : 'weekday']
    const share = shares[hour]! + (shares[(hour + 1) % 24]! - shares[hour]!) * part
    const taken = pool.capacity * (share / 100) * habit * ofDay * (0.97 + 0.06 * random.next())
    return Math.max(0, Math.min(most, Math.round(taken)))
  })
}

interface LocalHour {
  hour: number
  isWeekend: boolean
}
const hoursByDay = new Map<string, LocalHour[]>()

/** The local hour and kind of day at each hour of a UTC day. */
function listHours(timezone: string, day: string): LocalHour[] {
  const key = `${day} ${timezone}`
  const known = hoursByDay.get(key)
  if (known !== undefined) return known
  const start = Temporal.Instant.from(`${day}T00:00Z`)
  const hours = Array.from({ length: 24 }, (_, n) => {
    const local = start.add({ hours: n }).toZonedDateTimeISO(timezone)
    return { hour: local.hour, isWeekend: local.dayOfWeek > 5 }
  })
  hoursByDay.set(key, hours)
  return hours
}

/**
 * Blocks spaces of a number of example pools, as customers without a booking would, so that charts and lists vary as they do
 * in life: the next day first that has pools without counters. Days with counters, of bookings or closures, are left as they
 * are. Returns whether there may be more to write.
 */
export async function writeExampleOccupancy({ db, clock }: { db: Db; clock: () => Date }): Promise<boolean> {
  for (let n = 0; n < days; n += 1) {
    const day = new Date(clock().getTime() + n * day_ms).toISOString().slice(0, 10)
    const pools = await findPools(db, day)
    if (pools.length === 0) continue
    await writeDay(db, pools, day)
    return true
  }
  hoursByDay.clear()
  return false
}

/** Time until the next look for days without occupancy. */
const pause_ms = 10 * minute_ms

/** Writes occupancy little by little, so that nobody waits for it, and then once in a while what is missing. */
export function occupancyJob(): Job {
  let next_ms = 0
  const run = async (deps: Deps) => {
    const now_ms = deps.clock().getTime()
    if (now_ms >= next_ms && !(await writeExampleOccupancy(deps))) next_ms = now_ms + pause_ms
  }
  return { name: 'write_example_occupancy', every_s: 2, run }
}

async function findPools(db: Db, day: string): Promise<Pool[]> {
  const { rows } = await sql<Pool>`
    select o.id, o.capacity, p.source || ':' || p.source_id as key, p.kind, p.uses, p.timezone
    from pools o join parks p on p.id = o.park_id join partners r on r.id = p.partner_id
    where r.is_example and o.vehicle_class = 'car' and o.capacity >= ${least_capacity}
      and not exists (select from pool_days d where d.pool_id = o.id and d.day = ${day}::date)
    order by o.id limit ${batchSize}`.execute(db)
  return rows
}

async function writeDay(db: Db, pools: readonly Pool[], day: string): Promise<void> {
  const taken = pools.map((pool) => ({ id: pool.id, taken: `{${drawOccupancy(pool, day).join()}}` }))
  await sql`
    insert into pool_days (pool_id, day, cap, used, blocked)
    select o.id, ${day}::date, o.capacity, array_fill(0::smallint, array[96]), n.taken::smallint[]
    from json_to_recordset(${JSON.stringify(taken)}::json) as n (id int, taken text) join pools o on o.id = n.id
    order by o.id
    on conflict (pool_id, day) do nothing`.execute(db)
}
