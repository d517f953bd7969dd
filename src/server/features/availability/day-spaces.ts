import { quarter_ms } from '#contract/time.ts'
import { slotsPerDay } from './slots.ts'
import type { Window } from './window.ts'

/** The capacity of a pool from an instant on. */
export interface CapacityStep {
  starts_at: Date
  capacity: number
}

/** Spaces of a UTC day: `cap` at most, of which `blocked` are not for sale in each quarter hour; null when all are. */
export interface DaySpaces {
  cap: number
  blocked: number[] | null
}

/** Returns the capacity at an instant: that of the newest step that has begun, 0 before the first. Steps are in order. */
export const capacityAt = (steps: readonly CapacityStep[], at: Date): number =>
  steps.findLast(({ starts_at }) => starts_at <= at)?.capacity ?? 0

/**
 * Returns the spaces of a UTC day (YYYY-MM-DD). A quarter hour has the capacity with which it begins, and no space for sale
 * if it is closed in part.
 */
export function calculateDaySpaces(
  day: string,
  steps: readonly CapacityStep[],
  closures: readonly Window[],
): DaySpaces {
  const midnight = Date.parse(day)
  const capacities = Array.from({ length: slotsPerDay }, (_, slot) =>
    capacityAt(steps, new Date(midnight + slot * quarter_ms)),
  )
  const cap = Math.max(...capacities)
  const blocked = capacities.map((capacity, slot) => {
    const start = midnight + slot * quarter_ms
    const isClosed = closures.some(
      (closure) => closure.start.getTime() < start + quarter_ms && closure.end.getTime() > start,
    )
    return isClosed ? cap : cap - capacity
  })
  return { cap, blocked: blocked.some((count) => count > 0) ? blocked : null }
}

/** The first quarter hour of a day in which more is sold than the steps allow; undefined if there is none. */
export function findOversoldSlot(
  { day, used }: { day: string; used: readonly number[] },
  steps: readonly CapacityStep[],
  from: Date,
): { at: Date; sold: number } | undefined {
  for (const [slot, sold] of used.entries()) {
    const at = new Date(Date.parse(day) + slot * quarter_ms)
    if (at.getTime() + quarter_ms > from.getTime() && sold > capacityAt(steps, at)) return { at, sold }
  }
  return undefined
}
