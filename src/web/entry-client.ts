/*
 * The only script file in the HTML. It requests the page's code after the first paint, so that on a slow connection the code
 * does not compete with the styles and fonts of what the server has rendered (docs/decisions/0022).
 */

import { recordEarlyInput } from '#web/page/earlyInput.ts'

/** Maximum wait for the first paint. */
const maxWait_ms = 500

/** Resolves after the first contentful paint; at once in a hidden tab, which is not painted. */
const waitForPaint = () =>
  new Promise<void>((resolve) => {
    if (document.visibilityState === 'hidden') resolve()
    setTimeout(resolve, maxWait_ms)
    new PerformanceObserver((entries) => {
      if (entries.getEntriesByName('first-contentful-paint').length > 0) resolve()
    }).observe({ type: 'paint', buffered: true })
  })

recordEarlyInput()
// Not awaited: a top-level await keeps the bundler from joining chunks.
void waitForPaint().then(() => {
  // All files of the page at once, as the server lists them, and not as a chain of imports.
  const files = document.querySelector<HTMLTemplateElement>('#page-code')
  if (files !== null) document.head.append(files.content)
  return import('./start.tsx')
})
