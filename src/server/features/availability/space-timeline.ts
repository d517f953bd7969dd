import { day_ms, quarter_ms } from '#contract/time.ts'
import type { PoolSpaces } from './spaces.ts'
import type { Window } from './window.ts'

/** A pool's free spaces in each quarter hour of a period. */
export class SpaceTimeline {
  readonly #start_ms: number
  readonly #left: number[] = []

  /** Days without counters have all spaces free. The period starts and ends on a quarter hour. */
  constructor({ capacity, days }: PoolSpaces, { start, end }: Window) {
    const byDay = new Map(days.map((day) => [day.day, day]))
    this.#start_ms = start.getTime()
    for (let at = this.#start_ms; at < end.getTime(); at += quarter_ms) {
      const day = byDay.get(new Date(at).toISOString().slice(0, 10))
      const slot = (at % day_ms) / quarter_ms
      this.#left.push(day === undefined ? capacity : day.cap - day.used[slot]! - (day.blocked?.[slot] ?? 0))
    }
  }

  /** Returns the fewest free spaces in any quarter hour of a window within the period, at least 0. */
  leastOver({ start, end }: Window): number {
    const slotOf = (at: Date) => (at.getTime() - this.#start_ms) / quarter_ms
    let least = Infinity
    for (let slot = slotOf(start); slot < slotOf(end); slot += 1) {
      least = Math.min(least, this.#left[slot]!)
      if (least <= 0) return 0
    }
    return least
  }
}

/** Returns the fewest free spaces in any quarter hour of one window, at least 0. */
export const leastSpacesLeft = (pool: PoolSpaces, window: Window): number =>
  new SpaceTimeline(pool, window).leastOver(window)
