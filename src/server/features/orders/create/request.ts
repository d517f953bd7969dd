import type { ParsedBody } from '#contract/endpoint.ts'
import type { Locale } from '#contract/formats.ts'
import type { placeOrder } from '#contract/orders.ts'
import type { SignedIn } from '#server/http.ts'

export type OrderRequest = ParsedBody<typeof placeOrder>

/** Who places an order, when, and the language of the response. */
export type OrderCaller = { user: SignedIn; locale: Locale; now: Date }
