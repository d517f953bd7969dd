import { sql } from 'kysely'
import { windowRules } from '#contract/bookings/booking-rules.ts'
import { toMajor } from '#contract/money.ts'
import type { Chart, ChartStep } from '#contract/parks/availability.ts'
import { day_ms } from '#contract/time.ts'
import type { Db } from '#server/database/connect.ts'
import { chartProblems, splitIntoSteps } from '#server/features/availability/chart.ts'
import { SpaceTimeline } from '#server/features/availability/space-timeline.ts'
import { findPoolDays } from '#server/features/availability/spaces.ts'
import { priceWindow, type Window } from '#server/features/availability/window.ts'
import { findFees } from '#server/features/pricing/fees-and-taxes.ts'
import { AppError } from '#server/http/errors.ts'
import { findOffers, getVehicleType } from './offers.ts'
import { getParkId } from './queries.ts'
import { doesFit, isOpen, isServed, calculatePrice } from './rules.ts'

/** Returns a pool's capacity at an instant; a pool that never changed has one. */
async function findCapacity(db: Db, pool: { id: number; capacity: number }, at: Date): Promise<number> {
  const step = await db
    .selectFrom('pool_capacities')
    .select('capacity')
    .where('pool_id', '=', pool.id)
    .where('starts_at', '<=', at)
    .orderBy('starts_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return step?.capacity ?? pool.capacity
}

export interface ChartQuery {
  from: string
  to: string
  step: number
  vehicle_type_id: number
}
/**
 * Returns a park's spaces and price for each step of a period, as in the list. Throws `park_not_found`, and 422 for an
 * invalid time, step or vehicle type.
 */
export async function getAvailabilityChart(db: Db, handle: string, query: ChartQuery, now: Date): Promise<Chart> {
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
  const timeline = counted === undefined ? undefined : new SpaceTimeline(counted, window)
  const farthest_ms = now.getTime() + windowRules.ahead_days * day_ms
  const toStep = (step: Window): ChartStep => {
    const price = calculatePrice(offer, fees, priceWindow(step, now))
    const open = isOpen(offer, step, now)
    const isAhead = step.end > now && step.start.getTime() <= farthest_ms
    return {
      start: step.start.toISOString(),
      end: step.end.toISOString(),
      open,
      available: timeline !== undefined && isAhead && open !== false ? timeline.leastOver(step) : null,
      price: price === null ? null : toMajor(price.total_minor, currency),
    }
  }
  return {
    timezone: offer.timezone,
    currency,
    capacity: pool === null ? null : await findCapacity(db, pool, window.start),
    steps: splitIntoSteps(window, query.step).map(toStep),
  }
}
