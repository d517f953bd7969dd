import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { BodyOf } from '#contract/endpoint.ts'
import type { reportProblem } from '#contract/orders/order-problems.ts'
import { call } from '#web/api/call.ts'
import { requestNames, sendOnce } from '#web/api/pendingRequests.ts'

/** Reports a service, once however often it is sent. */
export function useReportProblem(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyOf<typeof reportProblem>) =>
      sendOnce(requestNames.reportProblem(id), { body }, (same, retryKey) =>
        call('POST /api/v1/orders/{id}/problem', { params: { id }, body: same, retryKey }),
      ),
    networkMode: 'always',
    onSuccess: () => queries.invalidateQueries({ queryKey: ['orders'] }),
  })
}
