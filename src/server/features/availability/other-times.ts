import { pricedFrom, runningQuarter, windowRules } from '#contract/bookings/booking-rules.ts'
import { day_ms, quarter_ms } from '#contract/time.ts'
import { getZoneDays } from '#server/features/pricing/tariff-days.ts'
import { priceWindow, type PricedWindow, type Window } from './window.ts'

/**
 * Returns windows of the same charged length on the same local day, before and after the given one, nearest first, from the
 * current quarter hour up to the latest bookable time.
 */
export function windowsAround(window: Window, timezone: string, now: Date): Record<'before' | 'after', PricedWindow[]> {
  const { start } = window
  const length_ms = window.end.getTime() - priceWindow(window, now).priced_from.getTime()
  const { dayOf, instantOf } = getZoneDays(timezone)
  const day = dayOf(start.getTime())
  const first = Math.max(runningQuarter(now).getTime(), Math.ceil(instantOf(day, 0) / quarter_ms) * quarter_ms)
  const last = Math.min(instantOf(day + 1, 0) - 1, now.getTime() + windowRules.ahead_days * day_ms)
  const windowsOf = (starts: number[]) =>
    starts.map((at) => {
      const priced_from = pricedFrom(new Date(at), now)
      return { start: new Date(at), end: new Date(priced_from.getTime() + length_ms), priced_from }
    })
  const before: number[] = []
  for (let at = start.getTime() - quarter_ms; at >= first; at -= quarter_ms) before.push(at)
  const after: number[] = []
  // If the window has already started, later windows begin with the current quarter hour.
  for (let at = Math.max(first, start.getTime() + quarter_ms); at <= last; at += quarter_ms) after.push(at)
  return { before: windowsOf(before), after: windowsOf(after) }
}
