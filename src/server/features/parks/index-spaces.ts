import { sql } from 'kysely'
import type { Db } from '#server/database/connect.ts'
import { slotsOf, slotsOfDay } from './slots.ts'
import { findSpacesLeft } from './spaces.ts'
import type { Window } from './window.ts'

/** Counters are no older than what else the index knows (`parksJobs`). */
const kept_ms = 500
/** Of longer windows, and of more pools at once, the database tells the answer in less than the counters take to read. */
const mostDays = 3
const mostPools = 1_000

const day_ms = 24 * 60 * 60_000
type Pool = { id: number; capacity: number }
/** Spaces free in each quarter hour; undefined where nothing was ever taken: then all are. */
type Free = Int16Array | undefined
type Days = Map<string, Map<number, Free>>
type Reading = { pools: Set<number>; done: Promise<void> }

/**
 * How many spaces are left, from counters that were read a moment ago: each pool's day is read once in that time for all
 * who look, and what is missing to several questions at once in one statement. Selling reads the database.
 */
export class LiveSpaces {
  #days: Days = new Map()
  #since = 0
  /** By the days that are to be read. */
  #next = new Map<string, Reading>()

  readonly #clock: () => number

  constructor(clock = () => performance.now()) {
    this.#clock = clock
  }

  forget(): void {
    this.#days = new Map()
    this.#next = new Map()
    this.#since = this.#clock()
  }

  /** As `findSpacesLeft` says. */
  async findLeft(db: Db, pools: readonly Pool[], window: Window): Promise<Map<number, number>> {
    const slots = slotsOf(window)
    if (slots.days > mostDays || pools.length > mostPools) return findSpacesLeft(db, pools, window)
    if (this.#clock() - this.#since > kept_ms) this.forget()
    const first = Date.parse(slots.first_day)
    const names = Array.from({ length: slots.days }, (_, n) => new Date(first + n * day_ms).toISOString().slice(0, 10))
    const known = this.#days
    const missing = pools.filter(({ id }) => names.some((day) => known.get(day)?.has(id) !== true))
    if (missing.length > 0) await this.#read(db, names, missing)
    return new Map(
      pools.map(({ id, capacity }) => {
        let least = Infinity
        for (const [n, day] of names.entries()) {
          const from = n === 0 ? slots.first_slot - 1 : 0
          const to = n === slots.days - 1 ? slots.last_slot : slotsOfDay
          least = Math.min(least, leastOf(known.get(day)!.get(id), capacity, from, to))
        }
        return [id, Math.max(0, least)]
      }),
    )
  }

  /** What calls of one turn of the loop ask for is read together at its end. */
  #read(db: Db, days: readonly string[], pools: readonly Pool[]): Promise<void> {
    const [key, next, into] = [days.join(), this.#next, this.#days]
    let reading = next.get(key)
    if (reading === undefined) {
      const wanted = new Set<number>()
      const done = new Promise((resolve) => setImmediate(resolve)).then(() => {
        next.delete(key)
        return readDays(db, days, wanted, into)
      })
      reading = { pools: wanted, done }
      next.set(key, reading)
    }
    for (const { id } of pools) reading.pools.add(id)
    return reading.done
  }
}

function leastOf(free: Free, capacity: number, from: number, to: number): number {
  if (free === undefined) return capacity
  let least = free[from]!
  for (let slot = from + 1; slot < to; slot += 1) if (free[slot]! < least) least = free[slot]!
  return least
}

async function readDays(db: Db, days: readonly string[], pools: ReadonlySet<number>, into: Days): Promise<void> {
  const { rows } = await sql<{ pool_id: number; day: string; cap: number; used: string }>`
    select pool_id, day, cap, used::text from pool_days
    where pool_id = any(${[...pools]}::int[]) and day = any(${days}::date[])`.execute(db)
  for (const day of days) {
    const known = into.get(day) ?? new Map<number, Free>()
    for (const id of pools) known.set(id, undefined)
    into.set(day, known)
  }
  for (const { pool_id, day, cap, used } of rows) into.get(day)!.set(pool_id, freeIn(used, cap))
}

const [zero, nine] = [48, 57]

/** `used` as the database writes an array: "{0,12,3}". */
function freeIn(used: string, cap: number): Int16Array {
  const free = new Int16Array(slotsOfDay)
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
