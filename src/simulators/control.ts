import type { ProviderName } from '#server/providers/payments/provider.ts'
import type { Desk } from './desk.ts'
import type { SentWebhook, WebhookOffice } from './webhooks.ts'

/** Behaviour of a simulated provider. */
export interface Behaviour {
  /** Delay of every API response; the work is done right away. */
  delay_ms: number
  /** The API responds 500 and does nothing. */
  unavailable: boolean
  /** Number of POST requests that are processed but whose connection then breaks without a response. */
  drop_answers: number
  /** The same for GET requests. */
  drop_reads: number
  /** Payments are refused when they are started, with the provider's error. */
  refuse: boolean
  /** When webhooks are sent: before the payer's redirect, on `releaseWebhooks`, or never. */
  webhooks: 'before_redirect' | 'held' | 'never'
  /** Number of times each webhook is sent. */
  webhook_copies: number
  /** Outcome of refunds: succeed, wait for `finishRefunds`, or fail (at Wave: are refused). */
  refunds: 'at_once' | 'held' | 'failing'
  /**
   * Payouts are paid, wait for the desk, fail, or wait for a code (Paystack only). Stripe's transfers never wait. Webhooks
   * of payouts follow `webhooks`.
   */
  payouts: 'at_once' | 'held' | 'failing' | 'otp'
  /** Our balance at the provider pays out nothing. */
  empty_balance: boolean
  /** Wave only: a payout that comes back leaves the provider its fee. */
  keeps_payout_fee: boolean
  /** Wave only: the movement by which a payout comes back does not name it. */
  unnamed_returns: boolean
  /** Paystack only: the most items that a page of a list has, whatever was asked for. */
  largest_page: number
  /** Paystack only: the payer is charged the amount plus the fees. */
  payer_bears_fees: boolean
  /** Paystack and Stripe: how much of the amount asked for is paid, in percent. */
  paid_percent: number
  /** Wave only: how webhooks prove that they are Wave's, as chosen when they are registered. */
  webhook_strategy: 'signature' | 'shared_secret'
  /** Wave only: a government tax of 1 % on each payment, and who pays it. */
  government_tax: 'none' | 'paid_by_wave' | 'paid_by_us'
  /** Wave only: the key may not use the Balance API. */
  without_balance_scope: boolean
  /** Stripe only: the balance's currency (`usd`); null uses each payment's currency. */
  settles_in: string | null
}

const ordinary: Behaviour = {
  delay_ms: 0,
  unavailable: false,
  drop_answers: 0,
  drop_reads: 0,
  refuse: false,
  webhooks: 'before_redirect',
  webhook_copies: 1,
  refunds: 'at_once',
  payouts: 'at_once',
  empty_balance: false,
  keeps_payout_fee: false,
  unnamed_returns: false,
  largest_page: 100,
  payer_bears_fees: false,
  paid_percent: 100,
  webhook_strategy: 'signature',
  government_tax: 'none',
  without_balance_scope: false,
  settles_in: null,
}

export interface Control {
  /** Actions at each provider outside our API. */
  desks: Record<ProviderName, Desk>
  /** Changes the given settings only. */
  set(provider: ProviderName, behaviour: Partial<Behaviour>): void
  /** Restores the default behaviour; held webhooks stay held. */
  reset(): void
  /** Sends held webhooks, each copy once; resolves when each first attempt has ended. */
  releaseWebhooks(): Promise<void>
  /** Resolves when no webhook is in transit or waiting for a retry. */
  settled(): Promise<void>
  /** The last thousand webhooks in order, including held ones. */
  readonly webhooks: readonly SentWebhook[]
}

export type Behaviours = Record<ProviderName, Behaviour>

export const createBehaviours = (): Behaviours => ({
  paystack: { ...ordinary },
  wave: { ...ordinary },
  stripe: { ...ordinary },
})

export function createControl(office: WebhookOffice, behaviours: Behaviours, desks: Control['desks']): Control {
  return {
    desks,
    set(provider, behaviour) {
      Object.assign(behaviours[provider], behaviour)
    },
    reset() {
      for (const behaviour of Object.values(behaviours)) Object.assign(behaviour, ordinary)
    },
    releaseWebhooks: office.release,
    settled: office.settled,
    webhooks: office.sent,
  }
}
