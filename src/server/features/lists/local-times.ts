import { zoneName } from '#contract/dates.ts'
import type { Locale } from '#contract/formats.ts'
import { minute_ms } from '#contract/time.ts'
import { wallTime } from '#contract/wall-clock.ts'

/*
 * Local times of many rows: each quarter hour is formatted once, as its rows mostly follow each other. Since 1990, the clocks
 * of all zones are whole quarter hours from UTC and are changed at one.
 */

const quarter_ms = 15 * minute_ms
const quartersSince = Date.UTC(1990, 0, 1)
const mostQuarters = 1_000

/** Caches what `find` answers for a key. */
function cache(find: (at: Date, zone: string, locale: Locale) => string) {
  const known = new Map<string, string>()
  return (at: Date, zone: string, locale: Locale): string => {
    const key = `${zone} ${locale} ${at.getTime()}`
    const cached = known.get(key)
    if (cached !== undefined) return cached
    if (known.size >= mostQuarters) known.clear()
    const found = find(at, zone, locale)
    known.set(key, found)
    return found
  }
}

const wallTimeAt = cache((at, zone) => wallTime(at, zone).replace('T', ' '))
const zoneNameAt = cache((at, zone, locale) => zoneName(at, zone, locale, 'short'))

const quarterOf = (at: Date): Date => new Date(Math.floor(at.getTime() / quarter_ms) * quarter_ms)

/** `2026-11-23 14:05` in a time zone. */
export function formatLocalTime(at: Date, zone: string): string {
  const time = at.getTime()
  if (time < quartersSince) return wallTime(at, zone).replace('T', ' ')
  const start = quarterOf(at)
  const text = wallTimeAt(start, zone, 'en')
  const minute = Math.floor((time - start.getTime()) / minute_ms)
  return text.slice(0, 14) + String(Number(text.slice(14)) + minute).padStart(2, '0')
}

/** The short name of a zone at a time: `EST`. */
export const formatZone = (at: Date, zone: string, locale: Locale): string =>
  at.getTime() < quartersSince ? zoneName(at, zone, locale, 'short') : zoneNameAt(quarterOf(at), zone, locale)
