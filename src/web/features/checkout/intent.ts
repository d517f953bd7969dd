import type { BodyOf } from '#contract/endpoint.ts'
import type { createBooking, holdSpace } from '#contract/bookings.ts'
import { readSession, removeSession, writeSession } from '#web/lib/tab.ts'

export type BookingBody = BodyOf<typeof createBooking>
export type HoldBody = BodyOf<typeof holdSpace>

/**
 * One wish, to book or to hold, from the click until the server's answer. The key makes every sending of it the same one,
 * so it is kept before the first: a double click, a reload or a lost answer books once.
 */
export interface Intent<Body = BookingBody> {
  key: string
  body: Body
  /** Of the account that asked: another one has nothing to do with it. */
  account: string
  /** In ms. */
  at: number
}

/** Beyond this nobody waits for an answer any more, and the server may have forgotten the key. */
const lifetime_ms = 12 * 60 * 60_000

const storageKey = (place: string) => `checkout_intent:${place}`

/** The wish that was sent from this tab at a place (a park's slug) and not answered yet. */
export function readIntent<Body = BookingBody>(place: string, now = Date.now()): Intent<Body> | undefined {
  const kept = readSession(storageKey(place)) as Partial<Intent<Body>> | undefined
  if (typeof kept?.key !== 'string' || typeof kept.account !== 'string' || typeof kept.body !== 'object')
    return undefined
  return typeof kept.at === 'number' && now - kept.at < lifetime_ms ? (kept as Intent<Body>) : undefined
}

/** The wish to send: the unanswered one when it is the same in everything, else a new one; kept from now on. */
export function beginIntent<Body = BookingBody>(
  place: string,
  body: Body,
  account: string,
  now = Date.now(),
): Intent<Body> {
  const kept = readIntent<Body>(place, now)
  if (kept?.account === account && JSON.stringify(kept.body) === JSON.stringify(body)) return kept
  const intent = { key: crypto.randomUUID(), body, account, at: now }
  writeSession(storageKey(place), intent)
  return intent
}

export const endIntent = (place: string): void => removeSession(storageKey(place))
