import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type Stripe from 'stripe'
import { formSentences } from './page-text.ts'
import { languageOf } from './page.ts'
import { announce, formOf, randomId, type StandIn } from './stand-in.ts'
import { declined, missing, succeed, unixSeconds, type Intent } from './stripe-objects.ts'
import { intentResponse } from './stripe-responses.ts'
import type { Notice } from './webhooks.ts'

/** As at Stripe, under the name of the API's release. */
export const stripeScriptPath = '/stripe/endive/stripe.js'

interface Card {
  id: string
  brand: string
  last4: string
}
interface StoredCustomer {
  id: string
  created: number
  metadata: Record<string, string>
  cards: Card[]
}
interface Kit {
  keys: { public_key: string }
  intents: Map<string, Intent>
  ofIntent: (event_type: string, intent: Intent) => Notice
}
type Idempotently = (request: FastifyRequest, make: (form: URLSearchParams) => object) => object

const sessionFor_s = 30 * 60

/** Stripe's published test cards: `4242…` is paid, any other number is declined. */
const isGood = (number: string): boolean => number === '4242424242424242'

/** Stripe.js with its Payment Element in our page, and the customers who saved cards in it. */
export function createForm(standIn: StandIn, { keys, intents, ofIntent }: Kit) {
  const customers = new Map<string, StoredCustomer>()
  const sessions = new Map<string, { customer: string; expires_at: number }>()

  const getCustomer = (id: string): StoredCustomer => {
    const customer = customers.get(id)
    if (customer === undefined) throw missing('customer', id)
    return customer
  }
  const findSaved = (secret: string | null | undefined): StoredCustomer | undefined => {
    const session = sessions.get(secret ?? '')
    if (session === undefined || session.expires_at <= unixSeconds(standIn.now())) return undefined
    return customers.get(session.customer)
  }

  const mountCustomers = (api: FastifyInstance, idempotently: Idempotently): void => {
    api.post('/customers', async (request) =>
      idempotently(request, (form) => {
        const user = form.get('metadata[user]')
        const id = `cus_${randomId(14)}`
        const metadata: Record<string, string> = user === null ? {} : { user }
        const customer: StoredCustomer = { id, created: unixSeconds(standIn.now()), metadata, cards: [] }
        customers.set(id, customer)
        return customerResponse(customer)
      }),
    )
    api.get<{ Params: { id: string } }>('/customers/:id', async ({ params }) =>
      customerResponse(getCustomer(params.id)),
    )
    api.delete<{ Params: { id: string } }>('/customers/:id', async ({ params }) => {
      const { id } = getCustomer(params.id)
      customers.delete(id)
      return { id, object: 'customer', deleted: true } satisfies Stripe.DeletedCustomer
    })
    api.post('/customer_sessions', async (request): Promise<Stripe.CustomerSession> => {
      const customer = getCustomer(formOf(request).get('customer') ?? '').id
      const created = unixSeconds(standIn.now())
      const expires_at = created + sessionFor_s
      const client_secret = `cuss_secret_${randomId(40)}`
      sessions.set(client_secret, { customer, expires_at })
      return {
        object: 'customer_session',
        client_secret,
        created,
        customer,
        customer_account: null,
        expires_at,
        livemode: false,
      }
    })
  }

  const mountForm = (app: FastifyInstance): void => {
    const script = readFileSync(new URL('./stripe-form.js', import.meta.url), 'utf8')
    app.get(stripeScriptPath, async (_request, reply) => reply.type('text/javascript; charset=utf-8').send(script))

    app.get<{ Querystring: { client_secret?: string; customer_session?: string; locale?: string } }>(
      '/stripe/elements',
      async ({ query, headers }, reply) => {
        allowBrowsers(reply)
        const intent = findByPublicKey(headers.authorization, query.client_secret)
        const saved = findSaved(query.customer_session)
        const text = formSentences[languageOf(query.locale, headers['accept-language'])]
        return { status: intent.status, cards: saved?.cards ?? [], can_save: saved !== undefined, text }
      },
    )
    app.options('/stripe/elements', async (_request, reply) => allowBrowsers(reply).send())
    app.post('/stripe/elements', async (request, reply) => {
      allowBrowsers(reply)
      const form = formOf(request)
      const intent = findByPublicKey(request.headers.authorization, form.get('client_secret'))
      const saved = findSaved(form.get('customer_session'))
      return confirm(intent, form, saved)
    })
  }

  const findByPublicKey = (authorization: string | undefined, client_secret: string | null | undefined): Intent => {
    if (authorization !== `Bearer ${keys.public_key}`) throw new Error('not the public key')
    const intent = [...intents.values()].find((intent) => intent.client_secret === client_secret)
    if (intent === undefined) throw new Error('no such payment intent')
    return intent
  }

  /** What `confirmPayment` resolves to: an error that the page shows, or the payment intent. */
  const confirm = async (intent: Intent, form: URLSearchParams, saved: StoredCustomer | undefined) => {
    if (intent.status !== 'requires_payment_method') {
      const message = 'This PaymentIntent was already confirmed.'
      return { error: { type: 'invalid_request_error', code: 'payment_intent_unexpected_state', message } }
    }
    const card = saved?.cards.find(({ id }) => id === form.get('payment_method'))
    const number = (form.get('number') ?? '').replace(/\D/g, '')
    if (form.get('payment_method') === 'bank') {
      intent.status = 'processing'
      await announce(standIn, [ofIntent('payment_intent.processing', intent)])
      return { paymentIntent: intentResponse(intent) }
    }
    if (card === undefined && !isGood(number)) {
      intent.last_payment_error = declined
      await announce(standIn, [ofIntent('payment_intent.payment_failed', intent)])
      // Stripe words its errors in the language of the form.
      const message = formSentences[languageOf(form.get('locale'), undefined)].declined
      return { error: { ...declined, message, payment_intent: intentResponse(intent) } }
    }
    intent.payment_method = card?.id ?? `pm_${randomId(24)}`
    if (card === undefined && saved !== undefined && form.get('save') === 'true') {
      intent.setup_future_usage = 'on_session'
      saved.cards.push({ id: intent.payment_method, brand: 'Visa', last4: number.slice(-4) })
    }
    succeed(intent, standIn.behaviour, standIn.now())
    await announce(standIn, [ofIntent('payment_intent.succeeded', intent)])
    return { paymentIntent: intentResponse(intent) }
  }

  return { getCustomer, mountCustomers, mountForm }
}

const allowBrowsers = (reply: FastifyReply): FastifyReply =>
  reply.headers({
    'access-control-allow-origin': '*',
    'access-control-allow-headers': 'authorization',
    'cache-control': 'no-store',
  })

const customerResponse = ({ id, created, metadata }: StoredCustomer): Stripe.Customer => ({
  id,
  object: 'customer',
  balance: 0,
  created,
  default_source: null,
  description: null,
  email: null,
  invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
  livemode: false,
  metadata,
  shipping: null,
})
