import { sql } from 'kysely'
import { windowRules } from '#contract/bookings.ts'
import { toMajor } from '#contract/money.ts'
import type { OtherTime, OtherTimes } from '#contract/availability.ts'
import type { Db } from '#server/database/connect.ts'
import { AppError } from '#server/errors.ts'
import { findFees } from '#server/features/pricing/fees.ts'
import { findOffers, getVehicleType } from './offers.ts'
import { getParkId } from './queries.ts'
import { doesFit, isOpen, isServed, priceOf } from './rules.ts'
import { slotsOfDay } from '#server/features/availability/slots.ts'
import { findPoolDays, type PoolSpaces } from '#server/features/availability/spaces.ts'
import { daysOf } from '#server/features/pricing/tariff-days.ts'
import { findWindow, runningQuarter, type Window } from '#server/features/availability/window.ts'

const quarter_ms = windowRules.step_min * 60_000
const day_ms = slotsOfDay * quarter_ms

export type OtherTimesQuery = { start_time: string; end_time: string; vehicle_type_id: number }

/**
 * The windows of the same length that begin on the same day of the park's calendar, those before the wanted one and those
 * after it, each the nearest first; none that begins before the running quarter hour or later than can be booked.
 */
export function windowsAround(
  { start, end }: Window,
  timezone: string,
  now: Date,
): Record<'before' | 'after', Window[]> {
  const length_ms = end.getTime() - start.getTime()
  const { dayOf, instantOf } = daysOf(timezone)
  const day = dayOf(start.getTime())
  const first = Math.max(runningQuarter(now).getTime(), Math.ceil(instantOf(day, 0) / quarter_ms) * quarter_ms)
  const last = Math.min(instantOf(day + 1, 0) - 1, now.getTime() + windowRules.ahead_days * day_ms)
  const windowsOf = (starts: number[]) => starts.map((at) => ({ start: new Date(at), end: new Date(at + length_ms) }))
  const before: number[] = []
  for (let at = start.getTime() - quarter_ms; at >= first; at -= quarter_ms) before.push(at)
  const after: number[] = []
  // Of a window that has begun the next one is that of the running quarter hour.
  for (let at = Math.max(first, start.getTime() + quarter_ms); at <= last; at += quarter_ms) after.push(at)
  return { before: windowsOf(before), after: windowsOf(after) }
}

/** The spaces left in each quarter hour of a stretch, from which those of every window in it are told. */
class Spaces {
  readonly #first: number
  readonly #left: number[]

  constructor({ capacity, days }: PoolSpaces, { start, end }: Window) {
    const byDay = new Map(days.map((day) => [day.day, day]))
    this.#first = start.getTime()
    this.#left = []
    for (let at = this.#first; at < end.getTime(); at += quarter_ms) {
      const day = byDay.get(new Date(at).toISOString().slice(0, 10))
      this.#left.push(day === undefined ? capacity : day.cap - day.used[(at % day_ms) / quarter_ms]!)
    }
  }

  over({ start, end }: Window): number {
    const part = (at: Date) => (at.getTime() - this.#first) / quarter_ms
    let least = Infinity
    for (let n = part(start); n < part(end); n += 1) {
      least = Math.min(least, this.#left[n]!)
      if (least <= 0) return 0
    }
    return least
  }
}

/**
 * When else a park has space for the same length of time, for who cannot have it as wanted. Throws `park_not_found`, and
 * 422 for a window or a vehicle type that cannot be.
 */
export async function findOtherTimes(db: Db, handle: string, query: OtherTimesQuery, now: Date): Promise<OtherTimes> {
  const wanted = findWindow(query, now)!
  const vehicle = await getVehicleType(db, query.vehicle_type_id)
  const id = await getParkId(db, handle)
  const [offer] = await findOffers(db, vehicle, sql<boolean>`p.id = ${id}::uuid`, sql`null as nothing`)
  if (offer === undefined) throw new AppError('park_not_found')
  const { pool, currency } = offer
  if (!offer.bookable || !isServed(offer) || pool === null || doesFit(offer, vehicle) === false)
    return { before: null, after: null }
  const windows = windowsAround(wanted, offer.timezone, now)
  const all = [...windows.before.toReversed(), ...windows.after]
  if (all.length === 0) return { before: null, after: null }
  const stretch = { start: all[0]!.start, end: all.at(-1)!.end }
  const counted = await findPoolDays(db, [{ pool_id: pool.id, window: stretch }])
  const spaces = new Spaces(counted.get(pool.id) ?? { capacity: 0, days: [] }, stretch)
  const fees = await findFees(db, offer.country_id)
  const nearest = (of: readonly Window[]): OtherTime | null => {
    const window = of.find((one) => spaces.over(one) > 0 && isOpen(offer, one, now) !== false)
    if (window === undefined) return null
    return {
      start_time: window.start.toISOString(),
      end_time: window.end.toISOString(),
      total: toMajor(priceOf(offer, fees, window)!.total_minor, currency),
      currency,
      available: spaces.over(window),
    }
  }
  return { before: nearest(windows.before), after: nearest(windows.after) }
}
