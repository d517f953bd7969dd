import { topUpLimits } from '#contract/money.ts'
import type { Gateway } from '#contract/wallet.ts'
import type { Deps } from '#server/deps.ts'
import type { ProviderName } from '#server/providers/payments/provider.ts'
import { gatewayOf, type KnownGateway } from '#server/features/wallet/rules.ts'

type House = { config: Deps['config']; payments: Partial<Record<ProviderName, unknown>> }

/** The forms in the page that providers give. Stripe's page is redirected to; its card form serves apps. */
const scripts = {
  paystack: 'https://js.paystack.co/v2/inline.js',
  stripe: 'https://js.stripe.com/v3/',
  wave: null,
} as const

/** The gateway of a country as the page may know it: no secret key is among what it is made of. */
export function describeGateway(house: House, country_code: string): Gateway {
  const own = gatewayOf(country_code)
  const { least, most, quick } = topUpLimits[own.currency]
  const fallback = fallbackOf(house, own)
  return {
    ...describe(house, own),
    least,
    most,
    quick: [...quick],
    ...(fallback === undefined ? {} : { fallback: describe(house, fallback) }),
  }
}

/** The providers that begin a country's top-ups, in the order in which they are asked; all in its currency. */
export function providersOf(house: House, country_code: string): ProviderName[] {
  const own = gatewayOf(country_code)
  return [own, fallbackOf(house, own)]
    .filter((gateway) => gateway !== undefined)
    .map(({ provider }) => provider)
    .filter((provider) => house.payments[provider] !== undefined)
}

/** What steps in for a provider; a setting decides, and so does whether there is a key for it. */
function fallbackOf({ config, payments }: House, own: KnownGateway): KnownGateway | undefined {
  const fallback = own.fallback
  if (fallback === undefined || !config.PAYSTACK_XOF) return undefined
  return payments[fallback.provider] === undefined ? undefined : fallback
}

function describe(house: House, { provider, name, currency, symbol }: KnownGateway) {
  const { config } = house
  const keys = { paystack: config.PAYSTACK_PUBLIC_KEY, stripe: config.STRIPE_PUBLIC_KEY, wave: undefined }
  return {
    provider,
    name,
    currency,
    symbol,
    config: {
      public_key: keys[provider] ?? null,
      script_url: scripts[provider],
      ...(provider === 'wave' ? { api_url: config.WAVE_URL } : {}),
    },
    mode: modeOf(house, provider),
  }
}

function modeOf({ config, payments }: House, provider: ProviderName): Gateway['mode'] {
  if (payments[provider] !== undefined) return provider === 'paystack' && config.paystack_form ? 'inline' : 'redirect'
  const isBare = !config.simulators && Object.keys(payments).length === 0
  return isBare && config.demo ? 'demo' : 'closed'
}
