import { createHmac } from 'node:crypto'
import * as z from 'zod/mini'
import { Identifier } from './exact-json.ts'
import {
  ProviderError,
  type PaymentProvider,
  type PaymentState,
  type StartedPayment,
  type StartPayment,
  type VerifiedWebhook,
} from './provider.ts'
import { baseAddress, bodyKey, listSecrets, requireSecret, sameDigest, sameSecret, singleHeader } from './signature.ts'
import { wireAmount } from './units.ts'
import { list, type AskWave } from './wave-refunds.ts'
import {
  answerWithin_ms,
  ask,
  askTwice,
  instant,
  isUnavailable,
  parseJson,
  payerAddress,
  shortly,
  understood,
  type Answer,
} from './wire.ts'

export interface WaveConfig {
  api_key: string
  /** Signs webhooks, or is sent with each, as chosen when the webhook was registered. */
  webhook_secret: string
  /** The one before, whose webhooks are accepted too. */
  previous_secret?: string | undefined
  /** Signs our requests; only for a key that was created with request signing. */
  signing_secret?: string | undefined
  base_url: string
  now?: () => Date
  /** Timeout for one response; 10 s by default. */
  timeout_ms?: number
}

const Refusal = z.object({ code: z.string(), message: z.optional(z.string()) })

const Session = z.object({
  id: Identifier,
  amount: z.string(),
  currency: z.string(),
  checkout_status: z.string(),
  payment_status: z.string(),
  client_reference: z.nullish(z.string()),
  wave_launch_url: z.string(),
  when_completed: z.nullish(z.string()),
  last_payment_error: z.nullish(z.object({ code: z.string() })),
})
type Session = z.infer<typeof Session>
const Found = z.object({ result: z.array(Session) })

const WebhookBody = z.object({
  id: Identifier.check(z.maxLength(200)),
  type: z.string().check(z.maxLength(100)),
  data: z.object({
    id: z.nullish(Identifier.check(z.maxLength(200))),
    client_reference: z.nullish(z.string().check(z.maxLength(255))),
  }),
})

const signatureAge_s = 300
const longestSignature = 4096

/** Creates the Wave adapter. Wave takes only XOF, in whole units written as strings. */
export function createWave(config: WaveConfig): PaymentProvider {
  const api_key = requireSecret('the Wave API key', config.api_key)
  const webhook_secret = requireSecret('the Wave webhook secret', config.webhook_secret)
  const secrets = listSecrets(webhook_secret, config.previous_secret)
  const base_url = baseAddress(config.base_url)
  const sessions = `${base_url}/v1/checkout/sessions`
  const { signing_secret, now = () => new Date() } = config
  const sign =
    signing_secret === undefined
      ? undefined
      : (body: string) => ({
          'wave-signature': signatureOf(body, requireSecret('the Wave signing secret', signing_secret), now()),
        })
  const connection = { bearer: api_key, timeout_ms: config.timeout_ms ?? answerWithin_ms, sign }

  const call: AskWave = async (method, path) => {
    const answer = await ask('wave', { ...connection, method, url: `${base_url}${path}` })
    if (answer.status === 403)
      throw new ProviderError('refused', 'wave', `the API key may not use the ${scopeOf(path)} API`, { code: 'scope' })
    if (answer.status >= 400) throw refusal(answer)
    return answer
  }

  const search = async (reference: string): Promise<Session[]> => {
    const url = `${sessions}/search?client_reference=${encodeURIComponent(reference)}`
    const answer = await askTwice(() => ask('wave', { ...connection, method: 'GET', url }))
    if (answer.status >= 400) throw refusal(answer)
    const { result } = understood('wave', Found, answer.body)
    return result.filter((session) => session.client_reference === reference)
  }

  const create = async (request: StartPayment): Promise<Session> => {
    const answer = await ask('wave', {
      ...connection,
      method: 'POST',
      url: sessions,
      body: {
        amount: wholeUnits(request),
        currency: request.currency,
        client_reference: request.reference,
        success_url: request.callback_url,
        error_url: request.cancel_url,
      },
    })
    if (answer.status >= 400) throw refusal(answer)
    return understood('wave', Session, answer.body)
  }

  const started = (session: Session): StartedPayment => ({
    provider_reference: session.id,
    payment_url: payerAddress('wave', session.wave_launch_url, config.base_url),
  })

  return {
    name: 'wave',

    async startPayment(request) {
      wholeUnits(request)
      // Wave silently creates a second page for the same reference, and both could be paid, so search first.
      const before = reusable(await search(request.reference), request)
      if (before) return started(before)
      try {
        return started(await create(request))
      } catch (error) {
        if (!isUnavailable(error) || error.code === 'http_429') throw error
        // Nobody has seen the page of a lost response, so using it, or creating another if there is none, is safe.
        const made = reusable(await search(request.reference), request)
        return started(made ?? (await create(request)))
      }
    },

    async findPayment({ reference, provider_reference }) {
      if (!provider_reference?.startsWith('cos-')) return stateOfAll(await search(reference))
      const answer = await askTwice(() =>
        ask('wave', { ...connection, method: 'GET', url: `${sessions}/${encodeURIComponent(provider_reference)}` }),
      )
      if (isNotFound(answer)) return { state: 'unknown' }
      if (answer.status >= 400) throw refusal(answer)
      const session = understood('wave', Session, answer.body)
      return session.client_reference === reference ? stateOf(session) : { state: 'unknown' }
    },

    canRefundParts: false,

    async refundPayment({ payment, amount_minor, currency }) {
      const id = payment.provider_reference ?? ''
      // Wave's refund is idempotent: repeating it sends nothing twice.
      await askTwice(() => call('POST', `/v1/checkout/sessions/${encodeURIComponent(id)}/refund`))
      return {
        kind: 'refund',
        provider_refund_id: id,
        reference: null,
        state: 'done',
        amount_minor,
        currency,
        reason: null,
      }
    },

    listPayments: (from, to) => list(call, from, to),

    verifyWebhook(raw, headers, now) {
      const given = singleHeader(headers, 'wave-signature')
      const isGenuine = secrets.some((secret) =>
        given ? isSigned(raw, given, secret, now) : isSecretSent(headers, secret),
      )
      if (!isGenuine) {
        throw new ProviderError('bad_signature', 'wave', 'a webhook without a valid and recent signature or the secret')
      }
      return parseWebhook(raw)
    },
  }
}

