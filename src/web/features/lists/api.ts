import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { EndpointKey } from '#contract/endpoints.ts'
import type { DeskPageSize } from '#contract/lists/list-facts.ts'
import type { DeskPage } from '#contract/lists/lists.ts'
import { call, type InputOf } from '#web/api/call.ts'
import { callIfChanged } from '#web/api/callIfChanged.ts'

export type ListParams = Readonly<Record<string, string>>

/** The endpoint of a list, which its name decides. */
export const listEndpoint = (name: string): EndpointKey => `GET /api/v1/admin/${name}` as EndpointKey

/** A page of a list. The previous page stays while another one is loaded, and one that has not changed is not sent again. */
export const listQuery = (name: string, params: ListParams) =>
  queryOptions({
    queryKey: ['desk', name, params],
    queryFn: ({ client, queryKey, signal }) => {
      const input = { query: params, signal } as unknown as InputOf<EndpointKey>
      return callIfChanged<EndpointKey, DeskPage>(listEndpoint(name), input, { client, queryKey })
    },
    placeholderData: keepPreviousData,
  })

/** Remembers the page size of a list for the account. What fails is left: the page has the size that was chosen. */
export function useSaveListSize(list: string): (size: DeskPageSize) => Promise<void> {
  const queries = useQueryClient()
  return async (size) => {
    await call('PUT /api/v1/users/list-sizes/{list}', { params: { list }, body: { size } }).catch(() => undefined)
    // Pages that were asked for without a size have another one now.
    await queries.invalidateQueries({ queryKey: ['desk', list], refetchType: 'none' })
  }
}
