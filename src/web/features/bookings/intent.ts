import { CallError } from '#web/lib/call.ts'
import { readSession, removeSession, writeSession } from '#web/lib/tab.ts'

/**
 * One wish about a booking (to extend it, to renew it), from the click until the server's answer. The key makes every
 * sending of it the same, so it is kept before the first one: what was sent and not answered is sent again as it was.
 */
interface Wish<Want> {
  key: string
  want: Want
  /** In ms. */
  at: number
}

/** Beyond this nobody waits for an answer any more, and the server may have forgotten the key. */
const lifetime_ms = 12 * 60 * 60_000

const storageKey = (name: string) => `booking_wish:${name}`

/** The wish of this name that was sent from this tab and not answered yet. */
export function readWish<Want>(name: string, now = Date.now()): Wish<Want> | undefined {
  const kept = readSession(storageKey(name)) as Partial<Wish<Want>> | undefined
  if (typeof kept?.key !== 'string' || typeof kept.at !== 'number' || !('want' in kept)) return undefined
  return now - kept.at < lifetime_ms ? (kept as Wish<Want>) : undefined
}

/** The wish to send: the unanswered one when it is the same, else a new one; kept from now on. */
export function beginWish<Want>(name: string, want: Want, now = Date.now()): Wish<Want> {
  const kept = readWish<Want>(name, now)
  if (kept !== undefined && JSON.stringify(kept.want) === JSON.stringify(want)) return kept
  const wish = { key: crypto.randomUUID(), want, at: now }
  writeSession(storageKey(name), wish)
  return wish
}

export const endWish = (name: string): void => removeSession(storageKey(name))

/** No answer, or one from halfway: it may have been done. A refusal is certain. */
export const isUnsure = (error: unknown): boolean =>
  !(error instanceof CallError) || error.status === 0 || error.status >= 500
