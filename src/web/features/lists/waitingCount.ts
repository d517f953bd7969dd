import { useSyncExternalStore } from 'react'

let waiting = 0
const listeners = new Set<() => void>()

/** Sets how much waits for the person, which the titles of all screens of the desk say. */
export function setWaitingCount(count: number): void {
  if (waiting === count) return
  waiting = count
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useWaitingCount = (): number =>
  useSyncExternalStore(
    subscribe,
    () => waiting,
    () => 0,
  )
