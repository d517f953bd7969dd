import { zoneName } from '#contract/dates.ts'
import type { Locale } from '#contract/formats.ts'
import { day_ms } from '#contract/time.ts'
import { wallTime } from '#contract/wall-clock.ts'

/* Local times of many rows. What a zone's clocks are from UTC is read once for each day on which they are not changed. */

interface ZoneDay {
  offset_ms: number
  names: Map<Locale, string>
}

const mostDays = 4_000
const days = new Map<string, ZoneDay | undefined>()

/** What a clock of a zone shows, as if it were UTC. */
const wall_ms = (time: number, zone: string): number => Date.parse(`${wallTime(new Date(time), zone)}Z`)

/** A day of UTC in a zone; undefined where the clocks are changed, and where they are not whole minutes from UTC. */
function findZoneDay(time: number, zone: string): ZoneDay | undefined {
  const start = Math.floor(time / day_ms) * day_ms
  const key = `${zone} ${start}`
  if (days.has(key)) return days.get(key)
  if (days.size >= mostDays) days.clear()
  const [offset_ms, after_ms] = [wall_ms(start, zone) - start, wall_ms(start + day_ms, zone) - start - day_ms]
  const isSteady = start >= Date.UTC(1990, 0, 1) && offset_ms === after_ms
  const found = isSteady ? { offset_ms, names: new Map() } : undefined
  days.set(key, found)
  return found
}

/** `2026-11-23 14:05` in a time zone. */
export function formatLocalTime(at: Date, zone: string): string {
  const day = findZoneDay(at.getTime(), zone)
  const text = day === undefined ? wallTime(at, zone) : new Date(at.getTime() + day.offset_ms).toISOString()
  return `${text.slice(0, 10)} ${text.slice(11, 16)}`
}

/** The short name of a zone at a time: `EST`. */
export function formatZone(at: Date, zone: string, locale: Locale): string {
  const day = findZoneDay(at.getTime(), zone)
  const known = day?.names.get(locale)
  if (known !== undefined) return known
  const name = zoneName(at, zone, locale, 'short')
  day?.names.set(locale, name)
  return name
}
