import { useSyncExternalStore } from 'react'
import { cartCountKey } from '#web/storage/cartCount.ts'
import type { SelectedCountry } from '#web/storage/country.ts'
import { readText } from '#web/storage/storage.ts'
import { type ChosenAt, chooseCountry } from './country.ts'

interface CountryChange {
  country: SelectedCountry
  at: ChosenAt | undefined
}

let pending: CountryChange | undefined
const listeners = new Set<() => void>()

const set = (change: CountryChange | undefined) => {
  pending = change
  for (const listener of listeners) listener()
}

/** Changes the country, after the warning if that empties a cart. */
export function changeCountry(country: SelectedCountry, at?: ChosenAt): void {
  if (Number(readText(cartCountKey) ?? 0) > 0) set({ country, at })
  else chooseCountry(country, at)
}

export const declineCountry = (): void => set(undefined)

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The change that waits for an answer to the warning. */
export const useCountryChange = (): CountryChange | undefined =>
  useSyncExternalStore(
    subscribe,
    () => pending,
    () => undefined,
  )
