/*
 * The first code of every page, and all that its HTML asks for: what stands there is painted before the rest is fetched, so
 * that on a slow line the code does not take the line from what can be read already (docs/decisions/0018).
 */

import { isFrugal, isSlow } from '#web/features/map/capability.ts'

/** After so long the rest is fetched whether or not anything was painted. */
const LONGEST_MS = 500

/** Once what stands in the HTML is on the screen. A page that is not in sight is not painted, and does not wait. */
const firstPaint = () =>
  new Promise<void>((resolve) => {
    if (document.visibilityState === 'hidden') resolve()
    setTimeout(resolve, LONGEST_MS)
    new PerformanceObserver((seen) => {
      if (seen.getEntriesByName('first-contentful-paint').length > 0) resolve()
    }).observe({ type: 'paint', buffered: true })
  })

/** In between taps are answered. */
const yieldToInput = () => new Promise((resolve) => setTimeout(resolve))

/** So many files are asked for at once. */
const BATCH_SIZE = 4

/** The files of this page, as the server names them: asked for together, and not each when the one before it has run. */
async function fetchAhead(): Promise<void> {
  const block = document.getElementById('page-files')
  for (const [n, href] of (JSON.parse(block?.textContent ?? '[]') as string[]).entries()) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href }))
    if (n % BATCH_SIZE === BATCH_SIZE - 1) await yieldToInput()
  }
}

/** The first number and the first date that are written take longer than all others: now, while the code is on its way. */
async function warmUp(): Promise<void> {
  await yieldToInput()
  new Intl.NumberFormat('en').format(1)
  await yieldToInput()
  new Intl.DateTimeFormat('en', { timeStyle: 'short', timeZone: 'UTC' }).format()
}

// A search begins as its list alone, before it is drawn for the first time.
if (isFrugal() || isSlow()) document.documentElement.dataset['listAlone'] = ''

// Not awaited: what waits at the top level keeps the bundler from joining chunks.
void firstPaint().then(() => Promise.all([import('./main.tsx'), yieldToInput().then(fetchAhead).then(warmUp)]))
