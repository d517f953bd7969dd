import { retriesKey } from '#contract/page-retries.ts'

/** Number of reloads caused by missing files; kept across reloads. */
export function countRetries(): number {
  try {
    return Number(sessionStorage.getItem(retriesKey) ?? 0)
  } catch {
    return 0
  }
}

/** Records a reload. Returns false without storage: automatic reloads would then never end. */
export function recordRetry(): boolean {
  try {
    sessionStorage.setItem(retriesKey, String(countRetries() + 1))
    return true
  } catch {
    return false
  }
}

export function clearRetries(): void {
  try {
    sessionStorage.removeItem(retriesKey)
  } catch {
    // Storage is unavailable, so nothing was stored.
  }
}
