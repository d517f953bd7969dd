import { currencyOf } from '#contract/formats.ts'
import { currencyDigits, type Currency } from '#contract/money.ts'
import type { CountryCode } from '#contract/places/places.ts'
import { noExtraTerms, type ExtraTerms } from '#server/features/pricing/tariff-terms.ts'
import type { Random } from './random.ts'

/** Price of one hour in major units: low, median, high. */
type Hourly = readonly [low: number, median: number, high: number]

// 5th, 50th and 95th percentile of recorded rates for Toronto, Montréal, Seattle and Honolulu; the others are estimates.
// Every tariff drawn from them is marked as an example.
const byCity: Record<string, Hourly> = {
  'CA Toronto': [2, 3, 6],
  'CA Montréal': [1.75, 8, 14.25],
  'CA Québec': [2, 4, 6],
  'US Seattle': [3, 7.25, 12],
  'US Honolulu': [2, 5, 8],
  'US New York': [8, 14, 24],
  'US Brooklyn': [5, 8, 14],
  'US Boston': [6, 10, 16],
  'US Cambridge': [2, 5, 9],
  'US Cleveland': [2, 4, 8],
  'US Baltimore': [3, 5, 10],
  'US Chicago': [6, 11, 18],
  'US San Francisco': [4, 8, 14],
  'US Los Angeles': [3, 6, 12],
  'NG Lagos': [300, 500, 1_000],
  'NG Lekki': [300, 500, 1_000],
  'NG Ikeja': [250, 400, 800],
  'NG Abuja': [200, 400, 800],
  'NG Port Harcourt': [200, 300, 600],
  'SN Dakar': [200, 400, 800],
}
const byCountry: Record<CountryCode, Hourly> = {
  NG: [100, 200, 400],
  SN: [100, 200, 300],
  CA: [1.5, 3, 6],
  US: [1, 2.5, 5],
}

/** At an airport's terminals: one hour, and 24 hours. */
const byAirport: Record<CountryCode, { hour: Hourly; day: readonly [low: number, high: number] }> = {
  NG: { hour: [500, 800, 1_500], day: [3_000, 6_000] },
  SN: { hour: [500, 700, 1_000], day: [4_000, 7_000] },
  CA: { hour: [4, 7, 12], day: [25, 45] },
  US: { hour: [5, 8, 12], day: [35, 70] },
}

/** The most that a car plausibly pays for a day and for a month, in major units. */
export const plausibleMost: Record<Currency, { day: number; month: number }> = {
  NGN: { day: 6_000, month: 60_000 },
  XOF: { day: 7_000, month: 75_000 },
  CAD: { day: 45, month: 450 },
  USD: { day: 75, month: 700 },
}

/**
 * Prices below `below` are multiples of `step`, both in major units. Each limit is a multiple of both steps beside it,
 * so that a higher price is never rounded to a lower one.
 */
const dollarSteps = [
  { below: 5, step: 0.25 },
  { below: 20, step: 0.5 },
  { below: 100, step: 1 },
  { below: Infinity, step: 5 },
]
const priceSteps: Record<Currency, readonly { below: number; step: number }[]> = {
  NGN: [
    { below: 2_000, step: 50 },
    { below: 10_000, step: 100 },
    { below: Infinity, step: 500 },
  ],
  XOF: [
    { below: 1_000, step: 50 },
    { below: 5_000, step: 100 },
    { below: Infinity, step: 500 },
  ],
  CAD: dollarSteps,
  USD: dollarSteps,
}

/** Rounds to the nearest price that a sign would show, at least one step. */
export function roundToStep(minor: number, currency: Currency): bigint {
  const units = 10 ** currencyDigits[currency]
  const { step } = priceSteps[currency].find(({ below }) => minor < below * units)!
  return BigInt(Math.max(1, Math.round(minor / (step * units))) * step * units)
}

const mostMinor = (currency: Currency, span: 'day' | 'month', factor = 1) =>
  roundToStep(plausibleMost[currency][span] * factor * 10 ** currencyDigits[currency], currency)

/** The tariff of a car in minor units: price per increment or part thereof, daily cap and further terms. */
export type CarPrice = ExtraTerms & { increment_minutes: number; increment_minor: bigint; day_cap_minor: bigint | null }

/** Draws a plausible price for a city, or for the terminals of an airport. */
export function drawPrice(
  country: CountryCode,
  { city, is_airport }: { city: string | null; is_airport: boolean },
  random: Random,
): CarPrice {
  const airport = byAirport[country]
  const [low, median, high] = is_airport ? airport.hour : (byCity[`${country} ${city}`] ?? byCountry[country])
  const position = random.next()
  const major = position < 0.5 ? low + (median - low) * 2 * position : median + (high - median) * (2 * position - 1)
  const currency = currencyOf(country)
  const hour = major * 10 ** currencyDigits[currency]
  const increment_minutes = random.chance(0.4) ? 30 : 60
  const increment_minor = roundToStep((hour * increment_minutes) / 60, currency)
  const per_hour = (Number(increment_minor) * 60) / increment_minutes
  const hours = random.whole(4, 8)
  const [least, most] = airport.day
  const airportDay = (least + (most - least) * random.next()) * 10 ** currencyDigits[currency]
  const day_cap_minor = roundToStep(is_airport ? airportDay : per_hour * hours, currency)
  return {
    ...noExtraTerms,
    increment_minutes,
    increment_minor,
    day_cap_minor: minOf(day_cap_minor, mostMinor(currency, 'day')),
  }
}

const everyDay = [1, 2, 3, 4, 5, 6, 7]
const weekdays = [1, 2, 3, 4, 5]

