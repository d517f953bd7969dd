import { QueryClientProvider } from '@tanstack/react-query'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { startI18n } from '#web/i18n.ts'
import { createQueries } from '#web/lib/queries.ts'
import { ignoreLateClicks } from '#web/lib/lateClicks.ts'
import { loadPage } from '#web/routes.tsx'
import { App } from '#web/shell/App.tsx'
import { watchErrors } from '#web/shell/errors/reports.ts'
import { isLoadingFailure } from '#web/shell/errors/retries.ts'

/** A page whose code is all but here is waited for under what index.html has painted; the loader's bar is for longer. */
const PAGE_COMES_MS = 1_000

const start = async () => {
  watchErrors()
  ignoreLateClicks()
  const catalogue = startI18n()
  const page = loadPage(window.location.pathname)
  await catalogue
  await Promise.race([page, new Promise((resolve) => setTimeout(resolve, PAGE_COMES_MS))])
  const root = document.getElementById('root')
  if (root === null) throw new Error('the page has no root')
  // Code that did not come is answered by the boundary, and the browser has said so.
  const onCaughtError = (error: unknown) => {
    if (!isLoadingFailure(error)) console.error(error)
  }
  const reactRoot = createRoot(root, { onCaughtError })
  // In small parts, so that a tap in between is answered.
  startTransition(() =>
    reactRoot.render(
      <QueryClientProvider client={createQueries()}>
        <BrowserRouter>
          <App />
        </BrowserRouter>
      </QueryClientProvider>,
    ),
  )
}

// Not awaited: what waits at the top level keeps the bundler from joining chunks, and can wait for itself.
void start()
