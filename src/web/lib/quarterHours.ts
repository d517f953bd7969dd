/** Windows start and end on the quarter hour, UTC and every zone alike: all offsets in use are whole quarters. */
export const QUARTER_MS = 15 * 60_000

const MINUTE_MS = 60_000

/** The first quarter hour that is not before the instant. */
export const roundUpToQuarter = (at: Date): Date => new Date(Math.ceil(at.getTime() / QUARTER_MS) * QUARTER_MS)

/** The quarter hour that is running: the earliest a window may start. */
export const runningQuarter = (at: Date): Date => new Date(Math.floor(at.getTime() / QUARTER_MS) * QUARTER_MS)

export const isOnQuarter = (at: Date): boolean => at.getTime() % QUARTER_MS === 0

export const addMinutes = (at: Date, minutes: number): Date => new Date(at.getTime() + minutes * MINUTE_MS)

export const minutesBetween = (from: Date, to: Date): number => (to.getTime() - from.getTime()) / MINUTE_MS

/** The quarter hours from `from` (rounded up) to `to`, both included. */
export const quartersBetween = (from: Date, to: Date): Date[] => {
  const first = roundUpToQuarter(from).getTime()
  const count = Math.max(0, Math.floor((to.getTime() - first) / QUARTER_MS) + 1)
  return Array.from({ length: count }, (_, index) => new Date(first + index * QUARTER_MS))
}

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

/** What the clocks of an IANA zone show at an instant, to the minute: `2026-11-21T14:30`. */
export const wallTime = (at: Date, zone: string): string => {
  const part: Record<string, string> = {}
  for (const { type, value } of clockOf(zone).formatToParts(at)) part[type] = value
  const { year = '', month, day, hour, minute } = part
  return `${year.padStart(4, '0')}-${month}-${day}T${hour}:${minute}`
}

/** The day in an IANA zone: `2026-11-21`. */
export const wallDay = (at: Date, zone: string): string => wallTime(at, zone).slice(0, 10)

/** How far the clocks of a zone are ahead of UTC at an instant, in minutes. */
export const offsetMinutes = (at: Date, zone: string): number =>
  (Date.parse(`${wallTime(at, zone)}Z`) - Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS) / MINUTE_MS

/**
 * The instant at which the clocks of a zone show `wall` (`2026-11-21T14:30`).
 * A time that comes twice is the first of the two; one that is skipped moves on by the gap, as people mean it.
 * Throws RangeError for what is no time.
 */
export const instantOf = (wall: string, zone: string): Date => {
  const asUtc = Date.parse(`${wall}Z`)
  if (Number.isNaN(asUtc)) throw new RangeError(`no wall time: ${wall}`)
  // The offsets a day before and a day after are the only two that can hold here.
  const before = offsetMinutes(new Date(asUtc - 24 * 60 * MINUTE_MS), zone)
  const after = offsetMinutes(new Date(asUtc + 24 * 60 * MINUTE_MS), zone)
  const shows = (offset: number) => offsetMinutes(new Date(asUtc - offset * MINUTE_MS), zone) === offset
  // The larger offset gives the earlier instant.
  const [larger, smaller] = before > after ? [before, after] : [after, before]
  const offset = shows(larger) ? larger : shows(smaller) ? smaller : before
  return new Date(asUtc - offset * MINUTE_MS)
}

/** Whether the clocks of a zone ever show this time: when they are put forward they skip an hour. */
export const doesExist = (wall: string, zone: string): boolean => wallTime(instantOf(wall, zone), zone) === wall

export interface Quarter {
  at: Date
  /** What the clocks show. */
  wall: string
  /** Where they show it twice that day: which of the two. */
  turn?: 1 | 2
}

/** The quarter hours of a day in a zone, as instants with what its clocks show: 96, or 92 and 100 on the days of change. */
export const quartersOfDay = (day: string, zone: string): Quarter[] => {
  const start = instantOf(`${day}T00:00`, zone)
  const next = new Date(Date.parse(`${day}T00:00Z`) + 24 * 60 * MINUTE_MS).toISOString().slice(0, 10)
  const end = new Date(instantOf(`${next}T00:00`, zone).getTime() - 1)
  const quarters = quartersBetween(start, end).map((at) => ({ at, wall: wallTime(at, zone) }))
  if (quarters.length <= 96) return quarters
  return quarters.map((quarter) => {
    const same = quarters.filter(({ wall }) => wall === quarter.wall)
    return same.length === 1 ? quarter : { ...quarter, turn: same[0] === quarter ? 1 : 2 }
  })
}

/** The zone of this device. */
export const deviceZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Whether the device's clocks show another time than those of the zone. */
export const differsFromDevice = (at: Date, zone: string): boolean =>
  offsetMinutes(at, zone) !== offsetMinutes(at, deviceZone())
