import { createHmac } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { settings } from '#contract/settings/settings.ts'
import { minute_ms } from '#contract/time.ts'
import { parseExactJson, toExactJson } from '#server/providers/payments/exact-json.ts'
import { createPayouts } from '#simulators/payouts/wave-payouts.ts'
import type { Desk } from './desk.ts'
import { languageOf, sendMissing, sendPage } from './page.ts'
import {
  announce,
  isWebAddress,
  postedOutcome,
  randomId,
  Refusal,
  sendOn,
  speakAs,
  type Outcome,
  type StandIn,
} from './stand-in.ts'
import type { Notice } from './webhooks.ts'

export interface WaveKeys {
  api_key: string
  webhook_secret: string
  /** With it, the key was created with request signing: every call must be signed. */
  signing_secret?: string | undefined
}

interface Session {
  id: string
  amount: string
  currency: string
  business_name: string
  client_reference: string | null
  success_url: string
  error_url: string
  checkout_status: 'open' | 'complete' | 'expired'
  payment_status: 'processing' | 'cancelled' | 'succeeded'
  last_payment_error: { code: string; message: string } | null
  transaction_id: string | null
  wave_launch_url: string
  when_created: string
  when_expires: string
  when_completed: string | null
}

/** An account transaction; `amount` is the movement less the fee. */
interface Movement {
  timestamp: string
  transaction_id: string
  transaction_type: string
  session: Session
  sign: '' | '-'
  /** Of the business wallet after it. */
  balance: number
  government_tax: StandIn['behaviour']['government_tax']
}

const words = {
  unavailable: { code: 'service-unavailable', message: 'The service is unavailable right now.' },
  unauthorized: { code: 'invalid-auth', message: "Your HTTP auth header can't be processed." },
  forbidden: { code: 'no-matching-api-key', message: 'An api key was provided that has no access to this API.' },
  invalid: { code: 'request-validation-error', message: 'Request invalid', details: [] },
}
const invalid = (field: string, msg: string) =>
  new Refusal(422, { ...words.invalid, details: [{ loc: ['body', field], msg }] })
const notFound = () =>
  new Refusal(404, { code: 'checkout-session-not-found', message: 'The checkout session does not exist.' })

const refundFailed = () =>
  new Refusal(400, { code: 'checkout-refund-failed', message: 'The checkout session cannot be refunded.' })

const openFor_ms = 30 * minute_ms

