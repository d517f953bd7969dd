import { QueryCache, QueryClient } from '@tanstack/react-query'
import { CallError } from './call.ts'

/** What is held of these goes with a load that fails (specification, section 8). */
const emptied = new Set<unknown>(['parks', 'park', 'rate', 'fees', 'countries'])

/** All that is asked of the server and held for a while. */
export const createQueries = (): QueryClient =>
  new QueryClient({
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
