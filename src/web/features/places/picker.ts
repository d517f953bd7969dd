import { useSyncExternalStore } from 'react'

let open = false
const listeners = new Set<() => void>()

const set = (next: boolean) => {
  open = next
  for (const listener of listeners) listener()
}

/** Opens the country picker over whatever page is shown. */
export const openCountryPicker = (): void => set(true)
export const closeCountryPicker = (): void => set(false)

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Whether somebody asked for the picker. */
export const useCountryPickerOpen = (): boolean => useSyncExternalStore(subscribe, () => open)
