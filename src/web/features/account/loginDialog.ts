import { useSyncExternalStore } from 'react'

let open = false
const listeners = new Set<() => void>()

const set = (next: boolean) => {
  open = next
  for (const listener of listeners) listener()
}

/** Opens the login dialog over the page; a login reloads the page. */
export const openLogin = (): void => set(true)
export const closeLogin = (): void => set(false)

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** For the shell only. */
export const useLoginOpen = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => open,
    () => false,
  )
