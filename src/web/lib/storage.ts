/** The event of the specification: something in the browser's storage has changed, by this page. */
export const STORAGE_EVENT = 'local-storage-updated'

/** What is kept while the browser denies its storage (private windows, blocked cookies): it lasts as long as the page. */
const memory = new Map<string, string>()

const area = (): Storage | undefined => {
  try {
    return globalThis.localStorage
  } catch {
    return undefined
  }
}

const announce = (key: string) => {
  if (typeof window !== 'undefined') window.dispatchEvent(new CustomEvent(STORAGE_EVENT, { detail: { key } }))
}

/** The text under a key, as it stands there. */
export const readText = (key: string): string | undefined => {
  const held = memory.get(key)
  if (held !== undefined) return held
  try {
    return area()?.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

/** Keeps a text and announces it. Never throws: what the browser refuses is held in memory. */
export const writeText = (key: string, text: string): void => {
  try {
    const storage = area()
    if (!storage) throw new Error('no storage')
    storage.setItem(key, text)
    memory.delete(key)
  } catch {
    memory.set(key, text)
  }
  announce(key)
}

export const removeStored = (key: string): void => {
  memory.delete(key)
  try {
    area()?.removeItem(key)
  } catch {
    // Denied: then nothing stands there either.
  }
  announce(key)
}

/** What stands under a key as JSON; undefined when there is nothing, or nothing that can be read. */
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

/** Calls back for each change, here or in another tab; `key` is undefined when all was cleared. Gives the way out. */
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
