import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { OrderBoard } from '#contract/desk/order-board.ts'
import { call, readJson, send } from '#web/lib/call.ts'

type KnownBoard = OrderBoard & { etag?: string }

/** Less often while nobody sees it. */
const findRefresh_ms = () => (document.visibilityState === 'hidden' ? 60_000 : 10_000)

/** The board of a branch or of all. One that has not changed is not sent again. */
export const boardQuery = (branch: string | undefined) =>
  queryOptions({
    queryKey: ['desk', 'order-board', branch ?? ''],
    queryFn: async ({ client, queryKey, signal }): Promise<KnownBoard> => {
      const known = client.getQueryData<KnownBoard>(queryKey)
      const query = branch === undefined ? {} : { branch }
      const input = { query, signal, etag: known?.etag }
      const response = await send('GET /api/v1/admin/order-board', input, 'application/json')
      if (response.status === 304 && known !== undefined) return known
      const etag = response.headers.get('etag')
      return { ...((await readJson(response)) as OrderBoard), ...(etag !== null && { etag }) }
    },
    placeholderData: keepPreviousData,
    refetchInterval: findRefresh_ms,
    refetchIntervalInBackground: true,
  })

/** An order for a page that prints it. */
export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: ['desk', 'online-orders', 'record', id],
    queryFn: ({ signal }) => call('GET /api/v1/admin/online-orders/{id}', { params: { id }, signal }),
  })
