/** Interval and duration of the check for missing files (specification). */
const CHECK_INTERVAL_MS = 2_000
const CHECK_DURATION_MS = 15_000

interface AssetTiming {
  name: string
  responseStatus?: number
}

/** Our code and styles (`/assets/….js`, `.css`) that the server did not deliver. */
export const findMissingAssets = (timings: readonly AssetTiming[], origin: string): string[] =>
  timings
    .filter(({ responseStatus = 0 }) => responseStatus >= 400)
    .map(({ name }) => name)
    .filter((name) => name.startsWith(`${origin}/assets/`) && /\.(js|css)$/.test(name))

/** Watches the first page's files and reports the first missing one. Returns the function to stop. */
export function watchResources(onMissing: (address: string) => void): () => void {
  const failed: string[] = []
  const recordFailure = ({ target }: Event) => {
    if (target instanceof HTMLScriptElement) failed.push(target.src)
    else if (target instanceof HTMLLinkElement && target.rel !== 'icon') failed.push(target.href)
  }
  // Error events of elements don't bubble, so capture them.
  window.addEventListener('error', recordFailure, { capture: true })
  const check = () => {
    const timings = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const [first] = [
      ...findMissingAssets(
        failed.map((name) => ({ name, responseStatus: 404 })),
        window.location.origin,
      ),
      ...findMissingAssets(timings, window.location.origin),
    ]
    if (first === undefined) return
    stop()
    onMissing(first)
  }
  const interval = setInterval(check, CHECK_INTERVAL_MS)
  const end = setTimeout(() => stop(), CHECK_DURATION_MS)
  const stop = () => {
    clearInterval(interval)
    clearTimeout(end)
    window.removeEventListener('error', recordFailure, { capture: true })
  }
  return stop
}
