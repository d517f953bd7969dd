import type { Currency } from '#contract/money.ts'
import type { Language } from '#contract/places/places.ts'
import type { TopUpBookingResult, TopUpOrderResult } from '#contract/wallet/wallet.ts'
import type { Config } from '#server/config.ts'
import type { Database, Db, Tx } from '#server/database/connect.ts'
import type { VisitCounter } from '#server/features/figures/visit-counter.ts'
import type { LiveIndex } from '#server/features/search/live/live-index.ts'
import type { Geocoder } from '#server/providers/geo/geocoder.ts'
import type { IdentityProvider } from '#server/providers/identity/identity.ts'
import type { Mailer } from '#server/providers/mail/mailer.ts'
import type { PaymentProvider, ProviderName } from '#server/providers/payments/provider.ts'
import type { Workers } from '#server/workers/workers.ts'

export type Log = Pick<Console, 'info' | 'warn' | 'error'>

/** A booking that a driver pays with a top-up. */
export type TopUpPurpose = { user_id: string; booking_id: string; currency: Currency }

/** `is_partial`: less was paid than asked for. */
export type CreditedTopUp = TopUpPurpose & { credited_minor: bigint; is_partial: boolean }

/** What came of it; `booked_id` is the booking that is paid now. */
export type TopUpBooking = { booking_result: TopUpBookingResult; booked_id: string | null }

/** An order of the shop that belongs to a parking booking. `is_cancelled`: it would be cancelled with it. */
export type BookingOrder = {
  order_number: string
  total: { amount: number; currency: Currency }
  is_cancelled: boolean
}

/** What later features do within the transactions of earlier ones; `hooks.ts` has them. */
export type Hooks = {
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
  /** As `payBookingOfTopUp`, for an order of the shop. */
  payOrderOfTopUp: (
    tx: Tx,
    deps: Deps,
    purpose: { order_id: string },
    now: Date,
  ) => Promise<{ order_result: TopUpOrderResult }>
  /** Lists the open orders of a booking. */
  findOrdersOfBooking: (db: Db | Tx, booking_id: string, now: Date) => Promise<BookingOrder[]>
  /**
   * Called when a booking is cancelled: cancels its orders that can still be, and refunds them in full. `staff_id` is who
   * cancelled it for us, the organiser or the car park, which also ends the orders that their branch has begun.
   */
  cancelOrdersOfBooking: (
    tx: Tx,
    deps: Deps,
    booking: { booking_id: string; user_id: string; booking_code: string; staff_id: string | null },
    now: Date,
  ) => Promise<void>
  /** Called when a driver's report waits for a decision. */
  tellStaffOfReport: (
    tx: Tx,
    deps: Deps,
    report: { booking_id: string; booking_code: string; park: Record<Language, string> },
    now: Date,
  ) => Promise<void>
  /** Called when what the notices of a record ask for has been done. */
  settleNotices: (tx: Tx, record_id: string, now: Date) => Promise<void>
}

/** The services that features depend on; tests pass their own. */
export type Deps = {
  db: Db
  engine: Database['engine']
  config: Config
  clock: () => Date
  /** The public URL of this server, without a trailing slash. */
  publicUrl: () => string
  payments: Partial<Record<ProviderName, PaymentProvider>>
  mailer: Mailer
  /** Google and Apple login; undefined when not configured. */
  identity?: IdentityProvider | undefined
  /** The search index of this process; it must be loaded before the server listens. */
  search: LiveIndex
  /** What visitors of this process do, until a job writes it. */
  visits: VisitCounter
  /** IP geolocation services that the browser may call, in order of preference; none in tests. */
  ip_lookups?: readonly string[]
  /** Finds addresses that our own places do not have; undefined when not configured. */
  geocoder?: Geocoder | undefined
  workers: Workers
  hooks: Hooks
  log: Log
}
