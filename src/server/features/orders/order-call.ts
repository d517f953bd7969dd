import type { Locale } from '#contract/formats.ts'

/** A call with which a customer changes their orders, and its time. */
export interface OrderCall {
  user: { user_id: string }
  locale: Locale
  now: Date
}
