import { sql } from 'kysely'
import { windowRules } from '#contract/bookings.ts'
import { chartRules, type Chart, type ChartStep } from '#contract/availability.ts'
import { toMajor } from '#contract/money.ts'
import type { Db } from '#server/database/connect.ts'
import { AppError } from '#server/errors.ts'
import { findFees } from '#server/features/pricing/fees.ts'
import { findOffers, getVehicleType } from './offers.ts'
import { getParkId } from './queries.ts'
import { doesFit, isOpen, isServed, priceOf } from './rules.ts'
import { slotsOfDay } from '#server/features/availability/slots.ts'
import { findPoolDays, type PoolDay } from '#server/features/availability/spaces.ts'
import type { Window } from '#server/features/availability/window.ts'

const minute_ms = 60_000
const quarter_ms = windowRules.step_min * minute_ms
const day_ms = slotsOfDay * quarter_ms

export type ChartQuery = { from: string; to: string; step: number; vehicle_type_id: number }
type Problem = { field: 'from' | 'to' | 'step'; key: string }

/** Everything that is wrong with a chart to be looked at: it may have begun, and must not be over. */
export function chartProblems({ start, end }: Window, step_min: number, now: Date): Problem[] {
  const length_ms = end.getTime() - start.getTime()
  const problems: Problem[] = []
  if (start.getTime() % quarter_ms !== 0) problems.push({ field: 'from', key: 'quarter' })
  if (end.getTime() % quarter_ms !== 0) problems.push({ field: 'to', key: 'quarter' })
  if (start.getTime() > now.getTime() + windowRules.ahead_days * day_ms)
    problems.push({ field: 'from', key: 'window_far' })
  if (length_ms <= 0) problems.push({ field: 'to', key: 'chart_order' })
  else if (end <= now) problems.push({ field: 'to', key: 'chart_over' })
  else if (length_ms > chartRules.most_days * day_ms) problems.push({ field: 'to', key: 'chart_long' })
  else if (length_ms > chartRules.most_steps * step_min * minute_ms)
    problems.push({ field: 'step', key: 'chart_steps' })
  return problems
}

/** A time in steps from its beginning; the last one ends with it. */
export function stepsOf({ start, end }: Window, step_min: number): Window[] {
  const step_ms = step_min * minute_ms
  const count = Math.ceil((end.getTime() - start.getTime()) / step_ms)
  return Array.from({ length: count }, (_, n) => ({
    start: new Date(start.getTime() + n * step_ms),
    end: new Date(Math.min(start.getTime() + (n + 1) * step_ms, end.getTime())),
  }))
}

/** The spaces that are left over a whole window; a day without counters has all of them. */
export function leastLeft(capacity: number, days: ReadonlyMap<string, PoolDay>, { start, end }: Window): number {
  let least = Infinity
  for (let at = start.getTime(); at < end.getTime(); at += quarter_ms) {
    const day = days.get(new Date(at).toISOString().slice(0, 10))
    least = Math.min(least, day === undefined ? capacity : day.cap - day.used[(at % day_ms) / quarter_ms]!)
  }
  return Math.max(0, least)
}

/**
 * Spaces and prices of a park step by step, each step as the list tells a window of it. Throws `park_not_found`, and
 * 422 for a wrong time, step or vehicle type.
 */
export async function getChart(db: Db, handle: string, query: ChartQuery, now: Date): Promise<Chart> {
  const window = { start: new Date(query.from), end: new Date(query.to) }
  const problems = chartProblems(window, query.step, now)
  if (problems.length > 0) throw new AppError('validation_failed', {}, problems)
  const vehicle = await getVehicleType(db, query.vehicle_type_id)
  const id = await getParkId(db, handle)
  const [offer] = await findOffers(db, vehicle, sql<boolean>`p.id = ${id}::uuid`, sql`null as nothing`)
  if (offer === undefined) throw new AppError('park_not_found')
  const fees = await findFees(db, offer.country_id)
  const { pool, currency } = offer
  const isSold = offer.bookable && isServed(offer) && doesFit(offer, vehicle) !== false
  const counted =
    isSold && pool !== null ? (await findPoolDays(db, [{ pool_id: pool.id, window }])).get(pool.id) : undefined
  const days = new Map(counted?.days.map((day) => [day.day, day]))
  const farthest_ms = now.getTime() + windowRules.ahead_days * day_ms
  const toStep = (step: Window): ChartStep => {
    const price = priceOf(offer, fees, step)
    const open = isOpen(offer, step, now)
    const isAhead = step.end > now && step.start.getTime() <= farthest_ms
    return {
      start: step.start.toISOString(),
      end: step.end.toISOString(),
      open,
      available: counted && isAhead && open !== false ? leastLeft(counted.capacity, days, step) : null,
      price: price === null ? null : toMajor(price.total_minor, currency),
    }
  }
  return {
    timezone: offer.timezone,
    currency,
    capacity: pool?.capacity ?? null,
    steps: stepsOf(window, query.step).map(toStep),
  }
}
