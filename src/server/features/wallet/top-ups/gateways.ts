import { topUpLimits } from '#contract/money.ts'
import type { Gateway } from '#contract/wallet.ts'
import type { Deps } from '#server/deps.ts'
import { getCountryGateway, type CountryGateway } from '#server/features/wallet/rules.ts'
import { ProviderError, type PaymentProvider, type ProviderName } from '#server/providers/payments/provider.ts'

type GatewayDeps = { config: Deps['config']; payments: Partial<Record<ProviderName, unknown>> }

/** The provider's inline script. Stripe top-ups redirect to its page; its script is for the card form of apps. */
const scriptUrls = {
  paystack: 'https://js.paystack.co/v2/inline.js',
  stripe: 'https://js.stripe.com/v3/',
  wave: null,
} as const

/** A configured provider. Throws ProviderError('unavailable') when this server has no key for it. */
export function getProvider({ payments }: Pick<Deps, 'payments'>, name: string): PaymentProvider {
  const provider = payments[name as PaymentProvider['name']]
  if (provider !== undefined) return provider
  throw new ProviderError('unavailable', name as PaymentProvider['name'], 'not configured', { code: 'not_configured' })
}

/** The public description of a country's gateway, without secret keys. */
export function describeGateway(deps: GatewayDeps, country_code: string): Gateway {
  const gateway = getCountryGateway(country_code)
  const { least, most, quick } = topUpLimits[gateway.currency]
  const fallback = findFallback(deps, gateway)
  return {
    ...describeProvider(deps, gateway),
    least,
    most,
    quick: [...quick],
    ...(fallback === undefined ? {} : { fallback: describeProvider(deps, fallback) }),
  }
}

/** The configured providers for a country's top-ups, first choice first. All charge in the country's currency. */
export function listTopUpProviders(deps: GatewayDeps, country_code: string): ProviderName[] {
  const gateway = getCountryGateway(country_code)
  return [gateway, findFallback(deps, gateway)]
    .filter((candidate) => candidate !== undefined)
    .map(({ provider }) => provider)
    .filter((provider) => deps.payments[provider] !== undefined)
}

/** The fallback needs the `PAYSTACK_XOF` setting and a key for its provider. */
function findFallback({ config, payments }: GatewayDeps, { fallback }: CountryGateway): CountryGateway | undefined {
  if (fallback === undefined || !config.PAYSTACK_XOF) return undefined
  return payments[fallback.provider] === undefined ? undefined : fallback
}

function describeProvider(deps: GatewayDeps, { provider, name, currency, symbol }: CountryGateway) {
  const { config } = deps
  const keys = { paystack: config.PAYSTACK_PUBLIC_KEY, stripe: config.STRIPE_PUBLIC_KEY, wave: undefined }
  return {
    provider,
    name,
    currency,
    symbol,
    config: {
      public_key: keys[provider] ?? null,
      script_url: scriptUrls[provider],
      ...(provider === 'wave' ? { api_url: config.WAVE_URL } : {}),
    },
    mode: getMode(deps, provider),
  }
}

/** `demo` only where no provider is configured at all; `closed` when this one is missing but others are not. */
function getMode({ config, payments }: GatewayDeps, provider: ProviderName): Gateway['mode'] {
  if (payments[provider] !== undefined) return provider === 'paystack' && config.paystack_form ? 'inline' : 'redirect'
  const hasNoProviders = !config.simulators && Object.keys(payments).length === 0
  return hasNoProviders && config.demo ? 'demo' : 'closed'
}
