import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { BodyOf } from '#contract/endpoint.ts'
import type { requestReturn } from '#contract/orders/order-returns.ts'
import { call } from '#web/api/call.ts'
import { requestNames, sendOnce } from '#web/api/pendingRequests.ts'
import { useTranslation } from '#web/page/translation.ts'

/** What was sent back of an order, or is to be, newest first. */
export function useReturns(id: string, enabled: boolean) {
  const { language } = useTranslation()
  return useQuery({
    queryKey: ['orders', 'returns', language, id],
    queryFn: ({ signal }) => call('GET /api/v1/orders/{id}/returns', { params: { id }, signal }),
    staleTime: 0,
    enabled,
  })
}

export type ReturnBody = BodyOf<typeof requestReturn>

/** Asks to send lines of an order back, once however often it is sent. */
export function useRequestReturn(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: ReturnBody) =>
      sendOnce(requestNames.requestReturn(id), { body }, (same, retryKey) =>
        call('POST /api/v1/orders/{id}/returns', { params: { id }, body: same, retryKey }),
      ),
    networkMode: 'always',
    onSuccess: () => queries.invalidateQueries({ queryKey: ['orders'] }),
  })
}
