import { sql } from 'kysely'
import type { Db } from '#server/database/connect.ts'
import { slotsOf, slotsOfDay, type Slots } from '#server/features/availability/slots.ts'
import { findSpacesLeft } from '#server/features/availability/spaces.ts'
import type { Window } from '#server/features/availability/window.ts'

/** Counters are no older than what else the index knows (`parksJobs`). */
const kept_ms = 500
/** Of longer windows, and of more pools at once, the database tells the answer in less than the counters take to read. */
const mostDays = 3
const mostPools = 1_000

const day_ms = 24 * 60 * 60_000
type Pool = { id: number; capacity: number }
/** Spaces free in each quarter hour; undefined where nothing was ever taken: then all are. */
type Free = Int16Array | undefined
type Reading = { pools: Set<number>; done: Promise<void> }

/**
 * How many spaces are left, from counters that were read a moment ago: each pool's day is read once in that time for all
 * who look, and what is missing to several questions at once in one statement. Selling reads the database.
 */
export class LiveSpaces {
  #days = new Map<string, Map<number, Free>>()
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
    const names = daysOf(slots)
    const days = names.map((day) => this.#dayOf(day))
    const missing = pools.filter(({ id }) => !days.every((day) => day.has(id)))
    if (missing.length > 0) await this.#read(db, names, missing)
    const left = new Map<number, number>()
    for (const { id, capacity } of pools) {
      let least = Infinity
      for (let n = 0; n < days.length; n += 1) {
        const from = n === 0 ? slots.first_slot - 1 : 0
        const to = n === days.length - 1 ? slots.last_slot : slotsOfDay
        least = Math.min(least, leastOf(days[n]!.get(id), capacity, from, to))
      }
      left.set(id, Math.max(0, least))
    }
    return left
  }

  #dayOf(name: string): Map<number, Free> {
    const known = this.#days.get(name)
    if (known !== undefined) return known
    const day = new Map<number, Free>()
    this.#days.set(name, day)
    return day
  }

  /** What calls of one turn of the loop ask for is read together at its end. */
  #read(db: Db, days: readonly string[], pools: readonly Pool[]): Promise<void> {
    const key = days.join()
    const next = this.#next
    const into = new Map(days.map((day) => [day, this.#dayOf(day)]))
    let reading = next.get(key)
    if (reading === undefined) {
      const wanted = new Set<number>()
      const done = new Promise((resolve) => setImmediate(resolve)).then(() => {
        next.delete(key)
        return readDays(db, wanted, into)
      })
      reading = { pools: wanted, done }
      next.set(key, reading)
    }
    for (const { id } of pools) reading.pools.add(id)
    return reading.done
  }
}

const daysOf = ({ first_day, days }: Slots): string[] =>
  Array.from({ length: days }, (_, n) => new Date(Date.parse(first_day) + n * day_ms).toISOString().slice(0, 10))

function leastOf(free: Free, capacity: number, from: number, to: number): number {
  if (free === undefined) return capacity
  let least = free[from]!
  for (let slot = from + 1; slot < to; slot += 1) if (free[slot]! < least) least = free[slot]!
  return least
}

async function readDays(
  db: Db,
  pools: ReadonlySet<number>,
  days: ReadonlyMap<string, Map<number, Free>>,
): Promise<void> {
  const { rows } = await sql<{ pool_id: number; day: string; cap: number; used: string }>`
    select pool_id, day, cap, used::text from pool_days
    where pool_id = any(${[...pools]}::int[]) and day = any(${[...days.keys()]}::date[])`.execute(db)
  for (const day of days.values()) for (const id of pools) day.set(id, undefined)
  for (const { pool_id, day, cap, used } of rows) days.get(day)!.set(pool_id, freeIn(used, cap))
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
