import { readSession, removeSession, writeSession } from '#web/lib/tab.ts'

/** What was filled in at the checkout of one park. */
export interface Draft {
  plate: string
  /** The window and the vehicle, as in the address: for when the address has lost them. */
  query: string
}

const key = (slug: string) => `checkout_draft:${slug}`
/** As the driver last typed it: it is the same car at the next park. */
const plateKey = 'checkout_plate'

/** What this tab knows of a checkout; the plate of the last one where this park's is new. */
export function readDraft(slug: string): Draft {
  const kept = readSession(key(slug)) as Partial<Draft> | undefined
  const last = readSession(plateKey)
  return {
    plate: typeof kept?.plate === 'string' ? kept.plate : typeof last === 'string' ? last : '',
    query: typeof kept?.query === 'string' ? kept.query : '',
  }
}

export function writeDraft(slug: string, draft: Draft): void {
  writeSession(key(slug), draft)
  writeSession(plateKey, draft.plate)
}

export const forgetDraft = (slug: string): void => removeSession(key(slug))

/** What of an address belongs to this checkout: its own query, or the kept one where it names no arrival. */
export const pickQuery = (search: string, kept: string): URLSearchParams =>
  new URLSearchParams(new URLSearchParams(search).has('start') ? search : kept)
