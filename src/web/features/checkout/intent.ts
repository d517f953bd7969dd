import type { BodyOf } from '#contract/endpoint.ts'
import type { createBooking } from '#contract/bookings.ts'
import { readSession, removeSession, writeSession } from '#web/lib/tab.ts'

export type BookingBody = BodyOf<typeof createBooking>

/**
 * One wish to book, from the click until the server's answer. The key makes every sending of it the same booking, so it is
 * kept before the first one: a double click, a reload or a lost answer books once.
 */
export interface Intent {
  key: string
  body: BookingBody
  /** Of the account that asked: another one has nothing to do with it. */
  account: string
  /** In ms. */
  at: number
}

/** Beyond this nobody waits for an answer any more, and the server may have forgotten the key. */
const lifetime_ms = 12 * 60 * 60_000

const storageKey = (slug: string) => `checkout_intent:${slug}`

/** The wish that was sent from this tab and not answered yet. */
export function readIntent(slug: string, now = Date.now()): Intent | undefined {
  const kept = readSession(storageKey(slug)) as Partial<Intent> | undefined
  if (typeof kept?.key !== 'string' || typeof kept.account !== 'string' || typeof kept.body !== 'object')
    return undefined
  return typeof kept.at === 'number' && now - kept.at < lifetime_ms ? (kept as Intent) : undefined
}

/** The wish to send: the unanswered one when it is the same in everything, else a new one; kept from now on. */
export function beginIntent(slug: string, body: BookingBody, account: string, now = Date.now()): Intent {
  const kept = readIntent(slug, now)
  if (kept?.account === account && JSON.stringify(kept.body) === JSON.stringify(body)) return kept
  const intent = { key: crypto.randomUUID(), body, account, at: now }
  writeSession(storageKey(slug), intent)
  return intent
}

export const endIntent = (slug: string): void => removeSession(storageKey(slug))
