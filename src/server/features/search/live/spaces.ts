import { sql } from 'kysely'
import { day_ms } from '#contract/time.ts'
import { createBatcher } from '#server/database/batch.ts'
import type { Db } from '#server/database/connect.ts'
import { getSlots, slotsPerDay, type Slots } from '#server/features/availability/slots.ts'
import { findSpacesLeft } from '#server/features/availability/spaces.ts'
import type { Window } from '#server/features/availability/window.ts'

/** Maximum age of cached counters, in line with the index's own delay. */
const maxAge_ms = 500
/** For longer windows or more pools, the database computes the result faster than it returns the counters. */
const mostDays = 3
const mostPools = 1_000

interface Pool {
  id: number
  capacity: number
}
/** Free spaces per quarter hour; undefined when nothing was ever taken, so all are free. */
type Free = Int16Array | undefined
/** Pools of each UTC day (YYYY-MM-DD). */
type Days = ReadonlyMap<string, Map<number, Free>>
interface PoolRead {
  db: Db
  pools: readonly Pool[]
  days: Days
}

/**
 * Returns spaces left from counters cached for `maxAge_ms`: each pool's day is read once for all callers, and missing
 * ones of concurrent calls in one query. Booking reads the database directly.
 */
export class LiveSpaces {
  #days = new Map<string, Map<number, Free>>()
  #since = 0
  /** Reads under way write into the days they began with, so that `forget` also discards their results. */
  #windows = new Map<string, Days>()
  /** Each turn of the event loop reads what its calls miss, without waiting for earlier reads. */
  readonly #read = createBatcher(readPools, { maxSize: Infinity, concurrentFrom: 1 })

  readonly #clock: () => number

  constructor(clock = () => performance.now()) {
    this.#clock = clock
  }

  forget(): void {
    this.#days = new Map()
    this.#windows = new Map()
    this.#since = this.#clock()
  }

  /** Like `findSpacesLeft`, but up to `maxAge_ms` old. */
  async findLeft(db: Db, pools: readonly Pool[], window: Window): Promise<Map<number, number>> {
    const slots = getSlots(window)
    if (slots.days > mostDays || pools.length > mostPools) return findSpacesLeft(db, pools, window)
    if (this.#clock() - this.#since > maxAge_ms) this.forget()
    const daysByName = this.#daysOf(slots)
    const days = [...daysByName.values()]
    const missing = pools.filter(({ id }) => !days.every((day) => day.has(id)))
    if (missing.length > 0) await this.#read({ db, pools: missing, days: daysByName })
    const left = new Map<number, number>()
    for (const { id, capacity } of pools) {
      let least = Infinity
      for (let n = 0; n < days.length; n += 1) {
        const from = n === 0 ? slots.first_slot - 1 : 0
        const to = n === days.length - 1 ? slots.last_slot : slotsPerDay
        least = Math.min(least, leastOf(days[n]!.get(id), capacity, from, to))
      }
      left.set(id, Math.max(0, least))
    }
    return left
  }

  /** Returns the same object for the same days until `forget`. */
  #daysOf(slots: Slots): Days {
    const names = listDays(slots)
    const key = names.join()
    const days = this.#windows.get(key) ?? new Map(names.map((name) => [name, this.#dayOf(name)]))
    this.#windows.set(key, days)
    return days
  }

  #dayOf(name: string): Map<number, Free> {
    const day = this.#days.get(name) ?? new Map<number, Free>()
    this.#days.set(name, day)
    return day
  }
}

const listDays = ({ first_day, days }: Slots): string[] =>
  Array.from({ length: days }, (_, n) => new Date(Date.parse(first_day) + n * day_ms).toISOString().slice(0, 10))

function leastOf(free: Free, capacity: number, from: number, to: number): number {
  if (free === undefined) return capacity
  let least = free[from]!
  for (let slot = from + 1; slot < to; slot += 1) if (free[slot]! < least) least = free[slot]!
  return least
}

/** Reads all pools of the same days in one statement. */
async function readPools(reads: readonly PoolRead[]): Promise<ReadonlyMap<PoolRead, void>> {
  const readsByDays = Map.groupBy(reads, ({ days }) => days)
  await Promise.all(
    [...readsByDays].map(([days, some]) =>
      readDays(
        some[0]!.db,
        some.flatMap(({ pools }) => pools),
        days,
      ),
    ),
  )
  return new Map()
}

async function readDays(db: Db, pools: readonly Pool[], days: Days): Promise<void> {
  const ids = [...new Set(pools.map(({ id }) => id))]
  const { rows } = await sql<{ pool_id: number; day: string; cap: number; used: string; blocked: string | null }>`
    select pool_id, day, cap, used::text, blocked::text from pool_days
    where pool_id = any(${ids}::int[]) and day = any(${[...days.keys()]}::date[])`.execute(db)
  for (const day of days.values()) for (const id of ids) day.set(id, undefined)
  for (const { pool_id, day, cap, used, blocked } of rows) {
    const free = freeIn(used, cap)
    if (blocked !== null) for (const [slot, less] of freeIn(blocked, 0).entries()) free[slot]! += less
    days.get(day)!.set(pool_id, free)
  }
}

const [zero, nine] = [48, 57]

/** Parses `used` as PostgreSQL writes an array, "{0,12,3}", into free spaces. */
function freeIn(used: string, cap: number): Int16Array {
  const free = new Int16Array(slotsPerDay)
  let slot = 0
  let taken = 0
  for (let at = 1; at < used.length; at += 1) {
    const code = used.charCodeAt(at)
    if (code >= zero && code <= nine) taken = taken * 10 + code - zero
    else {
      free[slot] = cap - taken
      slot += 1
      taken = 0
    }
  }
  return free
}
