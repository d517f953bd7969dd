import type { CapacityDay } from '#contract/parks/desk/capacity.ts'
import { quarter_ms } from '#contract/time.ts'

/** Quarter hours in a row with the same numbers. */
export interface SlotGroup {
  start: Date
  end: Date
  capacity: number
  used: number
  isClosed: boolean
}

/** Joins the quarter hours of a day that have the same numbers. */
export function groupSlots({ starts_at, capacity, used, closed }: CapacityDay): SlotGroup[] {
  const groups: SlotGroup[] = []
  for (const [slot, sold] of used.entries()) {
    const start = new Date(Date.parse(starts_at) + slot * quarter_ms)
    const end = new Date(start.getTime() + quarter_ms)
    const last = groups.at(-1)
    const group = { start, end, capacity: capacity[slot]!, used: sold, isClosed: closed[slot]! }
    if (last?.capacity === group.capacity && last.used === sold && last.isClosed === group.isClosed) last.end = end
    else groups.push(group)
  }
  return groups
}

/** The quarter hour in which most is sold: the first of several. */
export function findPeak({ starts_at, used, capacity }: CapacityDay): { at: Date; used: number; capacity: number } {
  const most = Math.max(...used)
  const slot = used.indexOf(most)
  return { at: new Date(Date.parse(starts_at) + slot * quarter_ms), used: most, capacity: capacity[slot]! }
}

/** The fewest free spaces of the day, where it is not closed; 0 when it is closed all day. */
export function findLeastFree({ used, capacity, closed }: CapacityDay): number {
  const free = used.flatMap((sold, slot) => (closed[slot] ? [] : [Math.max(0, capacity[slot]! - sold)]))
  return free.length === 0 ? 0 : Math.min(...free)
}
