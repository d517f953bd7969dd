import type { DehydratedState } from '@tanstack/react-query'
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { CountryCode, Language } from '#contract/places.ts'

/** What the server used to render a page; the browser hydrates with the same values. */
export interface PageState {
  /** RFC 3339. */
  rendered_at: string
  language: Language
  /** From the cookie; null when no country has been chosen. */
  country: CountryCode | null
  /** Whether only the frame of the page is rendered, because the device knows what is in it. */
  is_frame: boolean
  /** Whether there is no such page; the browser renders the same. */
  refused: boolean
  /** A form that was sent without scripts and refused; null otherwise. */
  submitted: SubmittedForm | null
  /** Reference of a form that this browser has sent without scripts, for the address that names it; null otherwise. */
  sent: string | null
  queries: DehydratedState
}

export interface SubmittedForm {
  form: string
  /** What was typed, by field. */
  values: Readonly<Record<string, string>>
  /** Why it was refused. */
  message: string
  errors: readonly { field: string; message: string }[]
  /** The moment at which the form was first rendered. */
  opened_at: string | undefined
}

/** What the page was rendered with. */
export interface Rendered {
  country: CountryCode | null
  /** Undefined if the address names none. */
  addressLanguage: Language | undefined
  /** Path and query of a page that does not exist. */
  refusedAddress: string | null
  submitted: SubmittedForm | null
  sent: string | null
  /** Whether the page itself waits until its frame is hydrated. */
  isFrame: boolean
}

export const RenderedContext = createContext<Rendered>({
  country: null,
  addressLanguage: undefined,
  refusedAddress: null,
  submitted: null,
  sent: null,
  isFrame: false,
})

export const useRendered = (): Rendered => useContext(RenderedContext)

const neverChanges = () => () => undefined

/**
 * True on the server and for the first render of a page that the server has rendered; false afterwards. What depends on
 * the session or the device is rendered when it is false.
 */
export const useHydrating = (): boolean =>
  useSyncExternalStore(
    neverChanges,
    () => false,
    () => true,
  )

let isHydrated = false
const hydrationListeners = new Set<() => void>()

const onHydration = (run: () => void) => {
  hydrationListeners.add(run)
  return () => hydrationListeners.delete(run)
}

/** Sets what happens once the page is hydrated; until then the device must not change what is rendered. */
export const whenHydrated = (run: () => void): void => void onHydration(run)

/** For the shell, which knows when the page inside its Suspense boundary is there. */
export const markHydrated = (): void => {
  if (isHydrated) return
  isHydrated = true
  for (const run of hydrationListeners) run()
}

/** True once the first page is hydrated. A dialog that opens earlier would change attributes of what is hydrated later. */
export const usePageHydrated = (): boolean =>
  useSyncExternalStore(
    onHydration,
    () => isHydrated,
    () => false,
  )
