import { sql } from 'kysely'
import { toMajor } from '#contract/money.ts'
import type { OtherTime, OtherTimes } from '#contract/parks/availability.ts'
import type { Db } from '#server/database/connect.ts'
import { windowsAround } from '#server/features/availability/other-times.ts'
import { SpaceTimeline } from '#server/features/availability/space-timeline.ts'
import { findPoolDays } from '#server/features/availability/spaces.ts'
import { findWindow, type PricedWindow } from '#server/features/availability/window.ts'
import { findFees } from '#server/features/pricing/fees-and-taxes.ts'
import { AppError } from '#server/http/errors.ts'
import { findOffers, getVehicleType } from './offers.ts'
import { getParkId } from './queries.ts'
import { doesFit, isOpen, isServed, calculatePrice } from './rules.ts'

export interface OtherTimesQuery {
  start_time: string
  end_time: string
  vehicle_type_id: number
}

/**
 * Returns the nearest windows of the same length, before and after, in which the park has space; null where there is
 * none. Throws `park_not_found`, and 422 for an invalid window or vehicle type.
 */
export async function findOtherTimes(db: Db, handle: string, query: OtherTimesQuery, now: Date): Promise<OtherTimes> {
  const window = findWindow(query, now)!
  const vehicle = await getVehicleType(db, query.vehicle_type_id)
  const id = await getParkId(db, handle)
  const [offer] = await findOffers(db, vehicle, sql<boolean>`p.id = ${id}::uuid`, sql`null as nothing`)
  if (offer === undefined) throw new AppError('park_not_found')
  const { pool, currency } = offer
  if (!offer.bookable || !isServed(offer) || pool === null || doesFit(offer, vehicle) === false)
    return { before: null, after: null }
  const windows = windowsAround(window, offer.timezone, now)
  const all = [...windows.before.toReversed(), ...windows.after]
  if (all.length === 0) return { before: null, after: null }
  const period = { start: all[0]!.start, end: all.at(-1)!.end }
  const counted = await findPoolDays(db, [{ pool_id: pool.id, window: period }])
  const timeline = new SpaceTimeline(counted.get(pool.id) ?? { capacity: 0, days: [] }, period)
  const fees = await findFees(db, offer.country_id)
  const nearest = (of: readonly PricedWindow[]): OtherTime | null => {
    const found = of.find((candidate) => timeline.leastOver(candidate) > 0 && isOpen(offer, candidate, now) !== false)
    if (found === undefined) return null
    return {
      start_time: found.start.toISOString(),
      end_time: found.end.toISOString(),
      total: toMajor(calculatePrice(offer, fees, found)!.total_minor, currency),
      currency,
      available: timeline.leastOver(found),
    }
  }
  return { before: nearest(windows.before), after: nearest(windows.after) }
}
