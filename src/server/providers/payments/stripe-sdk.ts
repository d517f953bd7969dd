import { createRequire } from 'node:module'
import type Stripe from 'stripe'
import { describeCall, runInSpan, traceHeaders } from '#server/trace.ts'
import { requireSecret } from './signature.ts'
import { answerWithin_ms } from './wire.ts'

const load = createRequire(import.meta.url)

/**
 * Returns Stripe's SDK, which is loaded on first use: its 218 modules take 6 MB, and many servers have no payments in
 * Stripe's countries. Loaded synchronously, because webhooks are verified synchronously.
 */
export const stripeSdk = (): typeof Stripe => load('stripe') as typeof Stripe

/** Stripe.js is released under the name of the SDK's API version: `endive` in `2026-10-28.endive`. */
export const stripeRelease = 'endive'

export interface StripeConnection {
  secret_key: string
  base_url: string
  /** Timeout for one response; 10 s by default. */
  timeout_ms?: number
}

/** Returns a function that creates the client on its first call. */
export function createStripeClient(config: StripeConnection): () => Stripe {
  const secret_key = requireSecret('the Stripe secret key', config.secret_key)
  const { hostname, port, protocol } = new URL(config.base_url)
  const encrypted = protocol === 'https:'
  let client: Stripe | undefined
  return () => {
    client ??= new (stripeSdk())(secret_key, {
      host: hostname,
      port: port || (encrypted ? 443 : 80),
      protocol: encrypted ? 'https' : 'http',
      timeout: config.timeout_ms ?? answerWithin_ms,
      // The SDK repeats a lost request with the same Idempotency-Key, so Stripe returns the first request's session.
      maxNetworkRetries: 1,
      telemetry: false,
      httpClient: tracedClient(),
    })
    return client
  }
}

/** The SDK's own client, which passes the trace of the request on. */
function tracedClient(): ReturnType<typeof Stripe.createNodeHttpClient> {
  const client = stripeSdk().createNodeHttpClient()
  const send = client.makeRequest.bind(client)
  client.makeRequest = (...request) => {
    const [host, port, path, method, headers, ...rest] = request
    return runInSpan(
      describeCall(method, host),
      () => send(host, port, path, method, { ...(headers as object), ...traceHeaders() }, ...rest),
      (response) => ({ 'http.response.status_code': response.getStatusCode() }),
    )
  }
  return client
}
