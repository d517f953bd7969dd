import { topUpLimits } from '#contract/money.ts'
import type { CountryCode } from '#contract/places/places.ts'
import { settings } from '#contract/settings/settings.ts'
import type { Gateway } from '#contract/wallet/wallet.ts'
import type { Deps } from '#server/deps.ts'
import { ProviderError, type PaymentProvider, type ProviderName } from '#server/providers/payments/provider.ts'
import { getCountryGateway, getCountryOfCurrency, type CountryGateway } from '../rules.ts'

interface GatewayDeps {
  config: Deps['config']
  payments: Partial<Record<ProviderName, Pick<PaymentProvider, 'form'>>>
}

/** Paystack's script for its form in our page. */
const paystackScript = 'https://js.paystack.co/v2/inline.js'

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
  if (!isSwitchedOn(gateway)) return []
  return [gateway, findFallback(deps, gateway)]
    .filter((candidate) => candidate !== undefined)
    .map(({ provider }) => provider)
    .filter((provider) => deps.payments[provider] !== undefined)
}

/** The fallback needs the `PAYSTACK_XOF` setting and a key for its provider. */
function findFallback(
  { config, payments }: GatewayDeps,
  { fallback, currency }: CountryGateway,
): CountryGateway | undefined {
  const isOn = isSwitchedOn({ currency }) && settings().payments.sn_fallback
  if (fallback === undefined || !config.PAYSTACK_XOF || !isOn) return undefined
  return payments[fallback.provider] === undefined ? undefined : fallback
}

/** Whether the desk has left online payment switched on, everywhere and in a currency's country. */
export const isSwitchedOn = ({ currency }: Pick<CountryGateway, 'currency'>): boolean =>
  settings().site.online_payment &&
  settings().payments[getCountryOfCurrency(currency).toLowerCase() as Lowercase<CountryCode>]

function describeProvider(deps: GatewayDeps, { provider, name, currency, symbol }: CountryGateway) {
  const { config, payments } = deps
  const form = payments[provider]?.form
  const paystack = { public_key: config.PAYSTACK_PUBLIC_KEY ?? null, script_url: paystackScript }
  const own = { public_key: form?.public_key ?? null, script_url: form?.script_url ?? null }
  return {
    provider,
    name,
    currency,
    symbol,
    config: {
      ...(provider === 'paystack' ? paystack : own),
      ...(provider === 'wave' ? { api_url: config.WAVE_URL } : {}),
    },
    mode: isSwitchedOn({ currency }) ? getMode(deps, provider) : ('closed' as const),
  }
}

/** `demo` only where no provider is configured at all; `closed` when this one is missing but others are not. */
function getMode({ config, payments }: GatewayDeps, provider: ProviderName): Gateway['mode'] {
  const adapter = payments[provider]
  if (adapter !== undefined) {
    const hasForm = provider === 'paystack' ? config.paystack_form : adapter.form !== undefined
    return hasForm ? 'inline' : 'redirect'
  }
  const hasNoProviders = !config.simulators && Object.keys(payments).length === 0
  return hasNoProviders && config.demo ? 'demo' : 'closed'
}
