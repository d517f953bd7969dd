import type { Language } from '#contract/places/places.ts'
import { RemoteError } from '../remote-error.ts'
import type { Fee } from './provider-fees.ts'

export type ProviderName = 'paystack' | 'wave' | 'stripe'

/**
 * State of a payment at the provider. Amounts are integer minor units by ISO 4217 exponent (XOF: 0 digits), whatever
 * the provider's unit; times are RFC 3339 in UTC. `failed` means no payment is expected; a later `success` overrides
 * it.
 */
export type PaymentState =
  | {
      state: 'success'
      provider_reference: string
      amount_minor: bigint
      currency: string
      paid_at: string | null
      /** The top-up named in our metadata; null where the provider keeps none. */
      top_up_id: string | null
      /** True when some of it has already been refunded or charged back. */
      is_reversed: boolean
      /** What of it the provider keeps, as far as it tells. */
      fees: readonly Fee[]
    }
  | {
      state: 'pending'
      provider_reference: string | null
      /** The payer has done their part and the provider is moving the money, for days if need be. */
      is_processing: boolean
    }
  | { state: 'failed'; provider_reference: string | null; reason: string }
  | { state: 'unknown' }

export interface StartPayment {
  /** Our reference, unique per payment: letters, digits, `-`, `.` and `=`. */
  reference: string
  amount_minor: bigint
  currency: string
  email: string
  callback_url: string
  cancel_url: string
  metadata: Record<string, string>
  language: Language
}

/** `provider_reference` is passed to `findPayment`; the payer is sent to one of the three addresses. */
export interface StartedPayment {
  provider_reference: string | null
  authorization_url?: string
  payment_url?: string
  checkout_url?: string
  access_code?: string
}

/** A verified webhook. It only says that something happened; call `findPayment` for the amount to credit. */
export interface VerifiedWebhook {
  /** Deduplication key within a provider: a repeated event has the same key. */
  event_key: string
  event_type: string
  reference: string | null
  provider_reference: string | null
}

/**
 * A refund (ours or made at the provider) or a chargeback. A `pending` refund has left our balance; a `pending` dispute
 * has moved nothing yet. `failed`: the money stays with us.
 */
export interface Reversal {
  kind: 'refund' | 'dispute'
  provider_refund_id: string
  /** Our reference; null when it was not started by us. */
  reference: string | null
  state: 'pending' | 'done' | 'failed'
  amount_minor: bigint
  currency: string
  reason: string | null
  /** The provider's fees for it, where reported. */
  fees?: readonly Fee[]
  /** What a dispute demands of us; absent for refunds. */
  dispute?: DisputeState
}

/**
 * Where a dispute is. `needs_answer`: evidence is taken until `answer_by`; `answered`: the bank decides; `given_up`: we did not
 * contest it.
 */
export interface DisputeState {
  stage: 'needs_answer' | 'answered' | 'won' | 'lost' | 'given_up'
  /** A question of the bank that has moved no money. */
  is_inquiry: boolean
  /** What the payer claims, in the provider's word: `fraudulent`, `chargeback`; null where it says nothing. */
  claim: string | null
  answer_by: Date | null
}

export interface PaymentHandles {
  reference: string
  provider_reference: string | null
}

export interface RefundPayment {
  /** Our reference, unique per refund. */
  reference: string
  payment: PaymentHandles
  amount_minor: bigint
  currency: string
}

/** A payment in the provider's list; `reference` is null for payments that we did not start. */
export interface ListedPayment {
  reference: string | null
  provider_reference: string
  /** `reversed`: paid and then refunded in full. */
  state: 'success' | 'reversed' | 'pending' | 'failed'
  amount_minor: bigint
  currency: string
  /** What of it the provider keeps, as far as it tells. */
  fees: readonly Fee[]
}
export type ListedReversal = Reversal & { payment_reference: string | null }
export interface Listed {
  payments: ListedPayment[]
  reversals: ListedReversal[]
}

type StartPaymentIntent = Pick<StartPayment, 'reference' | 'amount_minor' | 'currency' | 'metadata'> & {
  /** Whose saved cards may be used; null for none. */
  customer_id: string | null
}
interface StartedPaymentIntent {
  client_secret: string
  provider_reference: string
}

/** The script of the provider's form in our page, and the key that it is opened with. */
export interface PaymentForm {
  public_key: string
  script_url: string
}

/** Keeps the cards that drivers choose to save. All throw ProviderError. */
export interface CustomerDesk {
  /** Creates a user's customer once, however often it is called within a day. */
  create(user_id: string): Promise<string>
  /** Returns the secret with which the form shows and saves this customer's cards; valid for half an hour. */
  startSession(customer_id: string): Promise<string>
  /** Deletes the customer with the saved cards; does nothing for one that is already gone. */
  remove(customer_id: string): Promise<void>
}

export interface PaymentProvider {
  name: ProviderName
  /** Missing where the payer goes to the provider's page. */
  form?: PaymentForm | undefined
  customers?: CustomerDesk
  /**
   * Starts a payment. After a lost response, finds or retries it by our unique reference, so it is never paid twice.
   * Throws ProviderError.
   */
  startPayment(request: StartPayment): Promise<StartedPayment>
  /** Stripe only: for the form in our page. Throws ProviderError. */
  createPaymentIntent?(request: StartPaymentIntent): Promise<StartedPaymentIntent>
  /**
   * Returns the state of the payment with this reference; `unknown` when `provider_reference` belongs to another
   * payment.
   */
  findPayment(payment: PaymentHandles): Promise<PaymentState>
  /** False when the provider can only refund a payment in full. */
  canRefundParts: boolean
  /** Refunds to the payment's source, once per `reference` however often it is called. Throws ProviderError. */
  refundPayment(request: RefundPayment): Promise<Reversal>
  /**
   * Returns all refunds and disputes of a payment; missing where the provider only lists them by day. Throws
   * ProviderError.
   */
  findReversals?(payment: PaymentHandles): Promise<Reversal[]>
  /** Returns our reference of a payment that a webhook names by the provider's id. Throws ProviderError. */
  findReference?(provider_reference: string): Promise<string | null>
  /**
   * Returns payments, attempts and reversals of the UTC days from `from` up to, not including, `to`. Throws
   * ProviderError.
   */
  listPayments(from: Date, to: Date): Promise<Listed>
  /** Throws ProviderError('bad_signature') unless the signature over the raw body is valid. */
  verifyWebhook(raw: Buffer, headers: Record<string, string | string[] | undefined>, now: Date): VerifiedWebhook
}

/** refused: the provider rejected it (4xx). unavailable: timeout, connection, 5xx, 429 or an invalid response. */
export type ProviderErrorKind = 'bad_signature' | 'refused' | 'unavailable'

export class ProviderError extends RemoteError {
  override readonly name = 'ProviderError'
  readonly kind: ProviderErrorKind
  readonly provider: ProviderName
  /** The provider's error code (`duplicate_reference`, `request-validation-error`) for logs; null if it gave none. */
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
