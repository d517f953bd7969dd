import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { DeskPage } from '#contract/desk/lists.ts'
import type { EndpointKey } from '#contract/endpoints.ts'
import type { InputOf } from '#web/lib/call.ts'
import { callIfChanged } from '#web/lib/callIfChanged.ts'

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
