import { topUpLimits } from '#contract/money.ts'
import type { CountryCode } from '#contract/places.ts'
import { gateways } from '#contract/payments.ts'
import type { Gateway } from '#contract/wallet.ts'

/** One way to pay: a gateway or the one that steps in for it. */
export type Way = Pick<Gateway, 'provider' | 'name' | 'mode' | 'config'>

/** What is known of a country's gateway before the server has told the rest. */
export function expectedGateway(country: CountryCode): Gateway {
  const { provider, name, currency, symbol } = gateways[country]
  const { least, most, quick } = topUpLimits[currency]
  const config = { public_key: null, script_url: null }
  return { provider, name, currency, symbol, config, mode: 'redirect', least, most, quick: [...quick] }
}

/** The way that a top-up begins with: the fallback where the gateway itself is closed. */
export const firstWay = (gateway: Gateway): Way =>
  gateway.mode === 'closed' && gateway.fallback !== undefined ? gateway.fallback : gateway

/** The way of the provider that took a payment: the one that was asked, or the one that stepped in. */
export const wayOf = (gateway: Gateway, provider: string): Way =>
  gateway.provider !== provider && gateway.fallback?.provider === provider ? gateway.fallback : gateway

/** A provider as people know it. */
export const nameOf = (provider: Gateway['provider']): string =>
  Object.values(gateways).find((gateway) => gateway.provider === provider)?.name ?? provider
