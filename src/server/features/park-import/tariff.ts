import { isChargeable, toMinor } from '#contract/money.ts'
import { findTariffProblems } from '#server/features/pricing/tariff-problems.ts'
import { noExtraTerms } from '#server/features/pricing/tariff-terms.ts'
import {
  coversWeek,
  parseAgendaHours,
  parseAgendaTariff,
  parseBoardTariff,
  parseSentenceTariff,
  type PostedTariff,
} from './posted-tariffs.ts'
import type { ParsedRate, Rates } from './row.ts'

/**
 * Converts the source's rates to a tariff; undefined if a tariff can't express them exactly: prices that vary by hour,
 * evenings without hours, rolling limits, separate holiday rates, unrecognised text.
 */
export function toTariff(rates: Rates | null): PostedTariff | undefined {
  if (rates === null) return undefined
  const posted =
    parsePlainTariff(rates) ?? parseBoardTariff(rates) ?? parseAgendaTariff(rates) ?? parseSentenceTariff(rates)
  if (posted === undefined || !isPlausible(posted)) return undefined
  return { ...posted, month_minor: findMonthlyPrice(rates) }
}

/** Whether a tariff as staff would enter it: rates that were misread have amounts that cannot be. */
const isPlausible = (posted: PostedTariff): boolean =>
  findTariffProblems({ free_minutes: 0, day_cap_reset_hour: 0, ...posted }, posted.currency).length === 0

/** Returns the public monthly price in minor units; null for permits, reserved bays and tenants. */
function findMonthlyPrice({ parsed, raw, currency }: Rates): bigint | null {
  const [month, ...moreMonths] = parsed.filter(({ type }) => type === 'monthly')
  if (month === undefined || moreMonths.length > 0 || !/month/i.test(raw) || /permit|reserved|tenant/i.test(raw))
    return null
  const month_minor = toMinor(month.amount, currency)
  return month_minor !== undefined && isChargeable(month_minor, currency) ? month_minor : null
}

/** Whether the rates apply at all times: without windows, or with windows that cover the week. */
function applyAlways(rates: ParsedRate[]): boolean {
  if (rates.every(({ window, days }) => window === undefined && days === undefined)) return true
  if (rates.some(({ window, days }) => window === undefined || days !== undefined)) return false
  const windows = rates.map(({ window }) => parseAgendaHours(window!))
  return windows.every((hours) => hours !== undefined) && coversWeek(windows.flat())
}

/** Rates for products other than hourly parking. */
const otherProducts = new Set(['monthly', 'event', 'valet'])

/** Words in rates that are more than one price and a cap. */
const complexRateWords = /free|closed|only|first|after|max \d+ hours/i

/** Returns the minimum number of prices in the text, to detect prices that were not parsed. */
function countPrices(raw: string): number {
  const amounts = raw.match(/\$\s?\d/g)?.length ?? 0
  const keys = raw.match(/(?:^|;)\s*\w+=\d/g)?.length ?? 0
  return Math.max(amounts, keys, raw.split('|').length)
}

/** Parses one price per increment at all times, with an optional daily cap. */
function parsePlainTariff(rates: Rates): PostedTariff | undefined {
  if (complexRateWords.test(rates.raw) || countPrices(rates.raw) > rates.parsed.length) return undefined
  const ordinary = rates.parsed.filter(({ type }) => !otherProducts.has(type))
  const intervals = ordinary.filter(({ type }) => type === 'per_interval')
  // A flat price for whole days beside an hourly one is the daily cap.
  const caps = ordinary.filter(
    ({ type, window }) => type === 'daily_max' || (type === 'flat' && window?.includes('00:00-24:00') === true),
  )
  if (intervals.length === 0 || intervals.length + caps.length < ordinary.length) return undefined
  const interval = findSingleRate(intervals)
  const cap = caps.length === 0 ? undefined : findSingleRate(caps)
  if (interval?.minutes === undefined || (caps.length > 0 && cap === undefined)) return undefined
  const increment_minor = toMinor(interval.amount, rates.currency)
  const day_cap_minor = cap === undefined ? null : toMinor(cap.amount, rates.currency)
  if (increment_minor === undefined || day_cap_minor === undefined) return undefined
  const { currency } = rates
  return { ...noExtraTerms, currency, increment_minutes: interval.minutes, increment_minor, day_cap_minor }
}

/** Returns the rate if all are equal and apply at all times. */
function findSingleRate(rates: ParsedRate[]): ParsedRate | undefined {
  const [first] = rates
  const areEqual = rates.every(({ amount, minutes }) => amount === first?.amount && minutes === first.minutes)
  return areEqual && applyAlways(rates) ? first : undefined
}
