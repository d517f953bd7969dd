import { chargedDigits, type Currency } from '#contract/money.ts'

export interface SpaceTerms {
  spaces: number
  /** Hours offered per day. */
  hours: number
  /** Days per month. */
  days: number
  /** Occupied hours, in percent. */
  occupancy: number
  /** Price per hour. */
  price: number
}

/** Monthly income of spaces: the occupied hours times the price. */
export function spaceMonth(terms: SpaceTerms, currency: Currency): { hours_sold: number; amount: number } {
  const hours_sold = (terms.spaces * terms.hours * terms.days * terms.occupancy) / 100
  return { hours_sold, amount: rounded(hours_sold * terms.price, currency) }
}

export interface ChargerTerms {
  power_kw: number
  /** kWh sold per day. */
  kwh: number
  days: number
  /** Price per kWh. */
  price: number
  cost: number
}

export interface ChargerMonth {
  /** Maximum kWh per day at that power; limits `kwh`. */
  most_kwh: number
  kwh_day: number
  /** Hours of charging per day. */
  minutes: number
  kwh_month: number
  income: number
  /** Income after electricity; negative if a kWh costs more than its price. */
  left: number
}

export function chargerMonth({ power_kw, kwh, days, price, cost }: ChargerTerms, currency: Currency): ChargerMonth {
  const most_kwh = power_kw * 24
  const kwh_day = Math.min(kwh, most_kwh)
  const kwh_month = kwh_day * days
  return {
    most_kwh,
    kwh_day,
    minutes: (kwh_day / power_kw) * 60,
    kwh_month,
    income: rounded(kwh_month * price, currency),
    left: rounded(kwh_month * price - kwh_month * cost, currency),
  }
}

/** Rounds to the smallest amount that the currency charges; the epsilon corrects floating-point errors at halves. */
function rounded(amount: number, currency: Currency): number {
  const scale = 10 ** chargedDigits[currency]
  const exact = Number((amount * scale).toPrecision(15))
  return Math.sign(exact) * (Math.round(Math.abs(exact)) / scale) || 0
}
