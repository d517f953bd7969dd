import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { startI18n } from '#web/i18n.ts'
import { CallError } from '#web/lib/call.ts'
import { App } from '#web/shell/App.tsx'
import { watchErrors } from '#web/shell/reports.ts'

/** What is held of these goes with a load that fails (specification, section 8). */
const emptied = new Set<unknown>(['parks', 'park', 'rate', 'fees', 'countries'])

const queries = new QueryClient({
  queryCache: new QueryCache({
    onError: (_error, query) => {
      if (emptied.has(query.queryKey[0])) query.setState({ data: undefined })
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // What the server refused it will refuse again; a lost network is worth two more tries.
      retry: (failures, error) =>
        failures < 2 && error instanceof CallError && (error.status === 0 || error.status >= 502),
    },
    mutations: { retry: false },
  },
})

const start = async () => {
  watchErrors()
  await startI18n()
  const root = document.getElementById('root')
  if (root === null) throw new Error('the page has no root')
  createRoot(root).render(
    <QueryClientProvider client={queries}>
      <BrowserRouter>
        <App />
      </BrowserRouter>
    </QueryClientProvider>,
  )
}

// Not awaited: what waits at the top level keeps the bundler from joining chunks, and can wait for itself.
void start()
