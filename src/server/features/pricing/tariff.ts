import { minute_ms } from '#contract/time.ts'
import { cheapestCover, calculateTieredCost, type Piece, type TieredRate } from './tariff-cover.ts'
import { getZoneDays, weekdayOf, type ZoneDays } from './tariff-days.ts'

/** A price for up to `up_to_min` minutes from entry or reset. */
export interface Tier {
  up_to_min: number
  amount_minor: bigint
}

/**
 * A flat price between two minutes of the day on the given weekdays (Monday is 1). Ends the next day when `to_min` is
 * not after `from_min`; 1440 is the end of the day.
 */
export interface RateWindow {
  code: WindowCode
  days: number[]
  from_min: number
  to_min: number
  amount_minor: bigint
}
export type WindowCode = 'day' | 'evening' | 'overnight' | 'weekend'

/** A flat price for entry within a time of day (both ends included), valid until `leave_by_min`. */
export interface EarlyBird {
  days: number[]
  enter_from_min: number
  enter_until_min: number
  leave_by_min: number
  amount_minor: bigint
}

/** Replaces all other prices during the event. */
export interface EventPrice {
  starts_at: Date
  ends_at: Date
  amount_minor: bigint
}

/** A tariff's terms, amounts in minor units. Hours and minutes of a day are those of the park's zone. */
export interface TariffTerms {
  free_minutes: number
  tiers: readonly Tier[]
  /** Charged after the last tier, or from entry without tiers. */
  increment_minutes: number
  increment_minor: bigint
  day_cap_minor: bigint | null
  /** Hour at which a tariff day starts, with or without a daily cap. */
  day_cap_reset_hour: number
  windows: readonly RateWindow[]
  early_bird: EarlyBird | null
  /** Price of 30 days from entry. */
  month_minor: bigint | null
  events: readonly EventPrice[]
}

/** A part of a price, in display order; the amounts add up to the total. For `free`, `count` is in minutes. */
export interface PricePart {
  kind: PartKind
  count: number
  amount_minor: bigint
}
const partKinds = ['free', 'tier', 'increments', 'days', 'window', 'early_bird', 'month', 'event'] as const
export type PartKind = (typeof partKinds)[number]

export interface ParkingPrice {
  amount_minor: bigint
  parts: PricePart[]
}

const month_ms = 30 * 24 * 60 * minute_ms

/**
 * Returns the price before fees and taxes: each touchedEvents event in full plus the cheapest cover of the rest
 * (docs/decisions/0009). `freeTaken` tells tariff days whose free minutes are used. Throws RangeError for unknown zones
 * and unsafe amounts.
 */
export function calculateParkingPrice(
  tariff: TariffTerms,
  start: Date,
  end: Date,
  timezone: string,
  freeTaken: (day_start: Date) => boolean = () => false,
): ParkingPrice {
  const [from, to] = [start.getTime(), end.getTime()]
  const days = getZoneDays(timezone)
  if (to <= from) return { amount_minor: 0n, parts: [] }
  const rate = toTieredRate(tariff)
  const touchedEvents = tariff.events.filter(
    ({ starts_at, ends_at }) => starts_at.getTime() < to && ends_at.getTime() > from,
  )
  // Flat prices that cost as much as tiers and increments tieredCost are never needed, so most prices need no cover.
  const tieredCost = calculateTieredCost(rate, to - from)
  const cheaper = dropTermsFrom(tariff, tieredCost)
  const hasDays = cheaper.free_minutes > 0 || cheaper.day_cap_minor !== null || rate.tiers.length > 0
  const tariffDays = hasDays ? tariffDaysBetween(tariff, from, to, days) : []
  const pieces = [
    ...touchedEvents.map(({ starts_at, ends_at }) => pieceOf('event', starts_at.getTime(), ends_at.getTime(), 0n)),
    ...freePieces(cheaper, from, tariffDays, freeTaken),
    ...dayPieces(cheaper, tariffDays),
    ...windowPieces(cheaper, from, to, days),
    ...entryPieces(cheaper, from, days),
  ]
  const cover = cheapestCover(from, to, pieces, rate, tariffDays.slice(1, -1))
  if (!Number.isSafeInteger(pieces.reduce((sum, { cost }) => sum + cost, tieredCost)))
    throw new RangeError('amounts too large to count')

  const tally = new Map<PartKind, PricePart>()
  const add = (kind: PartKind, count: number, amount_minor: bigint) => {
    const part = tally.get(kind) ?? { kind, count: 0, amount_minor: 0n }
    tally.set(kind, { kind, count: part.count + count, amount_minor: part.amount_minor + amount_minor })
  }
  for (const { amount_minor } of touchedEvents) add('event', 1, amount_minor)
  for (const { piece, from: coveredFrom, until } of cover.pieces) {
    if (piece.kind === 'free') add('free', Math.ceil((until - coveredFrom) / minute_ms), 0n)
    else if (piece.kind !== 'event') add(piece.kind, 1, BigInt(piece.cost))
  }
  for (const length of cover.runs) {
    const tier = rate.tiers.find(({ up_to }) => length <= up_to) ?? rate.tiers.at(-1)
    if (tier !== undefined) add('tier', 1, BigInt(tier.cost))
    const steps = Math.ceil(Math.max(0, length - (tier?.up_to ?? 0)) / rate.step)
    if (steps > 0) add('increments', steps, BigInt(steps * rate.step_cost))
  }
  const parts = partKinds.flatMap((kind) => tally.get(kind) ?? [])
  return { amount_minor: parts.reduce((sum, part) => sum + part.amount_minor, 0n), parts }
}

