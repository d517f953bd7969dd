import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { BodyOf } from '#contract/endpoint.ts'
import type { OrderMessages, sendOrderMessage } from '#contract/orders/order-messages.ts'
import { minute_ms } from '#contract/time.ts'
import { call } from '#web/api/call.ts'
import { callIfChanged } from '#web/api/callIfChanged.ts'
import { requestNames, sendOnce } from '#web/api/pendingRequests.ts'

const key = (id: string) => ['orders', 'messages', id]

/** Messages are asked for this often, and less in the background. */
const findRefresh_ms = () => (document.visibilityState === 'hidden' ? minute_ms : 10_000)

/** What an order's customer and branch wrote to each other; what is shown is marked as read. */
export function useOrderMessages(id: string) {
  const queries = useQueryClient()
  const found = useQuery({
    queryKey: key(id),
    queryFn: ({ client, queryKey, signal }) =>
      callIfChanged('GET /api/v1/orders/{id}/messages', { params: { id }, signal }, { client, queryKey }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.is_open === false ? false : findRefresh_ms()),
  })
  const unread = found.data?.unread ?? 0
  useEffect(() => {
    if (unread === 0) return
    // What is not told now is told on the next visit.
    call('POST /api/v1/orders/{id}/messages/read', { params: { id } }).then(
      () => queries.invalidateQueries({ queryKey: ['notifications', 'threads'] }),
      () => undefined,
    )
  }, [unread, id, queries])
  return found
}

/** Sends a message once however often it is sent. */
export function useSendMessage(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyOf<typeof sendOrderMessage>) =>
      sendOnce(requestNames.sendMessage(id), { body }, (same, retryKey) =>
        call('POST /api/v1/orders/{id}/messages', { params: { id }, body: same, retryKey }),
      ),
    networkMode: 'always',
    onSuccess: (messages: OrderMessages) => queries.setQueryData(key(id), messages),
  })
}
