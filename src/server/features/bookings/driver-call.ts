import type { Language } from '#contract/places/places.ts'
import type { SignedIn } from '#server/http/caller.ts'

/** A call with which a driver changes their bookings, and its time. */
export interface DriverCall {
  user: SignedIn
  language: Language
  now: Date
}
