import type { Currency } from '#contract/money.ts'
import type { TopUpBookingResult, TopUpOrderResult } from '#contract/wallet/wallet.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import type { PayoutEvent } from '#server/providers/payouts/provider.ts'

/** A booking that a driver pays with a top-up. */
export interface TopUpPurpose {
  user_id: string
  booking_id: string
  currency: Currency
}

/** `is_partial`: less was paid than asked for. */
export type CreditedTopUp = TopUpPurpose & { credited_minor: bigint; is_partial: boolean }

/** What came of it; `booked_id` is the booking that is paid now. */
export interface TopUpBooking {
  booking_result: TopUpBookingResult
  booked_id: string | null
}

declare module '#server/deps.ts' {
  interface Hooks {
    /** Throws unless this is the driver's own hold, in this currency, and can still be paid. */
    requirePayableHold: (tx: Tx, purpose: TopUpPurpose, now: Date) => Promise<void>
    /** Called when a top-up is credited. Never prevents the credit, unless the whole transaction must be repeated. */
    payBookingOfTopUp: (tx: Tx, deps: Deps, purpose: CreditedTopUp, now: Date) => Promise<TopUpBooking>
    /** Throws unless this is the customer's own held order, in this currency, and can still be paid. */
    requirePayableOrder: (
      tx: Tx,
      purpose: { user_id: string; order_id: string; currency: Currency },
      now: Date,
    ) => Promise<void>
    /** Like `payBookingOfTopUp`, for an order of the shop. */
    payOrderOfTopUp: (
      tx: Tx,
      deps: Deps,
      purpose: { order_id: string },
      now: Date,
    ) => Promise<{ order_result: TopUpOrderResult }>
    /**
     * Called for a verified webhook about a payout or the account of somebody who is paid out, outside any transaction: asks
     * the provider what is true now. An `unknown` payout or account is not ours, or not any more; the event is stored all
     * the same. Where it throws, the event is worked on again later. Nothing is done while no feature pays out.
     */
    onPayoutEvent?: (deps: Deps, event: PayoutEvent) => Promise<'known' | 'unknown'>
  }
}
