import { currencySigns } from '#contract/money.ts'
import type { CountryCode } from '#contract/places/places.ts'
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

/** The link to a provider's page: the first of these that is present (specification, section 3). */
export const findPaymentLink = (info: {
  readonly authorization_url?: string | undefined
  readonly checkout_url?: string | undefined
  readonly payment_url?: string | undefined
}): string | undefined => info.authorization_url ?? info.checkout_url ?? info.payment_url
