import type { ProviderName } from '#server/providers/payments/provider.ts'
import type { Desk } from './desk.ts'
import type { SentWebhook, WebhookOffice } from './webhooks.ts'

/** How a stand-in behaves until it is told otherwise. */
export type Behaviour = {
  /** Every answer of the API comes this much later; its work is done at once. */
  delay_ms: number
  /** The API answers 500 and does nothing. */
  unavailable: boolean
  /** The next so many requests that change something (POST) do their work, then the connection breaks unanswered. */
  drop_answers: number
  /** The same of requests that only look (GET). */
  drop_reads: number
  /** A payment is refused when it is started, in the provider's own words. */
  refuse: boolean
  /** When an outcome's notices go out: before the payer is sent back, when `releaseWebhooks` is called, or never. */
  webhooks: 'before_redirect' | 'held' | 'never'
  /** How often each notice is sent. */
  webhook_copies: number
  /** What becomes of refunds: they arrive, wait for `finishRefunds`, or fail at last (Wave: are refused). */
  refunds: 'at_once' | 'held' | 'failing'
  /** Paystack alone: what is charged is the amount and the fees. */
  payer_bears_fees: boolean
  /** Stripe alone: the currency (`usd`) that its balance is kept in; that of each payment where there is none. */
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
  payer_bears_fees: false,
  settles_in: null,
}

export type Control = {
  /** What happens at each provider without us. */
  desks: Record<ProviderName, Desk>
  /** Changes what is named and leaves the rest. */
  set(provider: ProviderName, behaviour: Partial<Behaviour>): void
  /** Every stand-in is ordinary again; notices still held stay held. */
  reset(): void
  /** Sends what is held, each copy once, and comes back when each was answered or has failed for the first time. */
  releaseWebhooks(): Promise<void>
  /** Comes back when no notice is on its way or waiting to be tried again. */
  settled(): Promise<void>
  /** The last thousand notices in order, the held ones too. */
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
