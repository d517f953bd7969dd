import { runningQuarter, windowRules } from '#contract/bookings/booking-rules.ts'
import type { ParsedBody } from '#contract/endpoint.ts'
import type { Locale } from '#contract/formats.ts'
import type { changeCapacity as endpoint, ParkCapacity } from '#contract/parks/desk/capacity.ts'
import { day_ms } from '#contract/time.ts'
import type { Tx } from '#server/database/connect.ts'
import type { AuditedChange } from '#server/features/access/audit.ts'
import { capacityAt } from '#server/features/availability/day-spaces.ts'
import { getZoneDays } from '#server/features/pricing/tariff-days.ts'
import type { Scope } from '#server/http/caller.ts'
import { fieldError } from '#server/http/errors.ts'
import { getCapacity } from './capacity-queries.ts'
import { addStep, beginning, findPoolSteps, saveSteps, type PoolSteps } from './capacity-steps.ts'
import { findClosedTimes } from './closure-queries.ts'
import { changeManagedPark } from './managed-park.ts'
import { writePoolDays } from './pool-days.ts'

interface CapacityChange {
  answer: ParkCapacity
  changes: AuditedChange[]
}

/**
 * Changes the spaces of a class from a day on, until the next change that is planned; a class without spaces gets some. Throws
 * `not_found`, `changed_meanwhile`, `capacity_sold`, and 422 for a day that is over or too far ahead.
 */
export async function changeCapacity(
  tx: Tx,
  { scope, locale, now }: { scope: Scope; locale: Locale; now: Date },
  id: string,
  { vehicle_class, capacity, from, version }: ParsedBody<typeof endpoint>,
): Promise<CapacityChange> {
  const park = await changeManagedPark(tx, scope, id, version)
  const starts_at = toStart(from, park.timezone, now)
  const pools = await findPoolSteps(tx, id)
  const pool = pools.find((pool) => pool.vehicle_class === vehicle_class) ?? (await createPool(tx, id, vehicle_class))
  const before = capacityAt(pool.steps, starts_at)
  const steps = addStep(pool.steps, { starts_at, capacity })
  await saveSteps(tx, pool.id, steps, now)
  await writePoolDays(tx, pool.id, steps, await findClosedTimes(tx, id, vehicle_class, now), {
    now,
    locale,
    timezone: park.timezone,
  })
  return {
    answer: await getCapacity(tx, scope, id, {}, now),
    changes: [
      {
        kind: 'park',
        id,
        partner_id: park.partner_id,
        before: { vehicle_class, capacity: before },
        after: { vehicle_class, capacity, from },
      },
    ],
  }
}

/** The start of a local day; today has begun, so it counts from the current quarter hour. */
function toStart(day: string, timezone: string, now: Date): Date {
  const days = getZoneDays(timezone)
  const number = Date.parse(day) / day_ms
  const today = days.dayOf(now.getTime())
  if (number < today) throw fieldError('from', 'day_past')
  if (number > today + windowRules.ahead_days) throw fieldError('from', 'window_far')
  return number === today ? runningQuarter(now) : new Date(days.instantOf(number, 0))
}

async function createPool(tx: Tx, park_id: string, vehicle_class: PoolSteps['vehicle_class']): Promise<PoolSteps> {
  const pool = await tx
    .insertInto('pools')
    .values({ park_id, vehicle_class, capacity: 1, is_example: false })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id: pool.id, vehicle_class, is_example: false, steps: [{ starts_at: beginning, capacity: 0 }] }
}
