import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { line } from './page.ts'
import { currencySigns } from './money.ts'
import type { CountryCode } from './places.ts'
import type { Gateway } from './wallet.ts'

/** What is fixed of a gateway; the rest is of the server’s settings. */
type KnownGateway = Pick<Gateway, 'provider' | 'name' | 'currency' | 'symbol'>
const paystack = (currency: 'NGN' | 'XOF') =>
  ({ provider: 'paystack', name: 'Paystack', currency, symbol: currencySigns[currency] }) as const
/** Who takes the money of a country (specification, section 6). */
export const gateways = {
  NG: paystack('NGN'),
  SN: {
    provider: 'wave',
    name: 'Wave',
    currency: 'XOF',
    symbol: currencySigns.XOF,
    fallback: paystack('XOF'),
  },
  US: { provider: 'stripe', name: 'Stripe', currency: 'USD', symbol: currencySigns.USD },
  CA: { provider: 'stripe', name: 'Stripe', currency: 'CAD', symbol: currencySigns.CAD },
} as const satisfies Record<CountryCode, KnownGateway & { fallback?: KnownGateway }>

/**
 * For the browser that a provider leads back to, which need not be the one that is signed in: how a payment stands, to
 * whoever holds its reference, and neither how much nor whose.
 */
export const getPaymentState = endpoint({
  name: 'getPaymentState',
  method: 'GET',
  path: '/api/v1/wallet/payments/{reference}',
  summary: 'Whether a payment has arrived, for a browser that is not signed in',
  tag: 'wallet',
  auth: 'none',
  status: 200,
  params: z.strictObject({ reference: line(1, 100) }),
  answer: z.object({ status: z.enum(['success', 'pending', 'failed']) }),
})
