import { useLayoutEffect, useSyncExternalStore } from 'react'

let current: string | undefined
const listeners = new Set<() => void>()

function set(next: string | undefined): void {
  current = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** While the component is shown, the bar for offline devices says this instead of its general sentence. */
export function useOfflineNotice(sentence: string): void {
  // Before it is painted, because a bar with fewer lines would move the page.
  useLayoutEffect(() => {
    set(sentence)
    return () => set(undefined)
  }, [sentence])
}

/** What the page says about being offline; undefined if it says nothing. For the shell only. */
export const usePageOfflineNotice = (): string | undefined =>
  useSyncExternalStore(
    subscribe,
    () => current,
    () => undefined,
  )
