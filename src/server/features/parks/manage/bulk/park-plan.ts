import { chargedUnit, toCharged, toMajor, toMinor, type Currency } from '#contract/money.ts'
import type { ParkChangeBody } from '#contract/parks/desk/park-changes.ts'
import type { TariffRequest } from '#contract/parks/desk/tariffs.ts'
import { day_ms } from '#contract/time.ts'
import type { Window } from '#server/features/availability/window.ts'
import { getZoneDays } from '#server/features/pricing/tariff-days.ts'
import { parseTariff } from '#server/features/pricing/tariff-request.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import { raiseByPercent } from '#server/raise-price.ts'
import { requireOpeningHours } from '../../opening-hours.ts'

/* What a change of many car parks would do: pure, so that a preview and what is stored are the same. */

/** What a plan needs to know of a car park. */
export interface PlannedPark {
  id: string
  name: string
  timezone: string
  country_code: string
  state_name: string | null
  currency: Currency
  partner_id: string | null
  opening_hours: string | null
  /** The tariffs in force. */
  tariffs: readonly { vehicle_type_id: number; vehicle_type: string; vehicle_type_fr: string; tariff: TariffRequest }[]
}

/** One value before and after; stored as JSON to be undone. */
export type ParkEdit = { park_id: string } & (
  | { kind: 'hours'; before: string | null; after: string | null }
  | { kind: 'tariff'; vehicle_type_id: number; vehicle_type: string; before: TariffRequest; after: TariffRequest }
  | {
      kind: 'closure'
      /** Once it is stored. */
      closure_id?: string
      starts_at: string
      ends_at: string
      reason: string
      notice_en: string | null
      notice_fr: string | null
    }
)

export interface PlannedRow {
  park: PlannedPark
  edits: ParkEdit[]
  /** Why nothing of it is changed. */
  problem: AppError | null
}

const longest_days = 366

/** What the chosen car parks become. Throws 422 for input that is missing or wrong; what one refuses stands in its row. */
export function planParks(parks: readonly PlannedPark[], body: ParkChangeBody, now: Date): PlannedRow[] {
  const plan = { hours: planHours, prices: planPrices, closure: planClosure }[body.change](body, now)
  return parks.map((park) => {
    try {
      return { park, edits: plan(park), problem: null }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return { park, edits: [], problem: error }
    }
  })
}

type PlanOfPark = (park: PlannedPark) => ParkEdit[]

const isMissing = (value: unknown): value is null | undefined => value === null || value === undefined

function planHours({ opening_hours: typed }: ParkChangeBody): PlanOfPark {
  if (isMissing(typed)) throw fieldError('opening_hours', 'required')
  // Hours that no place understands are a mistake of the form.
  requireOpeningHours(typed, { timezone: 'UTC', country_code: 'CA', state_name: null })
  return (park) => {
    const after = requireOpeningHours(typed, park)
    return after === park.opening_hours ? [] : [{ park_id: park.id, kind: 'hours', before: park.opening_hours, after }]
  }
}

/** The prices of a tariff, raised or lowered; those of events stay, which were set for one day. */
export function scaleTariff(tariff: TariffRequest, currency: Currency, percent: number, step: bigint): TariffRequest {
  const scale = (amount: number): number =>
    toMajor(raiseByPercent(toMinor(amount, currency) ?? 0n, percent, step), currency)
  const scaleNullable = (amount: number | null) => (amount === null ? null : scale(amount))
  const scaleAll = <T extends { amount: number }>(parts: readonly T[]): T[] =>
    parts.map((part) => ({ ...part, amount: scale(part.amount) }))
  return {
    ...tariff,
    tiers: scaleAll(tariff.tiers),
    windows: scaleAll(tariff.windows),
    increment_amount: scale(tariff.increment_amount),
    day_cap_amount: scaleNullable(tariff.day_cap_amount),
    month_amount: scaleNullable(tariff.month_amount),
    early_bird: tariff.early_bird && { ...tariff.early_bird, amount: scale(tariff.early_bird.amount) },
  }
}

function planPrices({ percent, round_to }: ParkChangeBody): PlanOfPark {
  if (isMissing(percent)) throw fieldError('percent', 'required')
  if (Math.round(percent * 100) / 100 !== percent) throw fieldError('percent', 'two_decimals')
  return ({ id, currency, tariffs }) => {
    const unit = isMissing(round_to) ? 0n : toCharged(round_to, currency)
    if (unit === undefined) throw fieldError('round_to', 'fraction')
    const step = unit > 0n ? unit : chargedUnit(currency)
    return tariffs.flatMap(({ vehicle_type_id, vehicle_type, tariff: before }) => {
      const after = scaleTariff(before, currency, percent, step)
      if (JSON.stringify(after) === JSON.stringify(before)) return []
      parseTariff(after, currency)
      return [{ park_id: id, kind: 'tariff' as const, vehicle_type_id, vehicle_type, before, after }]
    })
  }
}

function planClosure(body: ParkChangeBody, now: Date): PlanOfPark {
  const { first_day, last_day, reason, notice_en = null, notice_fr = null } = body
  if (isMissing(first_day)) throw fieldError('first_day', 'required')
  if (isMissing(last_day)) throw fieldError('last_day', 'required')
  if (isMissing(reason)) throw fieldError('reason', 'required')
  if (last_day < first_day) throw fieldError('last_day', 'chart_order')
  if ((notice_en === null) !== (notice_fr === null))
    throw fieldError(notice_en === null ? 'notice_en' : 'notice_fr', 'both_languages')
  return ({ id, timezone }) => {
    const { start, end } = wholeDays(first_day, last_day, timezone)
    if (end <= now) throw fieldError('last_day', 'chart_over')
    if (end.getTime() > now.getTime() + longest_days * day_ms) throw fieldError('last_day', 'closure_far')
    const times = { starts_at: start.toISOString(), ends_at: end.toISOString() }
    return [{ park_id: id, kind: 'closure', ...times, reason, notice_en, notice_fr }]
  }
}

/** From the start of a day to the end of another, in a time zone. */
function wholeDays(first: string, last: string, timezone: string): Window {
  const zone = getZoneDays(timezone)
  const startOf = (day: number) => new Date(zone.instantOf(day, 0))
  return { start: startOf(Date.parse(first) / day_ms), end: startOf(Date.parse(last) / day_ms + 1) }
}
