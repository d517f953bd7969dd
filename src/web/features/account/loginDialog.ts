import { useSyncExternalStore } from 'react'

let open = false
let target: string | undefined
const listeners = new Set<() => void>()

const set = (next: boolean) => {
  open = next
  for (const listener of listeners) listener()
}

/** Opens the login dialog over the page; a login reloads the page, or opens `next`, an address of this site. */
export const openLogin = (next?: string): void => {
  target = next
  set(true)
}
/** What a login opens instead of the page below the dialog. */
export const readLoginTarget = (): string | undefined => target
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
