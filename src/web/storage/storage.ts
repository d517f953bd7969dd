/** Dispatched when this page changes storage (specification). */
export const STORAGE_EVENT = 'local-storage-updated'

/** Used while storage is unavailable (private windows, blocked cookies); lasts as long as the page. */
const memory = new Map<string, string>()

const findStorage = (): Storage | undefined => {
  try {
    return globalThis.localStorage
  } catch {
    return undefined
  }
}

const announce = (key: string) => {
  if (typeof window !== 'undefined') window.dispatchEvent(new CustomEvent(STORAGE_EVENT, { detail: { key } }))
}

/** The raw text under a key; undefined if there is none. */
export const readText = (key: string): string | undefined => {
  const inMemory = memory.get(key)
  if (inMemory !== undefined) return inMemory
  try {
    return findStorage()?.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

/** Stores a text and dispatches the change event. Never throws: if storage fails, the text is kept in memory. */
export const writeText = (key: string, text: string): void => {
  try {
    const storage = findStorage()
    if (!storage) throw new Error('no storage')
    storage.setItem(key, text)
    memory.delete(key)
  } catch {
    memory.set(key, text)
  }
  announce(key)
}

/** Whether what was written under a key outlasts the page. */
export const isStored = (key: string): boolean => !memory.has(key)

export const removeStored = (key: string): void => {
  memory.delete(key)
  try {
    findStorage()?.removeItem(key)
  } catch {
    // Storage is unavailable, so nothing was stored.
  }
  announce(key)
}

/** The parsed JSON under a key; undefined if there is none or it is invalid. */
export const readJson = (key: string): unknown => {
  const text = readText(key)
  if (text === undefined) return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

export const writeJson = (key: string, value: unknown): void => writeText(key, JSON.stringify(value))

/**
 * Calls back on each change, in this tab or another; `key` is undefined when storage was cleared. Returns the function
 * to unsubscribe.
 */
export const onStorageChange = (listener: (key: string | undefined) => void): (() => void) => {
  const here = (event: Event) => listener((event as CustomEvent<{ key: string }>).detail.key)
  const elsewhere = (event: StorageEvent) => listener(event.key ?? undefined)
  window.addEventListener(STORAGE_EVENT, here)
  window.addEventListener('storage', elsewhere)
  return () => {
    window.removeEventListener(STORAGE_EVENT, here)
    window.removeEventListener('storage', elsewhere)
  }
}
