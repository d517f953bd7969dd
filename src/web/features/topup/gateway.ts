import { topUpLimits } from '#contract/money.ts'
import type { CountryCode } from '#contract/places/places.ts'
import { gateways } from '#contract/wallet/payments.ts'
import type { Gateway } from '#contract/wallet/wallet.ts'

/** A payment route: a gateway, or its fallback. */
export type Way = Pick<Gateway, 'provider' | 'name' | 'mode' | 'config'>

/** A country's gateway before its settings are loaded. */
export function expectedGateway(country: CountryCode): Gateway {
  const { provider, name, currency, symbol } = gateways[country]
  const { least, most, quick } = topUpLimits[currency]
  const config = { public_key: null, script_url: null }
  return { provider, name, currency, symbol, config, mode: 'redirect', least, most, quick: [...quick] }
}

/** The route that a top-up tries first: the fallback if the gateway is closed. */
export const firstWay = (gateway: Gateway): Way =>
  gateway.mode === 'closed' && gateway.fallback !== undefined ? gateway.fallback : gateway

/** The route of the provider that took a payment: the gateway or its fallback. */
export const wayOf = (gateway: Gateway, provider: string): Way =>
  gateway.provider !== provider && gateway.fallback?.provider === provider ? gateway.fallback : gateway

/** Display name of a provider. */
export const nameOf = (provider: Gateway['provider']): string =>
  Object.values(gateways).find((gateway) => gateway.provider === provider)?.name ?? provider
