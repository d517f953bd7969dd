import { useMemo, useSyncExternalStore } from 'react'
import { Suggestion } from '#contract/places.ts'
import { onStorageChange, readText, removeStored, writeJson } from '#web/lib/storage.ts'

const key = 'recentSearches'
const most = 5

/** Two suggestions of one thing, however exactly it lies. */
const isSame = (a: Suggestion, b: Suggestion): boolean =>
  a.kind === b.kind && a.name === b.name && Math.abs(a.lat - b.lat) < 0.01 && Math.abs(a.lng - b.lng) < 0.01

/** With this one first, each once, the oldest forgotten. */
export const withRecent = (list: readonly Suggestion[], one: Suggestion): Suggestion[] =>
  [one, ...withoutRecent(list, one)].slice(0, most)

export const withoutRecent = (list: readonly Suggestion[], one: Suggestion): Suggestion[] =>
  list.filter((other) => !isSame(other, one))

/** What is kept; what cannot be read is left out. */
export function parseRecent(text: string | undefined): Suggestion[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]')
    if (!Array.isArray(stored)) return []
    return stored.flatMap((one) => Suggestion.safeParse(one).data ?? []).slice(0, most)
  } catch {
    return []
  }
}

/** What was searched lately; it is kept on this device and never sent. */
export function useRecent() {
  const text = useSyncExternalStore(onStorageChange, () => readText(key))
  const list = useMemo(() => parseRecent(text), [text])
  return {
    list,
    remember: (one: Suggestion) => writeJson(key, withRecent(list, one)),
    forget: (one: Suggestion) => writeJson(key, withoutRecent(list, one)),
    clear: () => removeStored(key),
  }
}
