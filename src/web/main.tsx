import { QueryClientProvider } from '@tanstack/react-query'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { startI18n } from '#web/i18n.ts'
import { createQueryClient } from '#web/lib/queries.ts'
import { ignoreLateClicks } from '#web/lib/lateClicks.ts'
import { loadPage } from '#web/routes.tsx'
import { App } from '#web/shell/App.tsx'
import { watchErrors } from '#web/shell/errors/reports.ts'
import { isLoadingFailure } from '#web/shell/errors/retries.ts'

/** The first page may load for this long under the HTML painted by index.html before the loader appears. */
const PAGE_WAIT_MS = 1_000

const start = async () => {
  watchErrors()
  ignoreLateClicks()
  const catalogue = startI18n()
  const page = loadPage(window.location.pathname)
  await catalogue
  await Promise.race([page, new Promise((resolve) => setTimeout(resolve, PAGE_WAIT_MS))])
  const root = document.getElementById('root')
  if (root === null) throw new Error('the page has no root')
  // The error boundary handles loading failures, and the browser has logged them.
  const onCaughtError = (error: unknown) => {
    if (!isLoadingFailure(error)) console.error(error)
  }
  const reactRoot = createRoot(root, { onCaughtError })
  // As a transition, which renders in small steps and stays responsive to input.
  startTransition(() =>
    reactRoot.render(
      <QueryClientProvider client={createQueryClient()}>
        <BrowserRouter>
          <App />
        </BrowserRouter>
      </QueryClientProvider>,
    ),
  )
}

// Not awaited: a top-level await keeps the bundler from joining chunks, and can deadlock on itself.
void start()
