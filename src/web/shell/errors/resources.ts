/** From the specification: how often the page looks whether its parts came, and until when. */
const EVERY_MS = 2_000
const UNTIL_MS = 15_000

type Arrival = { name: string; responseStatus?: number }

/** Code and styles of ours that the server did not give: `/assets/….js` and `.css`. */
export const findMissingAssets = (arrivals: readonly Arrival[], origin: string): string[] =>
  arrivals
    .filter(({ responseStatus = 0 }) => responseStatus >= 400)
    .map(({ name }) => name)
    .filter((name) => name.startsWith(`${origin}/assets/`) && /\.(js|css)$/.test(name))

/** Looks after the first page's parts, and tells once of one that did not come. Gives the way out. */
export function watchResources(onMissing: (address: string) => void): () => void {
  const failed: string[] = []
  const note = ({ target }: Event) => {
    if (target instanceof HTMLScriptElement) failed.push(target.src)
    else if (target instanceof HTMLLinkElement && target.rel !== 'icon') failed.push(target.href)
  }
  // A part's own failure does not rise to the window.
  window.addEventListener('error', note, { capture: true })
  const check = () => {
    const arrivals = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const [first] = [
      ...findMissingAssets(
        failed.map((name) => ({ name, responseStatus: 404 })),
        window.location.origin,
      ),
      ...findMissingAssets(arrivals, window.location.origin),
    ]
    if (first === undefined) return
    stop()
    onMissing(first)
  }
  const every = setInterval(check, EVERY_MS)
  const end = setTimeout(() => stop(), UNTIL_MS)
  const stop = () => {
    clearInterval(every)
    clearTimeout(end)
    window.removeEventListener('error', note, { capture: true })
  }
  return stop
}
