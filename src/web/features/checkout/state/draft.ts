import { readTabValue, removeTabValue, writeTabValue } from '#web/storage/tabStorage.ts'

/** Input of one checkout, saved in the tab. A checkout is named by its park's slug, with `gate ` before it at the gate. */
export interface Draft {
  plate: string
  /** Window and vehicle as in the address, for when the address has lost them. */
  query: string
  /** The entered promo code, whether or not it is valid. */
  promo: string
  /** Id of the chosen vehicle, or `otherVehicle`; empty before a choice. */
  vehicle: string
  /** Whether the typed vehicle is to be saved with the account. */
  save: boolean
}

const draftKey = (checkout: string) => `checkout_draft:${checkout}`
/** The last typed plate, offered at the next park. */
const plateKey = 'checkout_plate'

const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** The saved draft; a new one starts with the last typed plate. */
export function readDraft(checkout: string): Draft {
  const saved = readTabValue(draftKey(checkout)) as Partial<Draft> | undefined
  return {
    plate: typeof saved?.plate === 'string' ? saved.plate : text(readTabValue(plateKey)),
    query: text(saved?.query),
    promo: text(saved?.promo),
    vehicle: text(saved?.vehicle),
    save: saved?.save === true,
  }
}

export function writeDraft(checkout: string, draft: Draft): void {
  writeTabValue(draftKey(checkout), draft)
  writeTabValue(plateKey, draft.plate)
}

export const forgetDraft = (checkout: string): void => removeTabValue(draftKey(checkout))

/** The query of the address, or the saved one if the address has no start. */
export const pickQuery = (search: string, saved: string): URLSearchParams =>
  new URLSearchParams(new URLSearchParams(search).has('start') ? search : saved)
