import { currencyDigits, type Currency } from '#contract/money.ts'
import type { CountryCode } from '#contract/places.ts'
import type { Random } from './demo-random.ts'

/** The least, the middle and the most of an hour's price, in major units. */
type Hourly = readonly [low: number, middle: number, high: number]

// Where real rates were recorded they are their 5th, 50th and 95th percentile (Toronto, Montréal, Seattle, Honolulu);
// the others are plausible, and every tariff drawn from them is marked as an example.
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

export const currencyOfCountry: Record<CountryCode, Currency> = { NG: 'NGN', CA: 'CAD', SN: 'XOF', US: 'USD' }

/** What prices are a multiple of, in minor units: ₦50, F 50, a quarter of a dollar. */
const steps: Record<Currency, number> = { NGN: 5_000, XOF: 50, CAD: 25, USD: 25 }

const toStep = (minor: number, currency: Currency) =>
  BigInt(Math.max(1, Math.round(minor / steps[currency])) * steps[currency])

/** What an ordinary car pays: a price for each begun increment, and the most for a day. Minor units. */
export type CarPrice = { increment_minutes: number; increment_minor: bigint; day_cap_minor: bigint | null }

/** A plausible price for a place. */
export function plausiblePrice(country: CountryCode, city: string | null, random: Random): CarPrice {
  const [low, middle, high] = byCity[`${country} ${city}`] ?? byCountry[country]
  const at = random.next()
  const major = at < 0.5 ? low + (middle - low) * 2 * at : middle + (high - middle) * (2 * at - 1)
  const currency = currencyOfCountry[country]
  const hour = major * 10 ** currencyDigits[currency]
  const increment_minutes = random.chance(0.4) ? 30 : 60
  const increment_minor = toStep((hour * increment_minutes) / 60, currency)
  const per_hour = (Number(increment_minor) * 60) / increment_minutes
  return { increment_minutes, increment_minor, day_cap_minor: toStep(per_hour * random.whole(4, 8), currency) }
}

type Recorded = { type: string; amount: number; minutes?: number; window?: string }

/**
 * A price that follows what the source recorded as near as one form can: its first price for a time, and for a day the
 * day's and the night's most together. Undefined when nothing of that kind is recorded.
 */
export function recordedPrice(parsed: unknown, currency: Currency): CarPrice | undefined {
  const rates = Array.isArray(parsed) ? (parsed as Recorded[]) : []
  const minor = (major: number) => BigInt(Math.round(major * 10 ** currencyDigits[currency]))
  const interval = rates.find(({ type, amount, minutes }) => type === 'per_interval' && amount > 0 && minutes)
  if (interval?.minutes === undefined) return undefined
  const most = (types: string[]) =>
    rates.filter(({ type }) => types.includes(type)).reduce((max, { amount }) => Math.max(max, amount), 0)
  const day = most(['daily_max', 'flat'])
  const cap = minor(day > 0 ? day + most(['overnight_max']) : most(['other']))
  const increment_minor = minor(interval.amount)
  return {
    increment_minutes: interval.minutes,
    increment_minor,
    day_cap_minor: cap >= increment_minor ? cap : null,
  }
}

/** What other vehicles pay, of a car's price. */
const shares: Record<number, number> = { 1: 1, 2: 1, 3: 0.4, 4: 1.15, 5: 1.6, 6: 2, 7: 2.5 }

/** The price of a vehicle type where a car pays `car`; a type that the table does not know pays like a large one. */
export function priceOfType(car: CarPrice, vehicle_type_id: number, currency: Currency): CarPrice {
  const share = shares[vehicle_type_id] ?? 2.5
  if (share === 1) return car
  const cap = car.day_cap_minor
  const increment_minor = toStep(Number(car.increment_minor) * share, currency)
  const scaled = cap === null ? null : toStep(Number(cap) * share, currency)
  return {
    increment_minutes: car.increment_minutes,
    increment_minor,
    day_cap_minor: scaled === null || scaled >= increment_minor ? scaled : increment_minor,
  }
}
