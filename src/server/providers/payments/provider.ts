import type { Fee } from './fees.ts'

export type ProviderName = 'paystack' | 'wave' | 'stripe'

/**
 * What a provider says of a payment, in our words. Amounts are integer minor units by ISO 4217 exponent
 * (XOF 0 digits), whatever the provider's wire unit is; times are RFC 3339 in UTC.
 * `failed` means that it cannot or is not expected to be paid any more; if a later look says `success`, that one counts.
 */
export type PaymentState =
  | {
      state: 'success'
      provider_reference: string
      amount_minor: bigint
      currency: string
      paid_at: string | null
      /** The top-up that our own note beside the payment names; null where the provider keeps no notes. */
      top_up_id: string | null
      /** Some of it is known to have gone back already. */
      is_reversed: boolean
      /** What of it the provider keeps, as far as it tells. */
      fees: readonly Fee[]
    }
  | { state: 'pending'; provider_reference: string | null }
  | { state: 'failed'; provider_reference: string | null; reason: string }
  | { state: 'unknown' }

export type StartPayment = {
  /** Ours, unique for each payment: letters, digits, `-`, `.` and `=`. */
  reference: string
  amount_minor: bigint
  currency: string
  email: string
  callback_url: string
  cancel_url: string
  metadata: Record<string, string>
  language: 'en' | 'fr'
}

/** `provider_reference` is what `findPayment` takes back; one of the three addresses is where the payer goes. */
export type StartedPayment = {
  provider_reference: string | null
  authorization_url?: string
  payment_url?: string
  checkout_url?: string
  access_code?: string
}

/** A signed notice says that something happened, never what to credit: ask `findPayment` for that. */
export type WebhookNotice = {
  /** For de-duplication within a provider: the same event sent again has the same key. */
  event_key: string
  event_type: string
  reference: string | null
  provider_reference: string | null
}

/**
 * Money of a payment that goes back: a refund, ours or one made at the provider itself, or what the payer's bank takes
 * back. A refund that is `pending` is on its way and has left us; a dispute that is `pending` is a question so far, and
 * nothing has moved. `failed`: the money is ours again.
 */
export type Reversal = {
  kind: 'refund' | 'dispute'
  provider_refund_id: string
  /** Ours; null where somebody else began it. */
  reference: string | null
  state: 'pending' | 'done' | 'failed'
  amount_minor: bigint
  currency: string
  reason: string | null
  /** What the provider keeps of it besides, as far as it tells. */
  fees?: readonly Fee[]
}

export type PaymentHandles = { reference: string; provider_reference: string | null }

export type RefundPayment = {
  /** Ours, unique for each refund. */
  reference: string
  payment: PaymentHandles
  amount_minor: bigint
  currency: string
}

/** A payment in a provider's own list; `reference` is null where it carries none, as those have that we did not start. */
export type ListedPayment = {
  reference: string | null
  provider_reference: string
  /** `reversed`: it was paid, and all of it has gone back. */
  state: 'success' | 'reversed' | 'pending' | 'failed'
  amount_minor: bigint
  currency: string
  /** What of it the provider keeps, as far as it tells. */
  fees: readonly Fee[]
}
export type ListedReversal = Reversal & { payment_reference: string | null }
export type Listed = { payments: ListedPayment[]; reversals: ListedReversal[] }

type StartPaymentIntent = Pick<StartPayment, 'reference' | 'amount_minor' | 'currency' | 'metadata'>
type StartedPaymentIntent = { client_secret: string; provider_reference: string }

export type PaymentProvider = {
  name: ProviderName
  /** A lost answer is looked up or retried safely by our unique reference, never paid twice. Throws ProviderError. */
  startPayment(want: StartPayment): Promise<StartedPayment>
  /** Stripe alone: the inline card form. Throws ProviderError. */
  createPaymentIntent?(want: StartPaymentIntent): Promise<StartedPaymentIntent>
  /** What the provider holds of that very reference; another payment's `provider_reference` is `unknown`. */
  findPayment(payment: PaymentHandles): Promise<PaymentState>
  /** Whether a part of a payment can go back, or the whole alone. */
  canRefundParts: boolean
  /** Sends money back to where it came from, once for each `reference` however often it is asked. Throws ProviderError. */
  refundPayment(want: RefundPayment): Promise<Reversal>
  /** All that went back of a payment; not there where the provider tells it in its list alone. Throws ProviderError. */
  findReversals?(payment: PaymentHandles): Promise<Reversal[]>
  /** Our reference of a payment that a notice knows by the provider's own name alone. Throws ProviderError. */
  findReference?(provider_reference: string): Promise<string | null>
  /** Whatever was paid, tried or sent back in the UTC days from `from` up to `to`. Throws ProviderError. */
  listPayments(from: Date, to: Date): Promise<Listed>
  /** Throws ProviderError('bad_signature') unless the signature over the raw body is right. */
  verifyWebhook(raw: Buffer, headers: Record<string, string | string[] | undefined>, now: Date): WebhookNotice
}

/** refused: the provider said no (4xx). unavailable: time-out, connection, 5xx, 429, or an answer that makes no sense. */
export type ProviderErrorKind = 'bad_signature' | 'refused' | 'unavailable'

export class ProviderError extends Error {
  override readonly name = 'ProviderError'
  readonly kind: ProviderErrorKind
  readonly provider: ProviderName
  /** The provider's own word for it (`duplicate_reference`, `request-validation-error`), for logs; null if it gave none. */
  readonly code: string | null

  constructor(
    kind: ProviderErrorKind,
    provider: ProviderName,
    message: string,
    options: { code?: string | null | undefined; cause?: unknown } = {},
  ) {
    super(`${provider}: ${message}`, 'cause' in options ? { cause: options.cause } : undefined)
    this.kind = kind
    this.provider = provider
    this.code = options.code ?? null
  }
}
