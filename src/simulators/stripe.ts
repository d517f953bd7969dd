import { createHash, createHmac } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { toExactJson } from '#server/providers/payments/exact-json.ts'
import { createConnect } from '#simulators/payouts/stripe-connect.ts'
import type { Desk } from './desk.ts'
import { languageOf, sendMissing, sendPage } from './page.ts'
import { announce, formOf, postedOutcome, randomId, sendOn, speakAs, type Outcome, type StandIn } from './stand-in.ts'
import { createForm } from './stripe-form.ts'
import {
  declined,
  intentFrom,
  invalidRequest,
  missing,
  newIntent,
  sessionFrom,
  stripeError,
  succeed,
  unixSeconds,
  type Intent,
  type Session,
} from './stripe-objects.ts'
import { createRefunds, listOf } from './stripe-refunds.ts'
import { inner, intentResponse, sessionResponse } from './stripe-responses.ts'
import type { Notice } from './webhooks.ts'

export interface StripeKeys {
  secret_key: string
  webhook_secret: string
  /** Of the second webhook, for events of connected accounts. */
  connect_secret: string
  public_key: string
}

const words = {
  unavailable: { error: { type: 'api_error', message: 'An unknown error occurred' } },
  unauthorized: { error: { type: 'invalid_request_error', message: 'Invalid API Key provided' } },
  invalid: { error: { type: 'invalid_request_error', message: 'Invalid request' } },
}