/** Returns the starts of the tariff days that a period touches; the first is at or before its start. */
export function findTariffDays(tariff: TariffTerms, start: Date, end: Date, timezone: string): Date[] {
  if (end <= start) return []
  const days = tariffDaysBetween(tariff, start.getTime(), end.getTime(), getZoneDays(timezone))
  return days.slice(0, -1).map((at) => new Date(at))
}

/** Returns the starts of the touchedEvents tariff days and of the day after them, in milliseconds. */
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

/** A longer time never costs less: a cheaper longer tier also applies to shorter times. */
function toTieredRate({ tiers, increment_minutes, increment_minor }: TariffTerms): TieredRate {
  const tiersByLength: { up_to: number; cost: number }[] = []
  let least = Infinity
  for (const { up_to_min, amount_minor } of tiers.toReversed()) {
    least = Math.min(least, Number(amount_minor))
    tiersByLength.unshift({ up_to: up_to_min * minute_ms, cost: least })
  }
  return { tiers: tiersByLength, step: increment_minutes * minute_ms, step_cost: Number(increment_minor) }
}

/** Removes flat prices of at least `limit`, which can't make the price cheaper. */
function dropTermsFrom(tariff: TariffTerms, limit: number): TariffTerms {
  const { day_cap_minor, windows, early_bird, month_minor } = tariff
  return {
    ...tariff,
    free_minutes: limit > 0 ? tariff.free_minutes : 0,
    day_cap_minor: day_cap_minor !== null && day_cap_minor < limit ? day_cap_minor : null,
    windows: windows.length > 0 ? windows.filter(({ amount_minor }) => amount_minor < limit) : windows,
    early_bird: early_bird !== null && early_bird.amount_minor < limit ? early_bird : null,
    month_minor: month_minor !== null && month_minor < limit ? month_minor : null,
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
    const starts = Math.max(from, day_start)
    return [pieceOf('free', starts, starts + free_minutes * minute_ms, 0n)]
  })
}

function dayPieces({ day_cap_minor }: TariffTerms, tariffDays: readonly number[]): TariffPiece[] {
  if (day_cap_minor === null) return []
  return tariffDays.slice(0, -1).map((starts, i) => pieceOf('days', starts, tariffDays[i + 1]!, day_cap_minor))
}

function windowPieces({ windows }: TariffTerms, from: number, to: number, days: ZoneDays): TariffPiece[] {
  if (windows.length === 0) return []
  const pieces: TariffPiece[] = []
  // A window of the day before may still be active.
  for (let day = days.dayOf(from) - 1; days.instantOf(day, 0) < to; day += 1) {
    for (const window of windows) {
      if (!window.days.includes(weekdayOf(day))) continue
      const starts = days.instantOf(day, window.from_min)
      const ends = days.instantOf(window.to_min > window.from_min ? day : day + 1, window.to_min)
      if (starts < ends && starts < to && ends > from) pieces.push(pieceOf('window', starts, ends, window.amount_minor))
    }
  }
  return pieces
}

/** Returns the pieces that start on entry: early bird and month. */
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

/**
 * Returns the price of one hour within a tariff day, without windows, events, early bird or month, before fees and
 * taxes.
 */
export function calculateHourPrice(tariff: TariffTerms): ParkingPrice {
  const start = new Date(anyDay + tariff.day_cap_reset_hour * 60 * minute_ms)
  const ordinary = { ...tariff, windows: [], early_bird: null, month_minor: null, events: [] }
  return calculateParkingPrice(ordinary, start, new Date(start.getTime() + 60 * minute_ms), 'UTC')
}
