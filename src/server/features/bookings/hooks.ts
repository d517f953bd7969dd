import type { Currency } from '#contract/money.ts'
import type { TextLanguage } from '#contract/text-languages.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'

/** An order of the shop that belongs to a parking booking. `is_cancelled`: it would be cancelled with it. */
export interface BookingOrder {
  order_number: string
  total: { amount: number; currency: Currency }
  is_cancelled: boolean
}

/** A refund of a booking that waits for another person than who asked for it. */
export interface WaitingRefund {
  refund_id: string
  booking_code: string
  park_id: string
  park: Record<TextLanguage, string>
  amount_minor: bigint
  currency: Currency
  asked_by: string
  needs_any: boolean
}

declare module '#server/deps.ts' {
  interface Hooks {
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
    notifyStaffOfReport: (
      tx: Tx,
      deps: Deps,
      report: { booking_id: string; booking_code: string; park: Record<TextLanguage, string> },
      now: Date,
    ) => Promise<void>
    /** Called when a refund waits for another person; `needs_any`: it is above what anybody but an admin may decide on. */
    notifyStaffOfRefund: (tx: Tx, deps: Deps, refund: WaitingRefund, now: Date) => Promise<void>
    /** Called when what the notices of a record ask for has been done. */
    settleNotices: (tx: Tx, record_id: string, now: Date) => Promise<void>
  }
}