/** Wave's checkout sessions: create, read, search, expire, the payment page and webhooks. */
export function mountWave(
  app: FastifyInstance,
  standIn: StandIn,
  { keys, closing }: { keys: WaveKeys; closing: AbortSignal },
): Desk {
  const sessions = new Map<string, Session>()
  const movements: Movement[] = []
  const payouts = createPayouts(standIn)
  const find = (id: string): Session | undefined => {
    const session = sessions.get(id)
    if (session) expireInTime(session, standIn.now())
    return session
  }
  const get = (id: string): Session => {
    const session = find(id)
    if (!session) throw notFound()
    return session
  }

  const refund = (session: Session): void => {
    if (session.payment_status !== 'succeeded' || standIn.behaviour.refunds === 'failing') throw refundFailed()
    if (movements.some(({ session: { id }, sign }) => id === session.id && sign === '-')) return
    record(session, 'api_checkout_refund', '-')
  }
  const record = (session: Session, transaction_type: string, sign: Movement['sign']): void => {
    const timestamp = seconds(standIn.now())
    const transaction_id = sign === '' ? session.transaction_id! : `T_${randomId(10).toUpperCase()}`
    // A refund is taxed as its payment was.
    const paid = movements.find((movement) => movement.session.id === session.id)
    const government_tax = paid?.government_tax ?? standIn.behaviour.government_tax
    const tax = government_tax === 'paid_by_us' ? taxOf(session.amount) : 0
    const moved = Number(session.amount) - feeOf(session.amount) - tax
    const balance = (movements.at(-1)?.balance ?? 0) + (sign === '' ? moved : -moved)
    movements.push({ timestamp, transaction_id, transaction_type, session, sign, balance, government_tax })
  }

  /** Keeps the bytes of each call and compares their signature, where the key demands one. */
  const requireSignedCalls = (api: FastifyInstance): void => {
    const { signing_secret } = keys
    if (signing_secret === undefined) return
    const check = (header: string | string[] | undefined, body: string): void => {
      const [, t = '', v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(header)) ?? []
      const age_s = Math.abs(standIn.now().getTime() / 1000 - Number(t))
      if (v1 !== signatureOf(signing_secret, t, body) || age_s > 300) throw new Refusal(401, words.unauthorized)
    }
    api.removeContentTypeParser('application/json')
    api.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
      check(request.headers['wave-signature'], String(body))
      done(null, parseExactJson(String(body)))
    })
    api.addHook('preValidation', async ({ headers, body }) => {
      if (body === undefined || body === null) check(headers['wave-signature'], '')
    })
  }

  app.register(
    async (api) => {
      speakAs(api, standIn, { keys: [keys.api_key], words, closing })
      requireSignedCalls(api)

      api.post<{ Body: Record<string, unknown> | null }>('/', async ({ body }) => {
        const session = createSession(body ?? {}, standIn)
        sessions.set(session.id, session)
        return session
      })

      api.get<{ Querystring: { client_reference?: string; transaction_id?: string } }>('/search', async ({ query }) => {
        const { client_reference, transaction_id } = query
        if (!client_reference && !transaction_id) throw invalid('client_reference', 'field required')
        for (const session of sessions.values()) expireInTime(session, standIn.now())
        const result = [...sessions.values()].filter(
          (session) =>
            (!client_reference || session.client_reference === client_reference) &&
            (!transaction_id || session.transaction_id === transaction_id),
        )
        return { result }
      })

      api.get<{ Params: { id: string } }>('/:id', async ({ params }) => get(params.id))

      api.post<{ Params: { id: string } }>('/:id/expire', async ({ params }, reply) => {
        const session = get(params.id)
        if (session.checkout_status !== 'open') {
          throw new Refusal(409, { code: 'checkout-session-closed', message: 'The checkout session is closed.' })
        }
        close(session, 'expired', standIn.now())
        return reply.code(200).send()
      })
      api.post<{ Params: { id: string } }>('/:id/refund', async ({ params }, reply) => {
        refund(get(params.id))
        return reply.code(200).send()
      })
    },
    { prefix: '/wave/v1/checkout/sessions' },
  )
  app.register(
    async (api) => {
      speakAs(api, standIn, { keys: [keys.api_key], words, closing })
      requireSignedCalls(api)
      payouts.mount(api)
      api.get<{ Querystring: { date?: string; after?: string } }>('/transactions', async ({ query }) => {
        if (standIn.behaviour.without_balance_scope) throw new Refusal(403, words.forbidden)
        const date = query.date ?? seconds(standIn.now()).slice(0, 10)
        const items = [
          ...movements.filter(({ timestamp }) => timestamp.startsWith(date)).map(movementResponse),
          ...payouts.listMovements(date),
        ].toSorted((a, b) => a.timestamp.localeCompare(b.timestamp))
        const first = items.findIndex(({ transaction_id }) => transaction_id === query.after) + 1
        const page = items.slice(first, first + movementsOnPage)
        const page_info = {
          start_cursor: query.after ?? null,
          end_cursor: page.at(-1)?.transaction_id ?? null,
          has_next_page: first + page.length < items.length,
        }
        return { page_info, date, items: page }
      })
    },
    { prefix: '/wave/v1' },
  )

  app.get<{ Params: { id: string } }>('/wave/pay/:id', async ({ params, headers }, reply) => {
    const language = languageOf(null, headers['accept-language'])
    const session = find(params.id)
    return session ? sendPage(reply, hostedPage(session, language)) : sendMissing(reply, 'wave', language)
  })

  app.post<{ Params: { id: string } }>('/wave/pay/:id', async (request, reply) => {
    const language = languageOf(null, request.headers['accept-language'])
    const session = find(request.params.id)
    if (!session) return sendMissing(reply, 'wave', language)
    const outcome = postedOutcome(request)
    if (!outcome) return sendPage(reply, hostedPage(session, language), 400)
    const wasOpen = session.checkout_status === 'open'
    const event_type = wasOpen ? settle(session, outcome, standIn.now()) : null
    if (wasOpen && session.payment_status === 'succeeded') record(session, 'api_checkout', '')
    if (event_type) await announce(standIn, [noticeOf(session, event_type, keys.webhook_secret, standIn.behaviour)])
    const sentBack = session.payment_status === 'succeeded' || (wasOpen && outcome === 'pending')
    return sendOn(reply, sentBack ? session.success_url : session.error_url)
  })

  return {
    payouts: payouts.desk,
    // A refund in Wave's portal; Wave sends no webhook for it.
    refund: async (reference) => {
      const session = [...sessions.values()].find(
        ({ client_reference, payment_status }) => client_reference === reference && payment_status === 'succeeded',
      )
      if (session === undefined) throw new Error(`nobody has paid ${reference}`)
      refund(session)
      return session.id
    },
    finishRefunds: async () => undefined,
    books: () =>
      [...sessions.values()]
        .filter(({ payment_status }) => payment_status === 'succeeded')
        .map(({ id, client_reference, amount, currency }) => {
          const isRefunded = movements.some(({ session, sign }) => session.id === id && sign === '-')
          const paid_minor = BigInt(amount)
          const taxed = movements.some(
            ({ session, government_tax }) => session.id === id && government_tax === 'paid_by_us',
          )
          const withheld_minor = BigInt(feeOf(amount) + (taxed ? taxOf(amount) : 0))
          const [returned_minor, fee_minor] = isRefunded ? [paid_minor, 0n] : [0n, withheld_minor]
          return { reference: client_reference ?? '', currency, paid_minor, returned_minor, kept_minor: fee_minor }
        }),
  }
}

const movementsOnPage = 50

const taxOf = (amount: string): number => Math.ceil(Number(amount) / 100)

