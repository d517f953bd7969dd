/** Used while storage is unavailable; lasts as long as the page. */
const memory = new Map<string, string>()

/** The parsed JSON stored for this tab under a key; undefined if there is none or it is invalid. */
export function readTabValue(key: string): unknown {
  try {
    const text = memory.get(key) ?? globalThis.sessionStorage?.getItem(key)
    return text ? (JSON.parse(text) as unknown) : undefined
  } catch {
    return undefined
  }
}

/** Stores a value for this tab; it survives reloads, logins and the payment provider's page. Never throws. */
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
    // Storage is unavailable, so nothing was stored.
  }
}
