import { toMinor } from '#contract/money.ts'
import type { ParsedRate, Rates } from './row.ts'
import {
  agendaTariff,
  agendaWindows,
  boardTariff,
  fillWeek,
  wordedTariff,
  type PostedTariff,
} from './posted-tariffs.ts'
import { noMoreTerms } from '#server/features/pricing/tariff-terms.ts'

/**
 * The source's rates as a tariff, or undefined where no tariff can say exactly what the source says: prices that differ
 * by hour, evenings without hours, rolling limits, holidays apart, words that were not understood.
 */
export function tariffOf(rates: Rates | null): PostedTariff | undefined {
  if (rates === null) return undefined
  const posted = plainTariff(rates) ?? boardTariff(rates) ?? agendaTariff(rates) ?? wordedTariff(rates)
  if (posted === undefined || !isSensible(posted)) return undefined
  return { ...posted, month_minor: monthOf(rates) }
}

/** Nothing costs nothing, and a day no less than an increment; a night or a weekend may. */
function isSensible({ increment_minor, day_cap_minor, early_bird }: PostedTariff): boolean {
  const flats = [day_cap_minor, early_bird?.amount_minor ?? null]
  return increment_minor > 0n && flats.every((flat) => flat === null || flat >= increment_minor)
}

/** A month's price for everybody, as the source's own words tell it; a permit or a reserved bay is something else. */
function monthOf({ parsed, raw, currency }: Rates): bigint | null {
  const [month, ...others] = parsed.filter(({ type }) => type === 'monthly')
  if (month === undefined || others.length > 0 || !/month/i.test(raw) || /permit|reserved|tenant/i.test(raw))
    return null
  return toMinor(month.amount, currency) ?? null
}

/** Whether these rates hold at every time: none has a window, or their windows fill the week. */
function isAlways(rates: ParsedRate[]): boolean {
  if (rates.every(({ window, days }) => window === undefined && days === undefined)) return true
  if (rates.some(({ window, days }) => window === undefined || days !== undefined)) return false
  const windows = rates.map(({ window }) => agendaWindows(window!))
  return windows.every((one) => one !== undefined) && fillWeek(windows.flat())
}

/** Sold beside the ordinary stay; an ordinary stay does not pay them. */
const otherProducts = new Set(['monthly', 'event', 'valet'])

/** Words of a tariff that is more than one price and a cap. */
const saysMore = /free|closed|only|first|after|max \d+ hours/i

/** How many prices the source's wording has, at least: what was not understood must not be left out. */
function pricesIn(raw: string): number {
  const amounts = raw.match(/\$\s?\d/g)?.length ?? 0
  const keys = raw.match(/(?:^|;)\s*\w+=\d/g)?.length ?? 0
  return Math.max(amounts, keys, raw.split('|').length)
}

/** One price for each begun increment at every time, at most a cap for a day. */
function plainTariff(rates: Rates): PostedTariff | undefined {
  if (saysMore.test(rates.raw) || pricesIn(rates.raw) > rates.parsed.length) return undefined
  const ordinary = rates.parsed.filter(({ type }) => !otherProducts.has(type))
  const intervals = ordinary.filter(({ type }) => type === 'per_interval')
  // A flat price for whole days beside an hourly one is the most that a day costs.
  const caps = ordinary.filter(
    ({ type, window }) => type === 'daily_max' || (type === 'flat' && window?.includes('00:00-24:00') === true),
  )
  if (intervals.length === 0 || intervals.length + caps.length < ordinary.length) return undefined
  const interval = oneOf(intervals)
  const cap = caps.length === 0 ? undefined : oneOf(caps)
  if (interval?.minutes === undefined || (caps.length > 0 && cap === undefined)) return undefined
  const increment_minor = toMinor(interval.amount, rates.currency)
  const day_cap_minor = cap === undefined ? null : toMinor(cap.amount, rates.currency)
  if (increment_minor === undefined || day_cap_minor === undefined) return undefined
  const { currency } = rates
  return { ...noMoreTerms, currency, increment_minutes: interval.minutes, increment_minor, day_cap_minor }
}

/** The rate that all of them are, when they are one and hold at every time. */
function oneOf(rates: ParsedRate[]): ParsedRate | undefined {
  const [first] = rates
  const isOne = rates.every(({ amount, minutes }) => amount === first?.amount && minutes === first.minutes)
  return isOne && isAlways(rates) ? first : undefined
}