/** Stripe's Checkout Sessions and payment intents under /v1, as its SDK expects; the payment page under /stripe/pay. */
export function mountStripe(
  app: FastifyInstance,
  standIn: StandIn,
  { keys, closing }: { keys: StripeKeys; closing: AbortSignal },
): Desk {
  const { now } = standIn
  const sessions = new Map<string, Session>()
  const intents = new Map<string, Intent>()
  const answers = new Map<string, { request: string; answer: object }>()

  const findSession = (id: string): Session | undefined => {
    const session = sessions.get(id)
    if (session?.status === 'open' && unixSeconds(now()) >= session.expires_at) session.status = 'expired'
    return session
  }
  const getIntent = (id: string): Intent => {
    const intent = intents.get(id)
    if (!intent) throw missing('payment_intent', id)
    return intent
  }
  const notice = (event_type: string, reference: string, object: object): Notice => ({
    provider: 'stripe',
    event_type,
    reference,
    body: eventBody(event_type, object, now()),
    sign: (body, at) => ({ 'stripe-signature': signature(body, keys.webhook_secret, at) }),
  })
  const ofIntent = (event_type: string, intent: Intent): Notice =>
    notice(event_type, intent.metadata.reference ?? '', intentResponse(intent))
  const ofSession = (event_type: string, session: Session): Notice =>
    notice(event_type, session.client_reference_id ?? '', sessionResponse(session))

  /** Repeats the first response for the same Idempotency-Key; refuses the key with another body. */
  const idempotently = (request: FastifyRequest, make: (form: URLSearchParams) => object): object => {
    const key = request.headers['idempotency-key']
    const form = formOf(request)
    const requestHash = createHash('sha256').update(`${request.url}\n${form}`).digest('hex')
    const before = typeof key === 'string' ? answers.get(key) : undefined
    if (before && before.request !== requestHash) {
      const message =
        'Keys for idempotent requests can only be used with the same parameters they were first used with.'
      throw stripeError(400, { type: 'idempotency_error', message })
    }
    if (before) return before.answer
    if (standIn.behaviour.refuse) throw invalidRequest('amount', 'This amount is refused', 'amount_too_small')
    const answer = structuredClone(make(form))
    if (typeof key === 'string') answers.set(key, { request: requestHash, answer })
    return answer
  }

  const inPage = createForm(standIn, { keys, intents, ofIntent })
  const connect = createConnect(standIn, {
    notice,
    connectNotice: (event_type, account, object) => ({
      ...notice(event_type, account, object),
      body: eventBody(event_type, object, now(), account),
      sign: (body, at) => ({ 'stripe-signature': signature(body, keys.connect_secret, at) }),
    }),
    idempotently,
  })
  const refunds = createRefunds(standIn, { intents, getIntent, notice, idempotently, expandOf })
  app.register(
    async (api) => {
      speakAs(api, standIn, { keys: [keys.secret_key], words, closing })

      api.post('/checkout/sessions', async (request) =>
        idempotently(request, (form) => {
          const session = sessionFrom(form, now())
          session.url = `${standIn.origin()}/stripe/pay/${session.id}`
          sessions.set(session.id, session)
          return sessionResponse(session)
        }),
      )
      api.get<{ Querystring: Record<string, string> }>('/checkout/sessions', async ({ query }) => {
        const all = [...sessions.keys()].map((id) => findSession(id) as Session)
        const { data, ...list } = listOf('/v1/checkout/sessions', all, query)
        return { ...list, data: data.map((session) => sessionResponse(session, inner(expandOf(query)))) }
      })
      api.get<{ Params: { id: string }; Querystring: Record<string, string> }>(
        '/checkout/sessions/:id',
        async ({ params, query }) => {
          const session = findSession(params.id)
          if (!session) throw missing('checkout.session', params.id)
          return sessionResponse(session, expandOf(query))
        },
      )

      refunds.mount(api)
      connect.mount(api)
      inPage.mountCustomers(api, idempotently)
      api.post('/payment_intents', async (request) =>
        idempotently(request, (form) => {
          const intent = intentFrom(form, now())
          if (intent.customer !== null) inPage.getCustomer(intent.customer)
          intents.set(intent.id, intent)
          return intentResponse(intent)
        }),
      )
      api.get<{ Querystring: Record<string, string> }>('/payment_intents/search', async ({ query }) => {
        const reference = /^metadata\['reference'\]:'(.*)'$/.exec(query.query ?? '')?.[1]?.replace(/\\(.)/g, '$1')
        if (reference === undefined) throw invalidRequest('query', 'Only metadata[reference] is stood in for')
        const data = [...intents.values()]
          .filter(({ metadata }) => metadata.reference === reference)
          .map((intent) => intentResponse(intent, inner(expandOf(query))))
        return { object: 'search_result', url: '/v1/payment_intents/search', has_more: false, data }
      })
      api.get<{ Params: { id: string }; Querystring: Record<string, string> }>(
        '/payment_intents/:id',
        async ({ params, query }) => intentResponse(getIntent(params.id), expandOf(query)),
      )
      api.post<{ Params: { id: string } }>('/payment_intents/:id/confirm', async (request) => {
        const intent = getIntent(request.params.id)
        if (intent.status !== 'requires_payment_method') {
          throw stripeError(400, { type: 'invalid_request_error', code: 'payment_intent_unexpected_state' })
        }
        if (formOf(request).get('payment_method') === 'pm_card_visa') {
          succeed(intent, standIn.behaviour, now())
          await announce(standIn, [ofIntent('payment_intent.succeeded', intent)])
          return intentResponse(intent)
        }
        intent.last_payment_error = declined
        await announce(standIn, [ofIntent('payment_intent.payment_failed', intent)])
        throw stripeError(402, { ...declined, payment_intent: intentResponse(intent) })
      })
    },
    { prefix: '/v1' },
  )

  /** Updates a payable session; returns the webhooks to send. */
  const settle = (session: Session, outcome: Outcome): Notice[] => {
    if (!isPayable(session) || outcome === 'abandoned') return []
    const slow = session.status === 'complete'
    if (slow && outcome === 'pending') return []
    session.payment_intent ??= newIntent(
      { amount: session.amount_total, currency: session.currency, metadata: session.payment_intent_metadata },
      now(),
    )
    const intent = session.payment_intent
    intents.set(intent.id, intent)
    if (outcome === 'pending') {
      intent.status = 'processing'
      session.status = 'complete'
      return [ofIntent('payment_intent.processing', intent), ofSession('checkout.session.completed', session)]
    }
    if (outcome === 'success') {
      succeed(intent, standIn.behaviour, now())
      session.status = 'complete'
      session.payment_status = 'paid'
      const event = slow ? 'checkout.session.async_payment_succeeded' : 'checkout.session.completed'
      return [ofIntent('payment_intent.succeeded', intent), ofSession(event, session)]
    }
    intent.status = 'requires_payment_method'
    intent.last_payment_error = declined
    const refused = ofIntent('payment_intent.payment_failed', intent)
    if (slow) return [refused, ofSession('checkout.session.async_payment_failed', session)]
    // Stripe leaves the session open for another card; the simulator ends it right away.
    intent.status = 'canceled'
    session.status = 'expired'
    return [refused, ofSession('checkout.session.expired', session)]
  }

  app.get<{ Params: { id: string } }>('/stripe/pay/:id', async ({ params, headers }, reply) => {
    const session = findSession(params.id)
    const language = languageOf(session?.locale, headers['accept-language'])
    return session ? sendPage(reply, hostedPage(session, language)) : sendMissing(reply, 'stripe', language)
  })

  app.post<{ Params: { id: string } }>('/stripe/pay/:id', async (request, reply) => {
    const session = findSession(request.params.id)
    const language = languageOf(session?.locale, request.headers['accept-language'])
    if (!session) return sendMissing(reply, 'stripe', language)
    const outcome = postedOutcome(request)
    if (!outcome) return sendPage(reply, hostedPage(session, language), 400)
    await announce(standIn, settle(session, outcome))
    return sendOn(reply, returnAddress(session))
  })
  inPage.mountForm(app)
  connect.mountPage(app)
  return {
    ...refunds.desk,
    payouts: connect.desk,
    async finishPayment(reference, outcome) {
      const intent = [...intents.values()].find(
        ({ metadata, status }) => metadata.reference === reference && status === 'processing',
      )
      if (intent === undefined) throw new Error(`${reference} is not being processed`)
      const session = [...sessions.values()].find(({ payment_intent }) => payment_intent === intent)
      if (session !== undefined) return announce(standIn, settle(session, outcome === 'done' ? 'success' : 'failed'))
      if (outcome === 'done') succeed(intent, standIn.behaviour, now())
      else Object.assign(intent, { status: 'requires_payment_method', last_payment_error: declined })
      return announce(standIn, [
        ofIntent(`payment_intent.${outcome === 'done' ? 'succeeded' : 'payment_failed'}`, intent),
      ])
    },
  }
}

