import { toMinor, type Currency } from '#contract/money.ts'
import type { ParsedRate, Rates } from './import-row.ts'

/** The one form of tariff there is: a price for each begun increment, at most the cap for a day. */
type TariffForm = {
  currency: Currency
  increment_minutes: number
  increment_minor: bigint
  day_cap_minor: bigint | null
}

const dayNames = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su']
const week_minutes = 7 * 1_440

const minutesOf = (clock: string) => {
  const [hours, minutes] = clock.split(':').map(Number)
  return hours! * 60 + minutes!
}

/** How many minutes of a week a window like "Mo,Tu 06:00-24:00 / Sa 00:00-24:00" covers; undefined in another form. */
function weekMinutes(window: string): number | undefined {
  let sum = 0
  for (const part of window.split(' / ')) {
    const match = /^([A-Z][a-z](?:,[A-Z][a-z])*) (\d\d:\d\d)-(\d\d:\d\d)$/.exec(part)
    if (match === null) return undefined
    const days = match[1]!.split(',')
    if (!days.every((day) => dayNames.includes(day))) return undefined
    const [from, to] = [minutesOf(match[2]!), minutesOf(match[3]!)]
    sum += days.length * (to > from ? to - from : 1_440 - from + to)
  }
  return sum
}

/** Whether these rates hold at every time: none has a window, or their windows fill the week. */
function isAlways(rates: ParsedRate[]): boolean {
  if (rates.every(({ window, days }) => window === undefined && days === undefined)) return true
  let sum = 0
  for (const { window, days } of rates) {
    const minutes = window === undefined || days !== undefined ? undefined : weekMinutes(window)
    if (minutes === undefined) return false
    sum += minutes
  }
  return sum === week_minutes
}

/** Sold beside the ordinary stay; an ordinary stay does not pay them. */
const otherProducts = new Set(['monthly', 'event', 'valet'])

/** Words of a tariff that is more than the form can say. */
const saysMore = /free|closed|only|first|after|max \d+ hours/i

/** How many prices the source's wording has, at least: what was not understood must not be left out. */
function pricesIn(raw: string): number {
  const amounts = raw.match(/\$\s?\d/g)?.length ?? 0
  const keys = raw.match(/(?:^|;)\s*\w+=\d/g)?.length ?? 0
  return Math.max(amounts, keys, raw.split('|').length)
}

/**
 * The source's rates as a tariff, or undefined where that form cannot say exactly what the source says: prices that
 * differ by hour or day, evening and overnight prices, first hours at another price, words that were not understood.
 */
export function tariffOf(rates: Rates | null): TariffForm | undefined {
  if (rates === null || saysMore.test(rates.raw) || pricesIn(rates.raw) > rates.parsed.length) return undefined
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
  if (increment_minor === undefined || increment_minor <= 0n) return undefined
  if (day_cap_minor === undefined || (day_cap_minor !== null && day_cap_minor < increment_minor)) return undefined
  return { currency: rates.currency, increment_minutes: interval.minutes, increment_minor, day_cap_minor }
}

/** The rate that all of them are, when they are one and hold at every time. */
function oneOf(rates: ParsedRate[]): ParsedRate | undefined {
  const [first] = rates
  const isOne = rates.every(({ amount, minutes }) => amount === first?.amount && minutes === first.minutes)
  return isOne && isAlways(rates) ? first : undefined
}
