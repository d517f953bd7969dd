import { hour_ms } from '#contract/time.ts'
import { readTabValue, removeTabValue, writeTabValue } from '#web/storage/tabStorage.ts'
import { CallError } from './call.ts'

/*
 * Requests that move money, take a space or store something new, and may have been sent without an answer. Each is saved in the tab's storage
 * before it is first sent, so that a double click, a reload or a lost connection repeats it with the same
 * Idempotency-Key and the server carries it out once.
 */

export interface PendingRequest<Body> {
  /** The Idempotency-Key. */
  key: string
  body: Body
  /** Id of the account that sent it; empty where the name of the request implies the account. */
  account: string
  /** Unix time in ms. */
  at: number
}

/** Names of the requests, which are also their storage keys. At most one request of a name is pending. */
export const requestNames = {
  /** `checkout` names the checkout, see `draft.ts`. */
  book: (checkout: string) => `checkout_intent:${checkout}`,
  hold: (checkout: string) => `checkout_intent:${checkout} hold`,
  changeBooking: (change: string, booking_id: string) => `booking_wish:${change}:${booking_id}`,
  placeOrder: 'order_request',
  payOrder: (order_number: string) => `order_pay_request:${order_number}`,
  payDocuments: (number: string) => `documents_pay_request:${number}`,
  sendMessage: (order_id: string) => `message_request:${order_id}`,
  rateOrder: (order_id: string) => `rating_request:${order_id}`,
  reportProblem: (order_id: string) => `problem_request:${order_id}`,
  requestReturn: (order_id: string) => `return_request:${order_id}`,
  topUp: (provider: string) => `top_up_request:${provider}`,
  refund: (payment_reference: string) => `refund_request:${payment_reference}`,
  payDebt: (currency: string) => `pay_debt_request:${currency}`,
  createVehicle: 'vehicle_request',
  createAddress: 'address_request',
  createReview: (park_slug: string) => `review_request:${park_slug}`,
  claimPark: 'claim_request',
  listSpace: 'space_request',
  listCharger: 'charger_request',
}

/** Half a day; the server keeps idempotency keys for a day. */
const lifetime_ms = 12 * hour_ms

export function findPendingRequest<Body>(name: string, now = Date.now()): PendingRequest<Body> | undefined {
  const saved = readTabValue(name) as Partial<PendingRequest<Body>> | undefined
  if (typeof saved?.key !== 'string' || typeof saved.account !== 'string' || typeof saved.at !== 'number')
    return undefined
  return now - saved.at < lifetime_ms ? (saved as PendingRequest<Body>) : undefined
}

/** Returns the pending request if it is the same, otherwise saves a new one with a new key. */
export function savePendingRequest<Body>(
  name: string,
  body: Body,
  account = '',
  now = Date.now(),
): PendingRequest<Body> {
  const saved = findPendingRequest<Body>(name, now)
  if (saved?.account === account && JSON.stringify(saved.body) === JSON.stringify(body)) return saved
  const request = { key: crypto.randomUUID(), body, account, at: now }
  writeTabValue(name, request)
  return request
}

export const removePendingRequest = (name: string): void => removeTabValue(name)

/** Whether the request may have been carried out: there was no answer, or a server error. A 4xx is a definite refusal. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  !(error instanceof CallError) || error.status === 0 || error.status >= 500

/** Sends a request under the key of its pending entry, which is removed once the outcome is known. */
export async function sendOnce<Body, Answer>(
  name: string,
  { body, account }: { body: Body; account?: string | undefined },
  send: (body: Body, retryKey: string) => Promise<Answer>,
): Promise<Answer> {
  const request = savePendingRequest(name, body, account)
  try {
    const answer = await send(request.body, request.key)
    removePendingRequest(name)
    return answer
  } catch (error) {
    if (!isOutcomeUnknown(error)) removePendingRequest(name)
    throw error
  }
}