/** Whether a session is open or waits for a delayed payment method. */
const isPayable = (session: Session): boolean =>
  session.status === 'open' || (session.status === 'complete' && session.payment_intent?.status === 'processing')

function expandOf(query: Record<string, string>): string[] {
  return Object.entries(query).flatMap(([key, value]) => (key.startsWith('expand[') ? [value] : []))
}

function eventBody(type: string, object: object, now: Date, account?: string): string {
  return toExactJson({
    ...(account === undefined ? {} : { account }),
    id: `evt_${randomId(24)}`,
    object: 'event',
    api_version: '2026-10-28.endive',
    created: unixSeconds(now),
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  })
}

function signature(body: string, secret: string, now: Date): string {
  const t = unixSeconds(now)
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`
}

const returnAddress = ({ status, success_url, cancel_url, id }: Session): string =>
  status === 'complete' ? success_url.replaceAll('{CHECKOUT_SESSION_ID}', id) : cancel_url

const zeroDecimal = new Set(['xof'])

function hostedPage(session: Session, language: 'en' | 'fr') {
  const { amount_total, currency, client_reference_id, success_url, cancel_url, payment_status } = session
  const ended = payment_status === 'paid' ? 'success' : session.payment_intent ? 'failed' : 'abandoned'
  return {
    provider: 'stripe' as const,
    language,
    amount: zeroDecimal.has(currency) ? String(amount_total) : (amount_total / 100).toFixed(2),
    currency: currency.toUpperCase(),
    reference: client_reference_id ?? '–',
    addresses: [success_url, cancel_url],
    closed: isPayable(session) ? null : ({ outcome: ended, back: returnAddress(session) } as const),
  }
}
