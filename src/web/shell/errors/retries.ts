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

const loadingErrorPatterns = [
  /dynamically imported module/i,
  /importing a module script failed/i,
  /unable to preload css/i,
  /loading (css )?chunk/i,
  /failed to load module script/i,
]

/** Whether code or styles failed to load. Browsers cache the failure, so only a reload helps. */
export function isLoadingFailure(error: unknown): boolean {
  return (
    error instanceof Error &&
    (error.name === 'ChunkLoadError' || loadingErrorPatterns.some((sign) => sign.test(error.message)))
  )
}
