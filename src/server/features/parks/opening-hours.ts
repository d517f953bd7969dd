import OpeningHours from 'opening_hours'
import { Temporal } from 'temporal-polyfill'
import { closeAtMidnight } from '#contract/parks/closing-times.ts'
import { correctHours } from '#contract/parks/week-hours.ts'
import { day_ms, minute_ms } from '#contract/time.ts'
import { fieldError } from '#server/http/errors.ts'
import { needsHolidays, withHolidays } from './holidays.ts'

export interface ParkHours {
  opening_hours: string | null
  timezone: string
  country_code: string
  /** The state's English name if known, because some holidays are a state's own. */
  state_name: string | null
}

/**
 * Returns whether a park is open during the whole window, in its own time zone; null when the hours are missing,
 * invalid, by appointment or by the sun.
 */
export function isOpenDuring(park: ParkHours, start: Date, end: Date): boolean | null {
  if (park.opening_hours === null) return null
  if (park.opening_hours === '24/7') return true
  const hours = parse(park, start.getUTCFullYear())
  if (hours === undefined) return null
  const results = toLocalPeriods(park.timezone, start.getTime(), end.getTime()).map(([from, to]) =>
    isCovered(hours, from, to),
  )
  if (results.includes(false)) return false
  return results.includes(null) ? null : true
}

/** Returns whether a park is open at an instant; null when unknown. */
export const isOpenAt = (park: ParkHours, at: Date): boolean | null =>
  isOpenDuring(park, at, new Date(at.getTime() + 1_000))

function isCovered(hours: OpeningHours, from: Date, to: Date): boolean | null {
  try {
    let reached = from.getTime()
    let certain = true
    for (const [begin, end, unknown] of hours.getOpenIntervals(from, to)) {
      if (begin.getTime() > reached) return false
      reached = Math.max(reached, end.getTime())
      certain &&= !unknown
    }
    if (reached < to.getTime()) return false
    return certain ? true : null
  } catch {
    return null
  }
}

const parsed = new Map<string, OpeningHours | undefined>()

function parse({ opening_hours, country_code, state_name }: ParkHours, year: number): OpeningHours | undefined {
  const text = closeAtMidnight(opening_hours ?? '')
  const dated = needsHolidays(text, country_code)
  const key = JSON.stringify([text, country_code, state_name, dated ? year : 0])
  if (parsed.has(key)) return parsed.get(key)
  const hours = tryParse(dated ? withHolidays(text, country_code, year) : text, country_code, state_name)
  // Most parks share a few texts; clearing the cache bounds its memory.
  if (parsed.size >= 5_000) parsed.clear()
  parsed.set(key, hours)
  return hours
}

function tryParse(text: string | undefined, country_code: string, state_name: string | null): OpeningHours | undefined {
  // Sun times would be those of the process's zone, and there is no data on school holidays.
  if (text === undefined || /sun(rise|set)|dawn|dusk|\bSH\b/.test(text)) return undefined
  try {
    const address = { country_code: country_code.toLowerCase(), state: state_name ?? '' }
    return new OpeningHours(text, { lat: 0, lon: 0, address }, { locale: 'en' } as never)
  } catch {
    return undefined
  }
}

const cachedPieces = new Map<string, [Date, Date][]>()

/**
 * Converts a window to Dates whose local fields are the park's local time, because the library reads local fields.
 * Splits it at clock changes.
 */
function toLocalPeriods(timezone: string, start: number, end: number): [Date, Date][] {
  const key = `${timezone} ${start} ${end}`
  const cached = cachedPieces.get(key)
  if (cached !== undefined) return cached
  const boundaries = [start]
  const from = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(timezone)
  for (let next = from.getTimeZoneTransition('next'); next !== null && next.epochMilliseconds < end;) {
    boundaries.push(next.epochMilliseconds)
    next = next.getTimeZoneTransition('next')
  }
  const pieces = boundaries.map((boundary, index): [Date, Date] => {
    const offset = Temporal.Instant.fromEpochMilliseconds(boundary).toZonedDateTimeISO(timezone).offsetNanoseconds / 1e6
    return [asLocal(boundary + offset), asLocal((boundaries[index + 1] ?? end) + offset)]
  })
  if (cachedPieces.size >= 2_000) cachedPieces.clear()
  cachedPieces.set(key, pieces)
  return pieces
}

