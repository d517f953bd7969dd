import type { DehydratedState } from '@tanstack/react-query'
import { createContext, startTransition, useContext, useEffect, useState, useSyncExternalStore } from 'react'
import type { CurrencyFormats } from '#contract/money.ts'
import type { CountryCode, Language } from '#contract/places/places.ts'
import type { ChangedSettings } from '#contract/settings/settings.ts'
import type { ReadOnly } from '#contract/system.ts'

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
  /** How amounts are written, where that is not as usual. */
  currencies?: CurrencyFormats | undefined
  /** The settings that differ from the default ones. */
  settings?: ChangedSettings | undefined
  /** Set while nothing can be changed. */
  read_only?: ReadOnly | undefined
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

/** Whether parts that mount now start as the server renders them: from the start of hydration until all of it is over. */
let startsAsRendered = false

const startSnapshot = () => startsAsRendered
const serverSnapshot = () => true

/**
 * True on the server and for the first render of a page that the server has rendered; false afterwards. What depends on
 * the session or the device is rendered when it is false: all of it in one transition, which leaves time for input. A
 * store alone would change at once, in one long task.
 */
export function useHydrating(): boolean {
  const atStart = useSyncExternalStore(neverChanges, startSnapshot, serverSnapshot)
  const [isHydrating, setIsHydrating] = useState(atStart)
  useEffect(() => startTransition(() => setIsHydrating(false)), [])
  return isHydrating
}

let isHydrated = false
const hydrationListeners = new Set<() => void>()

const onHydration = (run: () => void) => {
  hydrationListeners.add(run)
  return () => hydrationListeners.delete(run)
}

/** For the start of a page that the server has rendered. */
export const beginHydration = (): void => {
  startsAsRendered = true
}

/** Sets what happens once the page is hydrated; until then the device must not change what is rendered. */
export const whenHydrated = (run: () => void): void => void onHydration(run)

/** For the shell, which knows when the page inside its Suspense boundary is there. */
export const markHydrated = (): void => {
  if (isHydrated) return
  isHydrated = true
  for (const run of hydrationListeners) run()
}

let handleDeviceRendered: (() => void) | undefined

/** Sets what happens once what depends on the session or the device has been rendered too. */
export const whenDeviceRendered = (run: () => void): void => {
  handleDeviceRendered = run
}

/** For the page, once `useHydrating` is false within it. */
export const markDeviceRendered = (): void => {
  if (!startsAsRendered) return
  // Not before the other effects, which compare what they were rendered with.
  queueMicrotask(() => {
    startsAsRendered = false
  })
  handleDeviceRendered?.()
}

/** True once the first page is hydrated. A dialog that opens earlier would change attributes of what is hydrated later. */
export const usePageHydrated = (): boolean =>
  useSyncExternalStore(
    onHydration,
    () => isHydrated,
    () => false,
  )
