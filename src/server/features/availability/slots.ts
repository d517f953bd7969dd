import { day_ms, quarter_ms } from '#contract/time.ts'
import type { Window } from './window.ts'

export const slotsPerDay = day_ms / quarter_ms

/** The quarter hours of a window as stored: UTC days, and slots 1 to 96 of the first and last day. */
export interface Slots {
  first_day: string
  first_slot: number
  last_day: string
  last_slot: number
  days: number
}

export function getSlots({ start, end }: Window): Slots {
  const first = Math.floor(start.getTime() / quarter_ms)
  const last = Math.ceil(end.getTime() / quarter_ms) - 1
  const dayOf = (slot: number) => new Date(slot * quarter_ms).toISOString().slice(0, 10)
  return {
    first_day: dayOf(first),
    first_slot: (first % slotsPerDay) + 1,
    last_day: dayOf(last),
    last_slot: (last % slotsPerDay) + 1,
    days: Math.floor(last / slotsPerDay) - Math.floor(first / slotsPerDay) + 1,
  }
}

/** Counts by UTC day how many of the windows use each quarter hour. */
export function countSlotUse(windows: readonly Window[]): Map<string, number[]> {
  const days = new Map<string, number[]>()
  for (const { start, end } of windows) {
    const last = Math.ceil(end.getTime() / quarter_ms)
    let slot = Math.floor(start.getTime() / quarter_ms)
    while (slot < last) {
      const midnight = slot - (slot % slotsPerDay)
      const day = new Date(midnight * quarter_ms).toISOString().slice(0, 10)
      const counts = days.get(day) ?? Array.from({ length: slotsPerDay }, () => 0)
      days.set(day, counts)
      for (const until = Math.min(last, midnight + slotsPerDay); slot < until; slot += 1) counts[slot - midnight]! += 1
    }
  }
  return days
}
