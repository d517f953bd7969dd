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
  /** Whether there is no such page; the browser renders the same. */
  refused: boolean
  queries: DehydratedState
}

/** The country of the rendered page. */
export const RenderedCountry = createContext<CountryCode | null>(null)

export const useRenderedCountry = (): CountryCode | null => useContext(RenderedCountry)

/** Path and query of the rendered page if it does not exist. */
export const RefusedAddress = createContext<string | null>(null)

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

let onHydrated: () => void = () => undefined

/** Sets what happens once the page is hydrated; until then the device must not change what is rendered. */
export const whenHydrated = (run: () => void): void => {
  onHydrated = run
}

/** For the shell, which knows when the page inside its Suspense boundary is there. */
export const markHydrated = (): void => {
  onHydrated()
  onHydrated = () => undefined
}
