import { type Query, QueryCache, QueryClient } from '@tanstack/react-query'
import { CallError } from './call.ts'

/** A failed load clears the cached data of these queries (specification, section 8). */
const clearedOnError = new Set<unknown>(['parks', 'park', 'rate', 'fees', 'countries'])

/** Creates the cache of server responses. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    queryCache: new QueryCache({
      onError: (_error, query) => {
        if (clearedOnError.has(query.queryKey[0])) query.setState({ data: undefined })
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // Refusals are final; network and gateway failures are retried twice.
        retry: (failures, error) =>
          failures < 2 && error instanceof CallError && (error.status === 0 || error.status >= 502),
      },
      mutations: { retry: false },
    },
  })

/** Whether a page from the server brings the query's data along: components use it. */
export const isSentWithPage = ({ state }: Query): boolean => state.status === 'success'
