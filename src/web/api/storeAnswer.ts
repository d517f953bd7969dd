import type { QueryClient, QueryFilters, QueryKey } from '@tanstack/react-query'

/*
 * The only place that writes to the cache of responses. A request that is under way when something is changed may be
 * answered with what was before the change, after the change: it is cancelled first.
 */

/** Stores what a change was answered with, or changes what is stored. Returns what was stored before. */
export async function storeAnswer<Data>(
  queries: QueryClient,
  queryKey: QueryKey,
  data: Data | ((before: Data | undefined) => Data | undefined),
): Promise<Data | undefined> {
  await queries.cancelQueries({ queryKey, exact: true })
  const before = queries.getQueryData<Data>(queryKey)
  queries.setQueryData<Data>(queryKey, data as Data)
  return before
}

/** Changes every stored answer that the filters find. */
export async function changeAnswers<Data>(
  queries: QueryClient,
  filters: QueryFilters,
  change: (before: Data | undefined) => Data | undefined,
): Promise<void> {
  await queries.cancelQueries(filters)
  queries.setQueriesData<Data>(filters, change)
}

/** Gives up the requests under way, so that none of them is answered with what was before a change. */
export const cancelRequests = (queries: QueryClient, queryKey: QueryKey): Promise<void> =>
  queries.cancelQueries({ queryKey })
