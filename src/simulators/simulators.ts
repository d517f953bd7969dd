import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { createBehaviours, createControl, type Control } from './control.ts'
import { mountIpLookup } from './ip-lookup.ts'
import { mountPaystack } from './paystack.ts'
import type { StandIn } from './stand-in.ts'
import { stripeScriptPath } from './stripe-form.ts'
import { mountStripe, type StripeKeys } from './stripe.ts'
import { mountWave, type WaveKeys } from './wave.ts'
import { createWebhookOffice, type WebhookUrls } from './webhooks.ts'

interface SimulatorSecrets {
  paystack_secret_key: string
  wave_api_key: string
  wave_webhook_secret: string
  /** Given: calls of the key must be signed. */
  wave_signing_secret: string
  stripe_secret_key: string
  stripe_webhook_secret: string
}

export interface SimulatorOptions {
  /** 0 picks a free port. */
  port: number
  /** Loopback only: anybody who reaches a simulator can make payments succeed. */
  host: '127.0.0.1'
  /** Webhook address of each provider; can be set later with `setWebhookBase`. */
  webhook_urls?: WebhookUrls
  /** Random where left out. */
  secrets?: Partial<SimulatorSecrets>
  /** Delays before each retry of a failed webhook. */
  retry_delays_ms?: readonly number[]
  now?: () => Date
}

/** Settings for the adapters: `createPaystack(keys.paystack)` and so on. */
interface SimulatorKeys {
  paystack: { secret_key: string; base_url: string }
  wave: WaveKeys & { base_url: string }
  stripe: StripeKeys & { base_url: string; script_url: string }
}

export interface Simulators {
  base_urls: { paystack: string; wave: string; stripe: string }
  keys: SimulatorKeys
  control: Control
  /** Addresses of the IP location services, in order. */
  ip_lookups: string[]
  /** Sends all later webhooks to `<origin>/api/v1/webhooks/<provider>`. */
  setWebhookBase(origin: string): void
  close(): Promise<void>
}

const retryDelays_ms = [500, 2_000, 8_000, 30_000]
const secret = (prefix: string): string => `${prefix}${randomBytes(24).toString('hex')}`

/** Starts Paystack, Wave and Stripe simulators on one loopback port. Their data is lost when they stop. */
export async function startSimulators(options: SimulatorOptions): Promise<Simulators> {
  const now = options.now ?? (() => new Date())
  const office = createWebhookOffice({
    urls: options.webhook_urls ?? {},
    retry_delays_ms: options.retry_delays_ms ?? retryDelays_ms,
    now,
  })
  const behaviours = createBehaviours()
  const closing = new AbortController()
  let address = ''
  const standIn = (provider: keyof typeof behaviours): StandIn => ({
    behaviour: behaviours[provider],
    office,
    now,
    origin: () => address,
  })

  const providedSecrets = options.secrets ?? {}
  const paystack = { secret_key: providedSecrets.paystack_secret_key ?? secret('sk_test_') }
  const wave = {
    api_key: providedSecrets.wave_api_key ?? secret('wave_sn_test_'),
    webhook_secret: providedSecrets.wave_webhook_secret ?? secret('wave_sn_WHS_'),
    signing_secret: providedSecrets.wave_signing_secret,
  }
  const stripe = {
    secret_key: providedSecrets.stripe_secret_key ?? secret('sk_test_'),
    webhook_secret: providedSecrets.stripe_webhook_secret ?? secret('whsec_'),
    connect_secret: secret('whsec_'),
    public_key: secret('pk_test_'),
  }

  const app = Fastify({ bodyLimit: 64 * 1024, forceCloseConnections: true, routerOptions: { maxParamLength: 300 } })
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, new URLSearchParams(String(body)))
  })
  const control = createControl(office, behaviours, {
    paystack: mountPaystack(app, standIn('paystack'), { keys: paystack, closing: closing.signal }),
    wave: mountWave(app, standIn('wave'), { keys: wave, closing: closing.signal }),
    stripe: mountStripe(app, standIn('stripe'), { keys: stripe, closing: closing.signal }),
  })
  const ipLookups = mountIpLookup(app)
  await app.listen({ host: options.host, port: options.port })
  address = `http://${options.host}:${(app.server.address() as AddressInfo).port}`

  const base_urls = { paystack: `${address}/paystack`, wave: `${address}/wave`, stripe: address }
  return {
    base_urls,
    keys: {
      paystack: { ...paystack, base_url: base_urls.paystack },
      wave: { ...wave, base_url: base_urls.wave },
      stripe: { ...stripe, base_url: base_urls.stripe, script_url: `${address}${stripeScriptPath}` },
    },
    control,
    ip_lookups: ipLookups.map((path) => address + path),
    setWebhookBase(origin) {
      const base = `${origin.replace(/\/+$/, '')}/api/v1/webhooks`
      office.setUrls({ paystack: `${base}/paystack`, wave: `${base}/wave`, stripe: `${base}/stripe` })
    },
    async close() {
      closing.abort()
      office.close()
      await app.close()
    },
  }
}