/** 1 %, returned when the payment is refunded. */
const feeOf = (amount: string): number => Math.ceil(Number(amount) / 100)

function movementResponse(movement: Movement) {
  const { timestamp, transaction_id, transaction_type, session, sign, balance, government_tax } = movement
  const fee = feeOf(session.amount)
  const tax = government_tax === 'none' ? 0 : taxOf(session.amount)
  const ours = government_tax === 'paid_by_us' ? tax : 0
  return {
    timestamp,
    transaction_id,
    transaction_type,
    amount: `${sign}${Number(session.amount) - fee - ours}`,
    fee: `${sign}${fee}`,
    balance: String(balance),
    currency: session.currency,
    ...(sign === '-' ? { is_reversal: true } : {}),
    ...(tax === 0
      ? {}
      : { government_tax_amount: `${sign}${tax}`, government_tax_paid_by_wave: government_tax === 'paid_by_wave' }),
    counterparty_name: 'Test Payer',
    counterparty_mobile: '+221770000000',
    client_reference: session.client_reference,
    checkout_api_session_id: session.id,
  }
}

function createSession(body: Record<string, unknown>, { behaviour, now, origin }: StandIn): Session {
  const { amount, currency, success_url, error_url } = body
  const client_reference = body.client_reference ?? null
  if (behaviour.refuse || typeof amount !== 'string' || !/^[1-9]\d{0,11}$/.test(amount)) {
    throw invalid('amount', 'must be a string of whole units')
  }
  if (currency !== 'XOF') throw invalid('currency', 'must be XOF')
  if (!isSafeAddress(success_url)) throw invalid('success_url', 'must be https')
  if (!isSafeAddress(error_url)) throw invalid('error_url', 'must be https')
  if (client_reference !== null && (typeof client_reference !== 'string' || client_reference.length > 255)) {
    throw invalid('client_reference', 'at most 255 characters')
  }
  const id = `cos-${randomId(13)}`
  return {
    id,
    amount,
    currency,
    business_name: settings().company.name,
    client_reference,
    success_url,
    error_url,
    checkout_status: 'open',
    payment_status: 'processing',
    last_payment_error: null,
    transaction_id: null,
    wave_launch_url: `${origin()}/wave/pay/${id}`,
    when_created: seconds(now()),
    when_expires: seconds(new Date(now().getTime() + openFor_ms)),
    when_completed: null,
  }
}

/** Wave accepts only https; http is allowed on localhost, which has no certificate. */
function isSafeAddress(address: unknown): address is string {
  if (!isWebAddress(address)) return false
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

/** Updates an open session; returns the event type to send, or null. */
function settle(session: Session, outcome: Outcome, now: Date): string | null {
  if (outcome === 'success') {
    session.payment_status = 'succeeded'
    session.transaction_id = `T_${randomId(10).toUpperCase()}`
    close(session, 'complete', now)
    return 'checkout.session.completed'
  }
  if (outcome === 'failed') {
    // Wave leaves the session open for another attempt; the simulator fails it right away.
    session.payment_status = 'cancelled'
    session.last_payment_error = { code: 'insufficient-funds', message: 'The payer does not have enough money.' }
    close(session, 'expired', now)
    return 'checkout.session.payment_failed'
  }
  return null
}

function close(session: Session, status: 'complete' | 'expired', now: Date): void {
  session.checkout_status = status
  session.when_completed = seconds(now)
}

function expireInTime(session: Session, now: Date): void {
  if (session.checkout_status === 'open' && now.getTime() >= Date.parse(session.when_expires)) {
    close(session, 'expired', now)
  }
}

const signatureOf = (secret: string, t: number | string, body: string): string =>
  createHmac('sha256', secret).update(`${t}${body}`).digest('hex')

const seconds = (time: Date): string => `${time.toISOString().slice(0, 19)}Z`

function noticeOf(
  session: Session,
  event_type: string,
  secret: string,
  { webhook_strategy }: StandIn['behaviour'],
): Notice {
  return {
    provider: 'wave',
    event_type,
    reference: session.client_reference ?? '',
    body: toExactJson({ id: `EV_${randomId(12)}`, type: event_type, data: session }),
    sign: (body, now): Record<string, string> => {
      if (webhook_strategy === 'shared_secret') return { authorization: `Bearer ${secret}` }
      const t = Math.floor(now.getTime() / 1000)
      return { 'wave-signature': `t=${t},v1=${signatureOf(secret, t, body)}` }
    },
  }
}

function hostedPage(session: Session, language: 'en' | 'fr') {
  const { amount, currency, client_reference, success_url, error_url, payment_status } = session
  const outcome = { succeeded: 'success', cancelled: 'failed', processing: 'abandoned' } as const
  return {
    provider: 'wave' as const,
    language,
    amount,
    currency,
    reference: client_reference ?? '–',
    addresses: [success_url, error_url],
    closed:
      session.checkout_status === 'open'
        ? null
        : { outcome: outcome[payment_status], back: payment_status === 'succeeded' ? success_url : error_url },
  }
}
