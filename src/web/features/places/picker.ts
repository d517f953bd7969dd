import { useSyncExternalStore } from 'react'

let open = false
const listeners = new Set<() => void>()

const set = (next: boolean) => {
  open = next
  for (const listener of listeners) listener()
}

/** Opens the country picker over the current page. */
export const openCountryPicker = (): void => set(true)
export const closeCountryPicker = (): void => set(false)

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Whether the picker was opened by the user. */
export const useCountryPickerOpen = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => open,
    () => false,
  )
