import { cheapestCover, costOfRun, type Piece, type Run } from './tariff-cover.ts'
import { daysOf, weekdayOf, type ZoneDays } from './tariff-days.ts'

/** Up to so many minutes from the entry, or from a reset, so much. */
export type Tier = { up_to_min: number; amount_minor: bigint }

/**
 * A flat price for the hours from one minute of the day to another, on days that begin it (Monday is 1). It ends the
 * next day where `to_min` is not after `from_min`; 1440 is the midnight that ends a day.
 */
export type RateWindow = { code: WindowCode; days: number[]; from_min: number; to_min: number; amount_minor: bigint }
export type WindowCode = 'day' | 'evening' | 'overnight' | 'weekend'

/** Who enters from one minute of the day until another (included) may stay until a third, for a flat price. */
export type EarlyBird = {
  days: number[]
  enter_from_min: number
  enter_until_min: number
  leave_by_min: number
  amount_minor: bigint
}

/** Takes the place of all other prices within its time. */
export type EventPrice = { starts_at: Date; ends_at: Date; amount_minor: bigint }

/** A tariff's terms, amounts in minor units. Hours and minutes of a day are those of the park's zone. */
export type TariffTerms = {
  free_minutes: number
  tiers: readonly Tier[]
  /** After the last tier, or from the beginning where there is none. */
  increment_minutes: number
  increment_minor: bigint
  day_cap_minor: bigint | null
  /** When a tariff day begins, whether or not it has a cap. */
  day_cap_reset_hour: number
  windows: readonly RateWindow[]
  early_bird: EarlyBird | null
  /** For 30 days from the entry. */
  month_minor: bigint | null
  events: readonly EventPrice[]
}

/** What a price is made of, in the order in which it is told; the amounts sum to the whole. `free` counts minutes. */
export type PricePart = { kind: PartKind; count: number; amount_minor: bigint }
const partKinds = ['free', 'tier', 'increments', 'days', 'window', 'early_bird', 'month', 'event'] as const
export type PartKind = (typeof partKinds)[number]

export type StayPrice = { amount_minor: bigint; parts: PricePart[] }

const minute_ms = 60_000
const month_ms = 30 * 24 * 60 * minute_ms

/**
 * The price of a stay before fees and taxes: the whole amount of each event that it touches, and the cheapest cover of
 * the rest (docs/decisions/0009). Free minutes count once for each tariff day; `freeTaken` tells those of which they are
 * spent already. Throws RangeError for an unknown time zone, and for amounts that cannot be counted exactly.
 */
export function calculateParkingPrice(
  tariff: TariffTerms,
  start: Date,
  end: Date,
  timezone: string,
  freeTaken: (day_start: Date) => boolean = () => false,
): StayPrice {
  const [from, to] = [start.getTime(), end.getTime()]
  const days = daysOf(timezone)
  if (to <= from) return { amount_minor: 0n, parts: [] }
  const run = runOf(tariff)
  const touched = tariff.events.filter(({ starts_at, ends_at }) => starts_at.getTime() < to && ends_at.getTime() > from)
  // What costs as much as the run alone is never needed: most short stays are just a run.
  const alone = costOfRun(run, to - from)
  const cheaper = cheaperThan(tariff, alone)
  const hasDays = cheaper.free_minutes > 0 || cheaper.day_cap_minor !== null || run.tiers.length > 0
  const tariffDays = hasDays ? tariffDaysBetween(tariff, from, to, days) : []
  const pieces = [
    ...touched.map(({ starts_at, ends_at }) => pieceOf('event', starts_at.getTime(), ends_at.getTime(), 0n)),
    ...freePieces(cheaper, from, tariffDays, freeTaken),
    ...dayPieces(cheaper, tariffDays),
    ...windowPieces(cheaper, from, to, days),
    ...entryPieces(cheaper, from, days),
  ]
  const cover = cheapestCover(from, to, pieces, run, tariffDays.slice(1, -1))
  if (!Number.isSafeInteger(pieces.reduce((sum, { cost }) => sum + cost, alone)))
    throw new RangeError('amounts too large to count')

  const tally = new Map<PartKind, PricePart>()
  const add = (kind: PartKind, count: number, amount_minor: bigint) => {
    const part = tally.get(kind) ?? { kind, count: 0, amount_minor: 0n }
    tally.set(kind, { kind, count: part.count + count, amount_minor: part.amount_minor + amount_minor })
  }
  for (const { amount_minor } of touched) add('event', 1, amount_minor)
  for (const { piece, from: begun, until } of cover.pieces) {
    if (piece.kind === 'free') add('free', Math.ceil((until - begun) / minute_ms), 0n)
    else if (piece.kind !== 'event') add(piece.kind, 1, BigInt(piece.cost))
  }
  for (const length of cover.runs) {
    const tier = run.tiers.find(({ up_to }) => length <= up_to) ?? run.tiers.at(-1)
    if (tier !== undefined) add('tier', 1, BigInt(tier.cost))
    const steps = Math.ceil(Math.max(0, length - (tier?.up_to ?? 0)) / run.step)
    if (steps > 0) add('increments', steps, BigInt(steps * run.step_cost))
  }
  const parts = partKinds.flatMap((kind) => tally.get(kind) ?? [])
  return { amount_minor: parts.reduce((sum, part) => sum + part.amount_minor, 0n), parts }
}

