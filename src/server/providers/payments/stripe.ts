import { settings } from '#contract/settings/settings.ts'
import { ProviderError, type PaymentProvider, type PaymentState, type StartPayment } from './provider.ts'
import { listSecrets, requireSecret, singleHeader } from './signature.ts'
import { createCustomers } from './stripe-customers.ts'
import {
  findLately,
  IntentCreated,
  isSettled,
  parseWebhook,
  inOurWords,
  PaymentIntent,
  providerError,
  Session,
  stateOfIntent,
  stateOfSession,
} from './stripe-objects.ts'
import { findReference, findReversals, list, refund } from './stripe-refunds.ts'
import { createStripeClient, stripeRelease, type StripeConnection } from './stripe-sdk.ts'
import { toStripeUnits } from './units.ts'
import { payerAddress, understood } from './wire.ts'

export interface StripeConfig extends StripeConnection {
  webhook_secret: string
  /** The one before, whose webhooks are accepted too. */
  previous_secret?: string | undefined
  /** Of the second webhook at Stripe, which sends what happens to the accounts of those who are paid out. */
  connect_secret?: string | undefined
  /** With it, drivers pay in Stripe's form in our page. */
  public_key?: string | undefined
  /** Stripe's script, by default the release of the API version that the SDK uses. */
  script_url?: string
  now?: () => Date
}

const scriptUrl = `https://js.stripe.com/${stripeRelease}/stripe.js`

/** Stripe requires at least 30 minutes; five more allow for clock differences. */
const payableFor_s = 35 * 60

const article = {
  en: (brand: string) => `${brand} wallet top-up`,
  fr: (brand: string) => `Recharge du portefeuille ${brand}`,
}

