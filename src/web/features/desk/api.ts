import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { DeskPage } from '#contract/desk/lists.ts'
import type { EndpointKey } from '#contract/endpoints.ts'
import { type InputOf, readJson, send } from '#web/lib/call.ts'

export type ListParams = Readonly<Record<string, string>>

/** The endpoint of a list, which its name decides. */
export const listEndpoint = (name: string): EndpointKey => `GET /api/v1/admin/${name}` as EndpointKey

/** A page of a list with its version. */
type KnownPage = DeskPage & { etag?: string }

/** A page of a list. The previous page stays while another one is loaded, and one that has not changed is not sent again. */
export const listQuery = (name: string, params: ListParams) =>
  queryOptions({
    queryKey: ['desk', name, params],
    queryFn: async ({ client, queryKey, signal }): Promise<KnownPage> => {
      const known = client.getQueryData<KnownPage>(queryKey)
      const input = { query: params, signal, etag: known?.etag } as unknown as InputOf<EndpointKey>
      const response = await send(listEndpoint(name), input, 'application/json')
      if (response.status === 304 && known !== undefined) return known
      const etag = response.headers.get('etag')
      return { ...((await readJson(response)) as DeskPage), ...(etag !== null && { etag }) }
    },
    placeholderData: keepPreviousData,
  })
