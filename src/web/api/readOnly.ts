import { useSyncExternalStore } from 'react'
import type { ReadOnly } from '#contract/system.ts'

/** In a browser, what the last answer said. */
let current: ReadOnly | undefined
let current_ms = 0
const listeners = new Set<() => void>()
let read = (): ReadOnly | undefined => current

/** For the server, which renders pages for many readers. */
export const setReadOnlyReader = (reader: () => ReadOnly | undefined): void => {
  read = reader
}

/** What the page was rendered with, at `rendered`. */
export function startReadOnly(state: ReadOnly | undefined, rendered: Date): void {
  current = state
  current_ms = rendered.getTime()
}

/** Follows an answer of the API. An older one, which the browser has kept, says nothing about now. */
export function followReadOnly(headers: Headers): void {
  const sent_ms = Date.parse(headers.get('date') ?? '')
  if (!(sent_ms + 1_000 > current_ms)) return
  current_ms = sent_ms
  const value = headers.get('read-only')
  const next = value === null ? undefined : value === 'on' ? {} : { until: value }
  if ((next === undefined) === (current === undefined) && next?.until === current?.until) return
  current = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Whether nothing can be changed now, and until when; undefined while everything can. */
export const useReadOnly = (): ReadOnly | undefined =>
  useSyncExternalStore(
    subscribe,
    () => read(),
    () => read(),
  )
