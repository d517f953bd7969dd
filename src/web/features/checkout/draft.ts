import { readSession, removeSession, writeSession } from '#web/lib/tab.ts'

/** Choosing none of the saved vehicles: a plate is typed. */
export const otherVehicle = 'other'

/** What was filled in at the checkout of one park. */
export interface Draft {
  plate: string
  /** The window and the vehicle, as in the address: for when the address has lost them. */
  query: string
  /** The promo code that was asked for, whether or not it is granted. */
  promo: string
  /** The saved vehicle that was chosen, `otherVehicle` for a typed plate; empty while nobody has chosen. */
  vehicle: string
}

const key = (place: string) => `checkout_draft:${place}`
/** As the driver last typed it: it is the same car at the next park. */
const plateKey = 'checkout_plate'

const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** What this tab knows of a checkout; the plate of the last one where this park's is new. */
export function readDraft(place: string): Draft {
  const kept = readSession(key(place)) as Partial<Draft> | undefined
  return {
    plate: typeof kept?.plate === 'string' ? kept.plate : text(readSession(plateKey)),
    query: text(kept?.query),
    promo: text(kept?.promo),
    vehicle: text(kept?.vehicle),
  }
}

export function writeDraft(place: string, draft: Draft): void {
  writeSession(key(place), draft)
  writeSession(plateKey, draft.plate)
}

export const forgetDraft = (place: string): void => removeSession(key(place))

/** What of an address belongs to this checkout: its own query, or the kept one where it names no arrival. */
export const pickQuery = (search: string, kept: string): URLSearchParams =>
  new URLSearchParams(new URLSearchParams(search).has('start') ? search : kept)
