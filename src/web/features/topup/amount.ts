import { currencyDigits, topUpLimits, type Currency } from '#contract/money.ts'

export type AmountProblem = 'not_a_number' | 'no_fraction' | 'fraction' | 'out_of_range'

/**
 * What a driver typed as an amount in major units: `1500`, `1,500.50`, `1 500,50` are read alike. A single comma or
 * point with three digits after it groups thousands; with one or two it is the decimal sign.
 */
export function readAmount(text: string, currency: Currency): { amount: number } | { problem: AmountProblem } {
  const compact = text.replaceAll(/[\s\u00a0\u202f']/g, '')
  const match = /^(\d{1,3}(?:[.,]\d{3})+|\d+)(?:[.,](\d+))?$/.exec(compact)
  if (match === null) return { problem: 'not_a_number' }
  const whole = match[1]!.replaceAll(/[.,]/g, '')
  const fraction = (match[2] ?? '').replace(/0+$/, '')
  if (fraction.length > currencyDigits[currency])
    return { problem: currencyDigits[currency] === 0 ? 'no_fraction' : 'fraction' }
  const amount = Number(`${whole}.${fraction === '' ? '0' : fraction}`)
  const { least, most } = topUpLimits[currency]
  return amount >= least && amount <= most ? { amount } : { problem: 'out_of_range' }
}
