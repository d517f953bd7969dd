import { minute_ms } from './time.ts'

/* What a clock on the wall of a time zone shows, for calculating and comparing; readers get the forms of `dates.ts`. */

const clocks = new Map<string, Intl.DateTimeFormat>()

const clockOf = (zone: string): Intl.DateTimeFormat => {
  const cached = clocks.get(zone)
  if (cached) return cached
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  clocks.set(zone, clock)
  return clock
}

/** Local time in an IANA time zone, to the minute: `2026-11-21T14:30`. */
export const wallTime = (at: Date, zone: string): string => {
  const minute = `${zone} ${Math.floor(at.getTime() / minute_ms)}`
  const known = wallTimes.get(minute)
  if (known !== undefined) return known
  // A page asks for the same few times again and again.
  if (wallTimes.size >= 1_000) wallTimes.clear()
  const text = formatWallTime(at, zone)
  wallTimes.set(minute, text)
  return text
}

const wallTimes = new Map<string, string>()

function formatWallTime(at: Date, zone: string): string {
  const part: Record<string, string> = {}
  for (const { type, value } of clockOf(zone).formatToParts(at)) part[type] = value
  const { year = '', month, day, hour, minute } = part
  return `${year.padStart(4, '0')}-${month}-${day}T${hour}:${minute}`
}

/** Local date in an IANA time zone: `2026-11-21`. */
export const wallDay = (at: Date, zone: string): string => wallTime(at, zone).slice(0, 10)
