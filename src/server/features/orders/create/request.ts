import type { ParsedBody } from '#contract/endpoint.ts'
import type { Locale } from '#contract/formats.ts'
import type { placeOrder } from '#contract/orders/orders.ts'
import type { SignedIn } from '#server/http/caller.ts'

export type OrderRequest = ParsedBody<typeof placeOrder>

/** Staff who place an order for a customer; `amends` is the order that it adds to. */
export interface PlacingStaff {
  actor: 'employee' | 'manager'
  actor_id: string
  amends: string | null
  /** Who orders on the phone without an account. */
  contact?: { name: string; phone: string } | undefined
  /** It is paid in cash when it is handed over. */
  inCash?: boolean | undefined
  /** What is placed replaces a line, and its customer hears of both together. */
  isQuiet?: boolean
}

/** For whom an order is placed, when, and the language of the response. Without `staff` customers place it themselves. */
export interface OrderCaller {
  user: Pick<SignedIn, 'user_id' | 'language' | 'device'>
  locale: Locale
  now: Date
  staff?: PlacingStaff | undefined
}
