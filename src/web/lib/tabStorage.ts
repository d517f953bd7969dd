/** What is kept while the browser denies its storage: it lasts as long as the page. */
const memory = new Map<string, string>()

/** What this tab keeps under a key, as JSON; undefined when there is nothing, or nothing that can be read. */
export function readTabValue(key: string): unknown {
  try {
    const text = memory.get(key) ?? globalThis.sessionStorage?.getItem(key)
    return text ? (JSON.parse(text) as unknown) : undefined
  } catch {
    return undefined
  }
}

/** Keeps a value for this tab: it outlives a reload, a login and a trip to the payment provider. Never throws. */
export function writeTabValue(key: string, value: unknown): void {
  const text = JSON.stringify(value)
  try {
    sessionStorage.setItem(key, text)
    memory.delete(key)
  } catch {
    memory.set(key, text)
  }
}

export function removeTabValue(key: string): void {
  memory.delete(key)
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Denied: then nothing stands there either.
  }
}
