import { sql } from 'kysely'
import { countryCodes } from '#contract/geography.ts'
import { topUpLimits } from '#contract/money.ts'
import { type PaymentGateway } from '#contract/settings/payment-gateways.ts'
import { gateways } from '#contract/wallet/payments.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import type { Deps } from '#server/deps.ts'
import { ProviderError, type ProviderName } from '#server/providers/payments/provider.ts'

type Keys = Pick<
  Config,
  | 'simulators'
  | 'PAYSTACK_SECRET_KEY'
  | 'PAYSTACK_PUBLIC_KEY'
  | 'WAVE_API_KEY'
  | 'WAVE_WEBHOOK_SECRET'
  | 'WAVE_URL'
  | 'STRIPE_SECRET_KEY'
  | 'STRIPE_PUBLIC_KEY'
  | 'STRIPE_WEBHOOK_SECRET'
>

interface KeysOfProvider {
  secret: string | undefined
  public_key: string | null
  has_webhook_secret: boolean
  /** Whether its secret key moves real money. */
  isLive: (secret: string) => boolean
}

/** Paystack signs its webhooks with the secret key itself. Wave has no keys for tests: its sandbox is an address. */
const readKeys = (config: Keys): Record<ProviderName, KeysOfProvider> => ({
  paystack: {
    secret: config.PAYSTACK_SECRET_KEY,
    public_key: config.PAYSTACK_PUBLIC_KEY ?? null,
    has_webhook_secret: config.PAYSTACK_SECRET_KEY !== undefined,
    isLive: (secret) => !secret.startsWith('sk_test_'),
  },
  wave: {
    secret: config.WAVE_API_KEY,
    public_key: null,
    has_webhook_secret: config.WAVE_WEBHOOK_SECRET !== undefined,
    isLive: () => new URL(config.WAVE_URL).hostname === 'api.wave.com',
  },
  stripe: {
    secret: config.STRIPE_SECRET_KEY,
    public_key: config.STRIPE_PUBLIC_KEY ?? null,
    has_webhook_secret: config.STRIPE_WEBHOOK_SECRET !== undefined,
    isLive: (secret) => !/^[sr]k_test_/.test(secret),
  },
})

interface LastSigns {
  provider: ProviderName
  last_webhook_at: Date | null
  webhooks_waiting: number
  last_reconciled: string | null
  discrepancies: number
}

async function readLastSigns(db: Db): Promise<LastSigns[]> {
  const { rows } = await sql<LastSigns>`
    select p.provider,
      (select max(received_at) from webhook_events w where w.provider = p.provider) as last_webhook_at,
      (select count(*)::float8 from webhook_events w where w.provider = p.provider and w.processed_at is null) as webhooks_waiting,
      (select max(day)::text from reconciliations r where r.provider = p.provider and r.finished_at is not null) as last_reconciled,
      (select count(*)::float8 from money_differences d where d.provider = p.provider and d.resolved_at is null) as discrepancies
    from unnest(array['paystack', 'wave', 'stripe']) as p(provider)`.execute(db)
  return rows
}

/** The gateways of each country in the order in which they are tried, without a secret. */
export async function readGateways(
  db: Db,
  config: Keys & Pick<Config, 'COUNTRIES'>,
  publicUrl: string,
): Promise<PaymentGateway[]> {
  const signs = await readLastSigns(db)
  const keys = readKeys(config)
  return countryCodes
    .filter((country) => config.COUNTRIES.includes(country))
    .flatMap((country) => {
      const first = gateways[country]
      const fallback = 'fallback' in first ? [{ ...first.fallback, place: 'fallback' as const }] : []
      return [{ ...first, place: 'first' as const }, ...fallback].map(({ provider, currency, place }) => {
        const { secret, public_key, has_webhook_secret, isLive } = keys[provider]
        const { last_webhook_at, ...sign } = signs.find((row) => row.provider === provider)!
        const { least, most } = topUpLimits[currency]
        const mode =
          secret === undefined ? (config.simulators ? 'sandbox' : 'none') : isLive(secret) ? 'live' : 'sandbox'
        return {
          ...sign,
          country,
          provider,
          place,
          currency,
          mode,
          public_key,
          secret_ends: secret === undefined ? null : secret.slice(-4),
          has_webhook_secret: has_webhook_secret || config.simulators,
          webhook_address: `${publicUrl}/api/v1/webhooks/${provider}`,
          last_webhook_at: last_webhook_at?.toISOString() ?? null,
          least,
          most,
        } satisfies PaymentGateway
      })
    })
}

/**
 * Asks a provider about a payment that does not exist. `works`: it answers that it knows none. `refused`: it does not take the
 * key. `none`: this server has no key for it.
 */
export async function tryGateway(
  { payments }: Pick<Deps, 'payments'>,
  provider: ProviderName,
): Promise<{ result: 'works' | 'refused' | 'unreachable' | 'none'; took_ms: number }> {
  const adapter = payments[provider]
  if (adapter === undefined) return { result: 'none', took_ms: 0 }
  const started = performance.now()
  const took_ms = () => Math.round(performance.now() - started)
  try {
    await adapter.findPayment({ reference: `try-${newId()}`, provider_reference: null })
    return { result: 'works', took_ms: took_ms() }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return { result: error.kind === 'refused' ? 'refused' : 'unreachable', took_ms: took_ms() }
  }
}
