import OpeningHours from 'opening_hours'
import { Temporal } from 'temporal-polyfill'
import { needsHolidays, withHolidays } from './holidays.ts'

export type HoursOf = {
  opening_hours: string | null
  timezone: string
  country_code: string
  /** The state's English name, where one is known: some holidays are a state's own. */
  state_name: string | null
}

/**
 * Whether a park is open during the whole of a window, by its hours in its own zone; null when the hours are unknown,
 * cannot be read, or depend on a call or on the sun.
 */
export function isOpenDuring(park: HoursOf, start: Date, end: Date): boolean | null {
  if (park.opening_hours === null) return null
  if (park.opening_hours === '24/7') return true
  const hours = parse(park, start.getUTCFullYear())
  if (hours === undefined) return null
  const answers = wallPieces(park.timezone, start.getTime(), end.getTime()).map(([from, to]) =>
    isCovered(hours, from, to),
  )
  if (answers.includes(false)) return false
  return answers.includes(null) ? null : true
}

/** Whether it is open at one instant; null as above. */
export const isOpenAt = (park: HoursOf, at: Date): boolean | null =>
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

function parse({ opening_hours, country_code, state_name }: HoursOf, year: number): OpeningHours | undefined {
  const text = opening_hours ?? ''
  const dated = needsHolidays(text, country_code)
  const key = JSON.stringify([text, country_code, state_name, dated ? year : 0])
  if (parsed.has(key)) return parsed.get(key)
  const hours = tryParse(dated ? withHolidays(text, country_code, year) : text, country_code, state_name)
  // Most parks share a few texts; starting anew keeps the memory bounded.
  if (parsed.size >= 5_000) parsed.clear()
  parsed.set(key, hours)
  return hours
}

function tryParse(text: string | undefined, country_code: string, state_name: string | null): OpeningHours | undefined {
  // The sun's times would be those of the process's zone; of school holidays nobody keeps a table.
  if (text === undefined || /sun(rise|set)|dawn|dusk|\bSH\b/.test(text)) return undefined
  try {
    const address = { country_code: country_code.toLowerCase(), state: state_name ?? '' }
    return new OpeningHours(text, { lat: 0, lon: 0, address }, { locale: 'en' } as never)
  } catch {
    return undefined
  }
}

const knownPieces = new Map<string, [Date, Date][]>()

/**
 * A window as the park's clocks show it, each end as a Date whose local fields are the zone's (the library reads local
 * fields). Where a clock change lies within, the window is parted there.
 */
function wallPieces(timezone: string, start: number, end: number): [Date, Date][] {
  const key = `${timezone} ${start} ${end}`
  const known = knownPieces.get(key)
  if (known !== undefined) return known
  const cuts = [start]
  const from = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(timezone)
  for (let next = from.getTimeZoneTransition('next'); next !== null && next.epochMilliseconds < end;) {
    cuts.push(next.epochMilliseconds)
    next = next.getTimeZoneTransition('next')
  }
  const pieces = cuts.map((cut, index): [Date, Date] => {
    const offset = Temporal.Instant.fromEpochMilliseconds(cut).toZonedDateTimeISO(timezone).offsetNanoseconds / 1e6
    return [asLocal(cut + offset), asLocal((cuts[index + 1] ?? end) + offset)]
  })
  if (knownPieces.size >= 2_000) knownPieces.clear()
  knownPieces.set(key, pieces)
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
