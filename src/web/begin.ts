/*
 * The entry point of every page, and the only script in its HTML. The rest is fetched after the first paint, so that
 * scripts don't compete with the HTML for a slow connection (docs/decisions/0018).
 */

/** Maximum wait for the first paint before the rest is fetched anyway. */
const MAX_WAIT_MS = 500

/** Resolves after the first contentful paint; at once for a hidden tab, which is never painted. */
const firstPaint = () =>
  new Promise<void>((resolve) => {
    if (document.visibilityState === 'hidden') resolve()
    setTimeout(resolve, MAX_WAIT_MS)
    new PerformanceObserver((entries) => {
      if (entries.getEntriesByName('first-contentful-paint').length > 0) resolve()
    }).observe({ type: 'paint', buffered: true })
  })

/** Lets the browser handle pending input events. */
const yieldToInput = () => new Promise((resolve) => setTimeout(resolve))

/** Number of files requested at once. */
const BATCH_SIZE = 4

/** Preloads the files of this page, listed by the server, in parallel instead of as a chain of imports. */
async function fetchAhead(): Promise<void> {
  const block = document.getElementById('page-files')
  for (const [n, href] of (JSON.parse(block?.textContent ?? '[]') as string[]).entries()) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href }))
    if (n % BATCH_SIZE === BATCH_SIZE - 1) await yieldToInput()
  }
}

/** Creates the first Intl formatters, which are the slowest, while the code is loading. */
async function warmUp(): Promise<void> {
  await yieldToInput()
  new Intl.NumberFormat('en').format(1)
  await yieldToInput()
  new Intl.DateTimeFormat('en', { timeStyle: 'short', timeZone: 'UTC' }).format()
}

// Not awaited: a top-level await keeps the bundler from joining chunks.
void firstPaint().then(() => Promise.all([import('./main.tsx'), yieldToInput().then(fetchAhead).then(warmUp)]))