function asLocal(wall_ms: number): Date {
  const wall = new Date(wall_ms)
  return new Date(
    wall.getUTCFullYear(),
    wall.getUTCMonth(),
    wall.getUTCDate(),
    wall.getUTCHours(),
    wall.getUTCMinutes(),
    wall.getUTCSeconds(),
  )
}

/** Whether a text says opening hours that can be evaluated, in the syntax of OpenStreetMap. */
export const isOpeningHours = (opening_hours: string, park: Omit<ParkHours, 'opening_hours'>): boolean =>
  isOpenAt({ ...park, opening_hours }, new Date(Date.UTC(2026, 0, 5, 12))) !== null

/**
 * Returns opening hours as they are stored when somebody has typed them. Throws 422 at `opening_hours` for those that cannot
 * be read, and for hours past midnight that the next day's rule cuts, with the text that is meant.
 */
export function requireOpeningHours(typed: string, park: Omit<ParkHours, 'opening_hours'>): string {
  const hours = closeAtMidnight(typed)
  if (!isOpeningHours(hours, park)) throw fieldError('opening_hours', 'opening_hours')
  const meant = correctHours(hours)
  if (meant !== undefined) throw fieldError('opening_hours', 'hours_cut', { hours: meant })
  return hours
}

/**
 * The periods within a window in which a park or branch is open, in order; null when the hours are missing, invalid, by
 * appointment or by the sun.
 */
export function listOpenPeriods(park: ParkHours, start: Date, end: Date): { start: Date; end: Date }[] | null {
  if (park.opening_hours === null) return null
  if (park.opening_hours === '24/7') return [{ start, end }]
  const hours = parse(park, start.getUTCFullYear())
  if (hours === undefined) return null
  const periods: { start: Date; end: Date }[] = []
  // The library knows no fractions of a second.
  let reached = Math.floor(start.getTime() / 1_000) * 1_000
  for (const [from, to] of toLocalPeriods(park.timezone, reached, end.getTime())) {
    const offset = wallOf(from) - reached
    for (const [begin, until, unknown] of hours.getOpenIntervals(from, to)) {
      if (unknown) return null
      const period = { start: new Date(wallOf(begin) - offset), end: new Date(wallOf(until) - offset) }
      const last = periods.at(-1)
      if (last?.end.getTime() === period.start.getTime()) last.end = period.end
      else periods.push(period)
    }
    reached = wallOf(to) - offset
  }
  return periods
}

/** The inverse of `asLocal`, to the second. */
const wallOf = (local: Date): number =>
  Date.UTC(
    local.getFullYear(),
    local.getMonth(),
    local.getDate(),
    local.getHours(),
    local.getMinutes(),
    local.getSeconds(),
  )

/** When so many minutes of opening hours have passed since an instant; without known hours, minutes of the clock. */
export function addOpenMinutes(park: ParkHours, from: Date, minutes: number): Date {
  let left_ms = minutes * minute_ms
  const periods = listOpenPeriods(park, from, new Date(from.getTime() + 14 * day_ms)) ?? []
  for (const { start, end } of periods) {
    const length_ms = end.getTime() - start.getTime()
    if (left_ms <= length_ms) return new Date(start.getTime() + left_ms)
    left_ms -= length_ms
  }
  return new Date(from.getTime() + minutes * minute_ms)
}

/** When a park or branch closes next at or after an instant; the instant itself if it never does within a week. */
export function findNextClosing(park: ParkHours, at: Date): Date {
  const until = new Date(at.getTime() + 7 * day_ms)
  const [first] = listOpenPeriods(park, at, until) ?? []
  return first === undefined || first.end.getTime() >= until.getTime() ? at : first.end
}