/** Stripe through its SDK: a payment intent for the form in our page, a Checkout Session for Stripe's page. */
export function createStripe(config: StripeConfig): PaymentProvider {
  const webhook_secret = requireSecret('the Stripe webhook secret', config.webhook_secret)
  const { connect_secret } = config
  const secrets = [
    ...listSecrets(webhook_secret, config.previous_secret),
    ...(connect_secret === undefined ? [] : [requireSecret('the Stripe Connect webhook secret', connect_secret)]),
  ]
  const now = config.now ?? (() => new Date())
  const stripe = createStripeClient(config)

  const createSession = async (request: StartPayment): Promise<Session> => {
    const metadata = { ...request.metadata, reference: request.reference }
    const session = await stripe().checkout.sessions.create(
      {
        mode: 'payment',
        client_reference_id: request.reference,
        customer_email: request.email,
        locale: request.language,
        line_items: [
          {
            quantity: 1,
            price_data: {
              currency: request.currency.toLowerCase(),
              unit_amount: toStripeUnits(request.amount_minor, request.currency),
              product_data: { name: article[request.language](settings().company.name) },
            },
          },
        ],
        metadata,
        payment_intent_data: { metadata },
        success_url: request.callback_url,
        cancel_url: request.cancel_url,
        expires_at: Math.floor(now().getTime() / 1000) + payableFor_s,
      },
      { idempotencyKey: `checkout-${request.reference}` },
    )
    return understood('stripe', Session, session)
  }

  /** Only for a payment whose identifier was lost: Stripe can't search sessions by our reference. */
  const findSession = (reference: string): Promise<Session | undefined> =>
    inOurWords(findLately(stripe(), reference, now()))

  const findByReference = async (reference: string): Promise<PaymentState> => {
    const query = `metadata['reference']:'${reference.replace(/[\\']/g, String.raw`\$&`)}'`
    const { data } = await stripe().paymentIntents.search({
      query,
      limit: 10,
      expand: ['data.latest_charge.balance_transaction'],
    })
    const intents = data.map((intent) => understood('stripe', PaymentIntent, intent))
    const known = intents.filter((intent) => intent.metadata.reference === reference)
    const intent = known.find(({ status }) => status === 'succeeded') ?? known[0]
    if (intent && isSettled(intent)) return stateOfIntent(intent, now())
    const session = await findSession(reference)
    if (session) return stateOfSession(session, now())
    return intent ? stateOfIntent(intent, now()) : { state: 'unknown' }
  }

  const findById = async (reference: string, id: string): Promise<PaymentState> => {
    if (id.startsWith('pi_')) {
      const answer = await stripe().paymentIntents.retrieve(id, { expand: ['latest_charge.balance_transaction'] })
      const intent = understood('stripe', PaymentIntent, answer)
      return intent.metadata.reference === reference ? stateOfIntent(intent, now()) : { state: 'unknown' }
    }
    const answer = await stripe().checkout.sessions.retrieve(id, {
      expand: ['payment_intent.latest_charge.balance_transaction'],
    })
    const session = understood('stripe', Session, answer)
    return session.client_reference_id === reference ? stateOfSession(session, now()) : { state: 'unknown' }
  }

  return {
    name: 'stripe',
    form:
      config.public_key === undefined
        ? undefined
        : { public_key: config.public_key, script_url: config.script_url ?? scriptUrl },
    customers: createCustomers(stripe),

    async startPayment(request) {
      const session = await createSession(request).catch(async (error: unknown) => {
        // The reference already has a session, created at another moment: use it if it is for the same payment.
        const problem = providerError(error)
        if (problem.code !== 'duplicate_reference') throw problem
        const before = await findSession(request.reference)
        if (!before || !isSame(before, request)) throw problem
        return before
      })
      if (!session.url) throw new ProviderError('refused', 'stripe', 'that payment is closed', { code: 'closed' })
      return {
        provider_reference: session.id,
        checkout_url: payerAddress('stripe', session.url, config.base_url),
      }
    },

    async createPaymentIntent({ reference, amount_minor, currency, metadata, customer_id }) {
      try {
        const answer = await stripe().paymentIntents.create(
          {
            amount: toStripeUnits(amount_minor, currency),
            currency: currency.toLowerCase(),
            automatic_payment_methods: { enabled: true },
            metadata: { ...metadata, reference },
            ...(customer_id === null ? {} : { customer: customer_id }),
          },
          { idempotencyKey: `intent-${reference}${customer_id === null ? '' : `-${customer_id}`}` },
        )
        const intent = understood('stripe', IntentCreated, answer)
        return { client_secret: intent.client_secret, provider_reference: intent.id }
      } catch (error) {
        throw providerError(error)
      }
    },

    async findPayment({ reference, provider_reference }) {
      try {
        const byId = provider_reference && /^(cs|pi)_/.test(provider_reference)
        return byId ? await findById(reference, provider_reference) : await findByReference(reference)
      } catch (error) {
        const problem = providerError(error)
        if (problem.code === 'resource_missing') return { state: 'unknown' }
        throw problem
      }
    },

    canRefundParts: true,
    refundPayment: (request) => inOurWords(refund(stripe(), request)),
    findReversals: (payment) => inOurWords(findReversals(stripe(), payment)),
    findReference: (id) => inOurWords(findReference(stripe(), id)),
    listPayments: (from, to) => inOurWords(list(stripe(), from, to)),

    verifyWebhook(raw, headers, now) {
      const given = singleHeader(headers, 'stripe-signature')
      try {
        if (!given) throw new Error('no signature')
        const check = (secret: string) =>
          stripe().webhooks.constructEvent(raw, given, secret, undefined, undefined, now.getTime())
        tryEach(secrets, check)
      } catch (error) {
        // The signature is checked before the body is parsed: a signed body that can't be parsed still comes from
        // Stripe.
        if (!(error instanceof SyntaxError)) {
          throw new ProviderError('bad_signature', 'stripe', 'a webhook without a valid and recent signature', {
            cause: error,
          })
        }
      }
      return parseWebhook(raw)
    },
  }
}

/** Tries secrets until one fits; throws the refusal of the last. A signed body that can't be parsed fits. */
function tryEach(secrets: readonly string[], check: (secret: string) => unknown): void {
  for (const [index, secret] of secrets.entries())
    try {
      check(secret)
      return
    } catch (error) {
      if (error instanceof SyntaxError || index === secrets.length - 1) throw error
    }
}

const isSame = (session: Session, request: StartPayment): boolean =>
  session.status === 'open' &&
  session.amount_total === toStripeUnits(request.amount_minor, request.currency) &&
  session.currency === request.currency.toLowerCase()
