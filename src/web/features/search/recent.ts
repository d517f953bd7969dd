import { useMemo, useSyncExternalStore } from 'react'
import type { Suggestion } from '#contract/places/places.ts'
import { suggestionKinds } from '#contract/places/suggestion-kinds.ts'
import { onStorageChange, readText, removeStored, writeJson, writeText } from '#web/storage/storage.ts'

const key = 'recentSearches'
/** Present where the visitor wants no searches to be saved. */
const offKey = 'recentSearchesOff'
const maxRecent = 5

/** Whether two suggestions are the same place, regardless of exact position. */
const isSame = (a: Suggestion, b: Suggestion): boolean =>
  a.kind === b.kind && a.name === b.name && Math.abs(a.lat - b.lat) < 0.01 && Math.abs(a.lng - b.lng) < 0.01

/** Adds a suggestion at the front and drops duplicates and the oldest. */
export const withRecent = (list: readonly Suggestion[], suggestion: Suggestion): Suggestion[] =>
  [suggestion, ...withoutRecent(list, suggestion)].slice(0, maxRecent)

export const withoutRecent = (list: readonly Suggestion[], suggestion: Suggestion): Suggestion[] =>
  list.filter((other) => !isSame(other, suggestion))

const isText = (value: unknown): value is string | undefined => value === undefined || typeof value === 'string'

/** Checked by hand, because zod would enlarge the home page's code. */
function readSuggestion(stored: unknown): Suggestion[] {
  if (typeof stored !== 'object' || stored === null) return []
  const { kind, name, context, lat, lng, approximate, id, slug } = stored as Partial<Suggestion>
  if (kind === undefined || !suggestionKinds.includes(kind)) return []
  if (typeof name !== 'string' || typeof context !== 'string') return []
  if (!Number.isFinite(lat) || !Number.isFinite(lng) || !isText(id) || !isText(slug)) return []
  const point = { lat: lat!, lng: lng! }
  const isApproximate = approximate === true && { approximate }
  return [
    {
      kind,
      name,
      context,
      ...point,
      ...isApproximate,
      ...(id !== undefined && { id }),
      ...(slug !== undefined && { slug }),
    },
  ]
}

/** Parses stored searches and skips invalid ones. */
export function parseRecent(text: string | undefined): Suggestion[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]')
    if (!Array.isArray(stored)) return []
    return stored.flatMap(readSuggestion).slice(0, maxRecent)
  } catch {
    return []
  }
}

/** Recent searches; stored on this device only, until logout, and not at all once they are switched off. */
export function useRecent() {
  const text = useSyncExternalStore(
    onStorageChange,
    () => readText(key),
    () => undefined,
  )
  const isOff = useSyncExternalStore(
    onStorageChange,
    () => readText(offKey) !== undefined,
    () => false,
  )
  const list = useMemo(() => parseRecent(text), [text])
  return {
    list,
    isOff,
    remember: (suggestion: Suggestion) => {
      if (!isOff) writeJson(key, withRecent(list, suggestion))
    },
    switchOff: () => {
      removeStored(key)
      writeText(offKey, '1')
    },
    switchOn: () => removeStored(offKey),
    forget: (suggestion: Suggestion) => writeJson(key, withoutRecent(list, suggestion)),
    clear: () => removeStored(key),
  }
}
