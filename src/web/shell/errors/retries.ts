const key = 'page_retries'

/** How often this page was loaded anew because a part of it did not arrive; kept over the reload. */
export function countRetries(): number {
  try {
    return Number(sessionStorage.getItem(key) ?? 0)
  } catch {
    return 0
  }
}

/** Notes one more try. False where nothing can be noted: then only the person may try again, or it would never end. */
export function noteRetry(): boolean {
  try {
    sessionStorage.setItem(key, String(countRetries() + 1))
    return true
  } catch {
    return false
  }
}

export function forgetRetries(): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Nothing was noted.
  }
}

const loadingSigns = [
  /dynamically imported module/i,
  /importing a module script failed/i,
  /unable to preload css/i,
  /loading (css )?chunk/i,
  /failed to load module script/i,
]

/** True for code or styles that did not arrive: only loading the page anew helps, the browser remembers the failure. */
export function isLoadingFailure(error: unknown): boolean {
  return (
    error instanceof Error && (error.name === 'ChunkLoadError' || loadingSigns.some((sign) => sign.test(error.message)))
  )
}
