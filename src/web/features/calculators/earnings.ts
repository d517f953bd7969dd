import { currencyDigits, type Currency } from '#contract/money.ts'

export interface SpaceTerms {
  spaces: number
  /** Offered, a day. */
  hours: number
  /** A month. */
  days: number
  /** Percent of the hours that are taken. */
  occupancy: number
  /** Of an hour. */
  price: number
}

/** What spaces bring in a month: the hours that are taken, at their price. */
export function spaceMonth(terms: SpaceTerms, currency: Currency): { hours_sold: number; amount: number } {
  const hours_sold = (terms.spaces * terms.hours * terms.days * terms.occupancy) / 100
  return { hours_sold, amount: rounded(hours_sold * terms.price, currency) }
}

export interface ChargerTerms {
  power_kw: number
  /** Sold, a day. */
  kwh: number
  days: number
  /** Of a kWh. */
  price: number
  cost: number
}

export interface ChargerMonth {
  /** So much fits into a day at that power; no more is counted. */
  most_kwh: number
  kwh_day: number
  /** Of charging, a day. */
  minutes: number
  kwh_month: number
  income: number
  /** After electricity; less than nothing where a kWh costs more than it brings. */
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

/** To what the currency can pay; what a float leaves beside a half belongs to the half. */
function rounded(amount: number, currency: Currency): number {
  const scale = 10 ** currencyDigits[currency]
  const exact = Number((amount * scale).toPrecision(15))
  return Math.sign(exact) * (Math.round(Math.abs(exact)) / scale) || 0
}
