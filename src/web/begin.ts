/*
 * The first code of every page, and all that its HTML asks for: what stands there is painted before the rest is fetched, so
 * that on a slow line the code does not take the line from what can be read already (docs/decisions/0018).
 */

import { isFrugal, isSlow } from '#web/features/map/capability.ts'

/** After so long the rest is fetched whether or not anything was painted. */
const LONGEST_MS = 300

/** Once what stands in the HTML is on the screen. A page that is not in sight is not painted, and does not wait. */
const painted = () =>
  new Promise<void>((resolve) => {
    if (document.visibilityState === 'hidden') resolve()
    setTimeout(resolve, LONGEST_MS)
    requestAnimationFrame(() => setTimeout(resolve))
  })

/** The first date that is written takes longer than all others together: now, while the code is on its way. */
const warmUp = () => new Intl.DateTimeFormat('en', { timeStyle: 'short', timeZone: 'UTC' }).format()

/** The files of this page, as the server names them: asked for together, and not each when the one before it has run. */
function fetchAhead(): void {
  const block = document.getElementById('page-files')
  for (const href of JSON.parse(block?.textContent ?? '[]') as string[]) {
    const link = Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href })
    document.head.append(link)
  }
}

// A search begins as its list alone, before it is drawn for the first time.
if (isFrugal() || isSlow()) document.documentElement.dataset['listAlone'] = ''

// Not awaited: what waits at the top level keeps the bundler from joining chunks.
void painted().then(() => {
  fetchAhead()
  setTimeout(warmUp)
  return import('./main.tsx')
})
