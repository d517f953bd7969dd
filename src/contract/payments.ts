import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { line } from './fields.ts'
import { currencySigns } from './money.ts'
import type { CountryCode } from './places.ts'
import type { Gateway } from './wallet.ts'

/** Facts that don't depend on the server's settings. */
type GatewayFacts = Pick<Gateway, 'provider' | 'name' | 'currency' | 'symbol'>
const paystack = (currency: 'NGN' | 'XOF') =>
  ({ provider: 'paystack', name: 'Paystack', currency, symbol: currencySigns[currency] }) as const
/** Payment providers by country (specification, section 6). */
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
} as const satisfies Record<CountryCode, GatewayFacts & { fallback?: GatewayFacts }>

/**
 * For the browser that a provider redirects back to, which may not be signed in: reveals the state to whoever has the
 * reference, but neither the amount nor the payer.
 */
export const getPaymentState = endpoint({
  name: 'getPaymentState',
  method: 'GET',
  path: '/api/v1/wallet/payments/{reference}',
  summary: 'Returns the state of a payment by its reference; needs no login',
  tag: 'wallet',
  auth: 'none',
  status: 200,
  params: z.strictObject({ reference: line(1, 100) }),
  answer: z.object({ status: z.enum(['success', 'pending', 'failed']) }),
})
