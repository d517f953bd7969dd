import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { OrderBoard } from '#contract/orders/desk/order-board.ts'
import { minute_ms } from '#contract/time.ts'
import { call } from '#web/api/call.ts'
import { callIfChanged, type Versioned } from '#web/api/callIfChanged.ts'

/** Less often while nobody sees it. */
const findRefresh_ms = () => (document.visibilityState === 'hidden' ? minute_ms : 10_000)

/** The board of a branch or of all. One that has not changed is not sent again. */
export const boardQuery = (branch: string | undefined) =>
  queryOptions({
    queryKey: ['desk', 'order-board', branch ?? ''],
    queryFn: ({ client, queryKey, signal }): Promise<Versioned<OrderBoard>> => {
      const query = branch === undefined ? {} : { branch }
      return callIfChanged('GET /api/v1/admin/order-board', { query, signal }, { client, queryKey })
    },
    placeholderData: keepPreviousData,
    refetchInterval: findRefresh_ms,
    refetchIntervalInBackground: true,
  })

/** The QR code of an order's receipt. */
export const orderCodeQuery = (id: string) =>
  queryOptions({
    queryKey: ['desk', 'online-orders', 'code', id],
    queryFn: ({ signal }) => call('GET /api/v1/admin/online-orders/{id}/code', { params: { id }, signal }),
    staleTime: Infinity,
  })

/** An order for a page that prints it. */
export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: ['desk', 'online-orders', 'record', id],
    queryFn: ({ signal }) => call('GET /api/v1/admin/online-orders/{id}', { params: { id }, signal }),
  })
