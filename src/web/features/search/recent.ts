import { useMemo, useSyncExternalStore } from 'react'
import { type Suggestion, suggestionKinds } from '#contract/places.ts'
import { onStorageChange, readText, removeStored, writeJson } from '#web/lib/storage.ts'

const key = 'recentSearches'
const maxRecent = 5

/** Two suggestions of one thing, however exactly it lies. */
const isSame = (a: Suggestion, b: Suggestion): boolean =>
  a.kind === b.kind && a.name === b.name && Math.abs(a.lat - b.lat) < 0.01 && Math.abs(a.lng - b.lng) < 0.01

/** With this one first, each once, the oldest forgotten. */
export const withRecent = (list: readonly Suggestion[], one: Suggestion): Suggestion[] =>
  [one, ...withoutRecent(list, one)].slice(0, maxRecent)

export const withoutRecent = (list: readonly Suggestion[], one: Suggestion): Suggestion[] =>
  list.filter((other) => !isSame(other, one))

const isText = (value: unknown): value is string | undefined => value === undefined || typeof value === 'string'

/** By hand: a schema would bring zod to the home page. */
function readSuggestion(stored: unknown): Suggestion[] {
  if (typeof stored !== 'object' || stored === null) return []
  const { kind, name, context, lat, lng, id, slug } = stored as Partial<Suggestion>
  if (kind === undefined || !suggestionKinds.includes(kind)) return []
  if (typeof name !== 'string' || typeof context !== 'string') return []
  if (!Number.isFinite(lat) || !Number.isFinite(lng) || !isText(id) || !isText(slug)) return []
  const point = { lat: lat!, lng: lng! }
  return [{ kind, name, context, ...point, ...(id !== undefined && { id }), ...(slug !== undefined && { slug }) }]
}

/** What is kept; what cannot be read is left out. */
export function parseRecent(text: string | undefined): Suggestion[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]')
    if (!Array.isArray(stored)) return []
    return stored.flatMap(readSuggestion).slice(0, maxRecent)
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
