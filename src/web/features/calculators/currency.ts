import type { Currency } from '#contract/money.ts'

/** Default prices where there is no better data: per hour, and per kWh sold and bought. */
export const firstPrices: Readonly<Record<Currency, { hour: number; kwh_price: number; kwh_cost: number }>> = {
  NGN: { hour: 500, kwh_price: 350, kwh_cost: 225 },
  CAD: { hour: 4, kwh_price: 0.35, kwh_cost: 0.15 },
  XOF: { hour: 300, kwh_price: 200, kwh_cost: 120 },
  USD: { hour: 4, kwh_price: 0.4, kwh_cost: 0.18 },
}