/** Draws at most one special term (tiers, a flat-rate window or an early bird) and, for some parks, a monthly price. */
export function drawTerms(car: CarPrice, isDowntown: boolean, currency: Currency, random: Random): ExtraTerms {
  const hour = (Number(car.increment_minor) * 60) / car.increment_minutes
  const day = Number(car.day_cap_minor ?? car.increment_minor)
  const roundPrice = (minor: number) => maxOf(roundToStep(minor, currency), car.increment_minor)
  const tiers = [
    { up_to_min: 60, amount_minor: roundPrice(hour) },
    { up_to_min: 180, amount_minor: roundPrice(hour * random.pick([2, 2.5])) },
    { up_to_min: 360, amount_minor: roundPrice(hour * random.pick([3, 3.5])) },
  ]
  const overnight = {
    days: everyDay,
    from_min: 18 * 60,
    to_min: random.pick([6, 7, 8]) * 60,
    amount_minor: roundPrice(day * 0.4),
  }
  const weekend = { days: [6, 7], from_min: 0, to_min: 24 * 60, amount_minor: roundPrice(day * 0.5) }
  const evening = { days: weekdays, from_min: 17 * 60, to_min: 24 * 60, amount_minor: roundPrice(day * 0.3) }
  const leave_by_min = random.pick([18, 19]) * 60
  const early_bird = {
    days: weekdays,
    enter_from_min: 5 * 60,
    enter_until_min: 9 * 60,
    leave_by_min,
    amount_minor: roundPrice(day * 0.65),
  }
  const days = random.whole(12, 18)
  const month_minor = random.chance(0.35) ? minOf(roundPrice(day * days), mostMinor(currency, 'month')) : null
  const terms = { ...noExtraTerms, month_minor }
  const kind = random.next()
  if (kind < 0.3) return terms
  if (kind < 0.5) return { ...terms, tiers }
  if (kind < 0.7) return { ...terms, windows: [{ code: 'overnight', ...overnight }] }
  if (kind < 0.8) return { ...terms, windows: [{ code: 'weekend', ...weekend }] }
  return isDowntown ? { ...terms, early_bird } : { ...terms, windows: [{ code: 'evening', ...evening }] }
}

const maxOf = (a: bigint, b: bigint) => (a > b ? a : b)
const minOf = (a: bigint, b: bigint) => (a < b ? a : b)

interface RecordedRate {
  type: string
  amount: number
  minutes?: number
  window?: string
}

/**
 * Approximates the source's recorded rates: its first price per interval, and the sum of the day and night maximum as
 * daily cap. Returns undefined without a price per interval.
 */
export function priceFromRates(parsed: unknown, currency: Currency): CarPrice | undefined {
  const rates = Array.isArray(parsed) ? (parsed as RecordedRate[]) : []
  const minor = (major: number) => BigInt(Math.round(major * 10 ** currencyDigits[currency]))
  const interval = rates.find(({ type, amount, minutes }) => type === 'per_interval' && amount > 0 && minutes)
  if (interval?.minutes === undefined) return undefined
  const findHighest = (types: string[]) =>
    rates.filter(({ type }) => types.includes(type)).reduce((max, { amount }) => Math.max(max, amount), 0)
  const day = findHighest(['daily_max', 'flat'])
  const cap = minor(day > 0 ? day + findHighest(['overnight_max']) : findHighest(['other']))
  const increment_minor = minor(interval.amount)
  const { minutes } = interval
  // What is recorded under other names can be the price of a month, and without a cap a day costs 24 hours.
  const likely = roundToStep((Number(increment_minor) * 60 * 8) / minutes, currency)
  const most = maxOf(mostMinor(currency, 'day'), increment_minor)
  return {
    ...noExtraTerms,
    increment_minutes: minutes,
    increment_minor,
    day_cap_minor: cap >= increment_minor && cap <= most ? cap : minOf(maxOf(likely, increment_minor), most),
  }
}

/** Price factors by vehicle type id, relative to a car. */
const typeFactors: Record<number, number> = { 1: 1, 2: 1, 3: 0.4, 4: 1.15, 5: 1.6, 6: 2, 7: 2.5 }

/** Scales a car's price to a vehicle type; unknown types pay like large vehicles. */
export function scalePriceToType(car: CarPrice, vehicle_type_id: number, currency: Currency): CarPrice {
  const factor = typeFactors[vehicle_type_id] ?? 2.5
  if (factor === 1) return car
  const increment_minor = roundToStep(Number(car.increment_minor) * factor, currency)
  const scaled = <T extends bigint | null>(amount: T) =>
    (amount === null ? null : maxOf(roundToStep(Number(amount) * factor, currency), increment_minor)) as T
  // A day or a month of a truck costs more than a car's, but not in proportion to an hour.
  const atMost = (amount: bigint | null, span: 'day' | 'month') =>
    amount === null ? null : maxOf(minOf(amount, mostMinor(currency, span, Math.min(factor, 1.5))), increment_minor)
  const scaledTerm = <T extends { amount_minor: bigint }>(term: T) => ({
    ...term,
    amount_minor: scaled(term.amount_minor),
  })
  return {
    increment_minutes: car.increment_minutes,
    increment_minor,
    day_cap_minor: atMost(scaled(car.day_cap_minor), 'day'),
    tiers: car.tiers.map(scaledTerm),
    windows: car.windows.map(scaledTerm),
    early_bird: car.early_bird === null ? null : scaledTerm(car.early_bird),
    month_minor: atMost(scaled(car.month_minor), 'month'),
    events: car.events.map(scaledTerm),
  }
}