function wholeUnits(request: Pick<StartPayment, 'amount_minor' | 'currency'>): string {
  if (request.currency !== 'XOF') {
    throw new ProviderError('refused', 'wave', 'Wave takes XOF alone', { code: 'unsupported_currency' })
  }
  return String(wireAmount('wave', request.amount_minor))
}

/**
 * Returns this payment's session if it can still be paid; throws when the reference is already used for another
 * payment.
 */
function reusable(sessions: Session[], request: StartPayment): Session | undefined {
  const alive = sessions.filter((session) => stateOf(session).state !== 'failed')
  const same = alive.find(
    (session) =>
      session.checkout_status === 'open' &&
      session.currency === request.currency &&
      amountOf(session.amount) === request.amount_minor,
  )
  if (alive.length > 0 && !same) {
    throw new ProviderError('refused', 'wave', 'that reference is taken', { code: 'duplicate_reference' })
  }
  return same
}

/** Merges several sessions of one reference: a paid one wins, then one that can still be paid. */
function stateOfAll(sessions: Session[]): PaymentState {
  const states = sessions.map(stateOf)
  const first = (expected: PaymentState['state']) => states.find(({ state }) => state === expected)
  return first('success') ?? first('pending') ?? first('failed') ?? { state: 'unknown' }
}

function stateOf(session: Session): PaymentState {
  const provider_reference = session.id
  if (session.payment_status === 'succeeded') {
    return {
      state: 'success',
      provider_reference,
      amount_minor: amountOf(session.amount),
      currency: session.currency,
      paid_at: instant(session.when_completed),
      top_up_id: null,
      is_reversed: false,
      // Wave reports fees only in its list of transactions.
      fees: [],
    }
  }
  if (session.payment_status === 'cancelled' || session.checkout_status === 'expired') {
    const reason = session.last_payment_error?.code ?? session.payment_status
    return { state: 'failed', provider_reference, reason: shortly(reason === 'processing' ? 'expired' : reason) }
  }
  // A failed attempt leaves the session open: the payer may fund their account and pay until it expires.
  return { state: 'pending', provider_reference, is_processing: false }
}

function amountOf(amount: string): bigint {
  const whole = /^(\d{1,15})(?:\.0+)?$/.exec(amount)?.[1]
  if (whole === undefined) {
    throw new ProviderError('unavailable', 'wave', 'an amount that is no whole number', { code: 'bad_answer' })
  }
  return BigInt(whole)
}

const isNotFound = ({ status, body }: Answer): boolean =>
  status === 404 && Refusal.safeParse(body).data?.code === 'checkout-session-not-found'

function refusal({ status, body }: Answer): ProviderError {
  const reported = Refusal.safeParse(body).data
  return new ProviderError('refused', 'wave', `${status} ${shortly(reported?.message ?? 'no reason given')}`, {
    code: reported?.code ?? `http_${status}`,
  })
}

/** The API that a key must be allowed to use for a path; keys are scoped when they are created. */
const scopeOf = (path: string): string => (path.startsWith('/v1/transactions') ? 'Balance' : 'Checkout')

/** The header that Wave expects on requests of a key with request signing; the body is empty for a GET. */
export function signatureOf(body: string, secret: string, now: Date): string {
  const t = Math.floor(now.getTime() / 1000)
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}${body}`).digest('hex')}`
}

/** The other strategy for webhooks: Wave sends the secret itself, without a time. */
function isSecretSent(headers: Record<string, string | string[] | undefined>, secret: string): boolean {
  const given = /^Bearer (.{1,500})$/.exec(singleHeader(headers, 'authorization') ?? '')?.[1]
  return given !== undefined && sameSecret(secret, given)
}

/** `t=<unix>,v1=<hex>[,v1=…]`: HMAC-SHA256 over the timestamp directly followed by the raw body. */
function isSigned(raw: Buffer, header: string, secret: string, now: Date): boolean {
  if (header.length > longestSignature) return false
  const parts = header.split(',').map((part) => part.trim())
  const timestamp = parts.find((part) => part.startsWith('t='))?.slice(2) ?? ''
  if (!/^\d{1,12}$/.test(timestamp)) return false
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > signatureAge_s) return false
  const expected = createHmac('sha256', secret).update(timestamp).update(raw).digest('hex')
  return parts.some((part) => part.startsWith('v1=') && sameDigest(expected, part.slice(3).toLowerCase()))
}

function parseWebhook(raw: Buffer): VerifiedWebhook {
  const read = WebhookBody.safeParse(parseJson(raw.toString('utf8')))
  if (!read.success)
    return { event_key: bodyKey(raw), event_type: 'unreadable', reference: null, provider_reference: null }
  const { id, type, data } = read.data
  return {
    event_key: id,
    event_type: type,
    reference: data.client_reference ?? null,
    provider_reference: data.id ?? null,
  }
}