/** The instants at which the tariff days begin that a stay touches, the first of them at its start or before. */
export function tariffDaysOf(tariff: TariffTerms, start: Date, end: Date, timezone: string): Date[] {
  if (end <= start) return []
  const days = tariffDaysBetween(tariff, start.getTime(), end.getTime(), daysOf(timezone))
  return days.slice(0, -1).map((at) => new Date(at))
}

/** The beginnings of the tariff days that are touched, and of the day after them. */
function tariffDaysBetween(tariff: TariffTerms, from: number, to: number, days: ZoneDays): number[] {
  const reset_min = tariff.day_cap_reset_hour * 60
  let day = days.dayOf(from)
  if (days.instantOf(day, reset_min) > from) day -= 1
  const begins = [days.instantOf(day, reset_min)]
  while (begins.at(-1)! < to) {
    day += 1
    begins.push(days.instantOf(day, reset_min))
  }
  return begins
}

type TariffPiece = Piece<Exclude<PartKind, 'tier' | 'increments'>>
const pieceOf = (kind: TariffPiece['kind'], from: number, to: number, amount_minor: bigint): TariffPiece => ({
  kind,
  from,
  to,
  cost: Number(amount_minor),
})

/** A longer time never costs less: where a longer tier is cheaper, it counts for the shorter too. */
function runOf({ tiers, increment_minutes, increment_minor }: TariffTerms): Run {
  const rising: { up_to: number; cost: number }[] = []
  let least = Infinity
  for (const { up_to_min, amount_minor } of tiers.toReversed()) {
    least = Math.min(least, Number(amount_minor))
    rising.unshift({ up_to: up_to_min * minute_ms, cost: least })
  }
  return { tiers: rising, step: increment_minutes * minute_ms, step_cost: Number(increment_minor) }
}

/** The terms without the flat prices that are no less than `most`. */
function cheaperThan(tariff: TariffTerms, most: number): TariffTerms {
  const { day_cap_minor, windows, early_bird, month_minor } = tariff
  return {
    ...tariff,
    free_minutes: most > 0 ? tariff.free_minutes : 0,
    day_cap_minor: day_cap_minor !== null && day_cap_minor < most ? day_cap_minor : null,
    windows: windows.length > 0 ? windows.filter(({ amount_minor }) => amount_minor < most) : windows,
    early_bird: early_bird !== null && early_bird.amount_minor < most ? early_bird : null,
    month_minor: month_minor !== null && month_minor < most ? month_minor : null,
  }
}

function freePieces(
  { free_minutes }: TariffTerms,
  from: number,
  tariffDays: readonly number[],
  freeTaken: (day_start: Date) => boolean,
): TariffPiece[] {
  if (free_minutes === 0) return []
  return tariffDays.slice(0, -1).flatMap((day_start) => {
    if (freeTaken(new Date(day_start))) return []
    const begun = Math.max(from, day_start)
    return [pieceOf('free', begun, begun + free_minutes * minute_ms, 0n)]
  })
}

function dayPieces({ day_cap_minor }: TariffTerms, tariffDays: readonly number[]): TariffPiece[] {
  if (day_cap_minor === null) return []
  return tariffDays.slice(0, -1).map((begun, i) => pieceOf('days', begun, tariffDays[i + 1]!, day_cap_minor))
}

function windowPieces({ windows }: TariffTerms, from: number, to: number, days: ZoneDays): TariffPiece[] {
  if (windows.length === 0) return []
  const pieces: TariffPiece[] = []
  // One that began the day before may still run.
  for (let day = days.dayOf(from) - 1; days.instantOf(day, 0) < to; day += 1) {
    for (const window of windows) {
      if (!window.days.includes(weekdayOf(day))) continue
      const begun = days.instantOf(day, window.from_min)
      const ended = days.instantOf(window.to_min > window.from_min ? day : day + 1, window.to_min)
      if (begun < ended && begun < to && ended > from) pieces.push(pieceOf('window', begun, ended, window.amount_minor))
    }
  }
  return pieces
}

/** What is bought on entering: an early bird, a month. */
function entryPieces({ early_bird, month_minor }: TariffTerms, from: number, days: ZoneDays): TariffPiece[] {
  const pieces = month_minor === null ? [] : [pieceOf('month', from, from + month_ms, month_minor)]
  if (early_bird === null) return pieces
  const { enter_from_min, enter_until_min, leave_by_min } = early_bird
  const day = days.dayOf(from)
  const isEarly =
    early_bird.days.includes(weekdayOf(day)) &&
    days.instantOf(day, enter_from_min) <= from &&
    from <= days.instantOf(day, enter_until_min)
  const leave = days.instantOf(leave_by_min > enter_until_min ? day : day + 1, leave_by_min)
  return isEarly ? [...pieces, pieceOf('early_bird', from, leave, early_bird.amount_minor)] : pieces
}

const anyDay = Date.UTC(2026, 0, 15)

/** The ordinary price of one hour within one tariff day, at no special time, before fees and taxes. */
export function calculateHourPrice(tariff: TariffTerms): StayPrice {
  const start = new Date(anyDay + tariff.day_cap_reset_hour * 60 * minute_ms)
  const ordinary = { ...tariff, windows: [], early_bird: null, month_minor: null, events: [] }
  return calculateParkingPrice(ordinary, start, new Date(start.getTime() + 60 * minute_ms), 'UTC')
}
