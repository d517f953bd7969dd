import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { BodyOf } from '#contract/endpoint.ts'
import type { claimPark, listCharger, listSpace } from '#contract/partners/partners.ts'
import { call } from '#web/api/call.ts'
import { requestNames, sendOnce } from '#web/api/pendingRequests.ts'

const operatorKey = ['operator'] as const

/** What the signed-in person runs, has claimed and has offered. */
export const useOperator = () =>
  useQuery({ queryKey: operatorKey, queryFn: ({ signal }) => call('GET /api/v1/partners/me', { signal }) })

/** Sends a request and reads again what the person has. */
function useRequest<Input, Answer>(send: (input: Input) => Promise<Answer>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: operatorKey })
      // A car park of one's own brings permissions.
      await queries.invalidateQueries({ queryKey: ['profile'] })
    },
  })
}

export const useClaimPark = () =>
  useRequest((body: BodyOf<typeof claimPark>) =>
    sendOnce(requestNames.claimPark, { body }, (sent, retryKey) =>
      call('POST /api/v1/partners/claims', { body: sent, retryKey }),
    ),
  )
export const useListSpace = () =>
  useRequest((body: BodyOf<typeof listSpace>) =>
    sendOnce(requestNames.listSpace, { body }, (sent, retryKey) =>
      call('POST /api/v1/partners/spaces', { body: sent, retryKey }),
    ),
  )
export const useListCharger = () =>
  useRequest((body: BodyOf<typeof listCharger>) =>
    sendOnce(requestNames.listCharger, { body }, (sent, retryKey) =>
      call('POST /api/v1/partners/chargers', { body: sent, retryKey }),
    ),
  )
export const useProveClaim = (id: string) =>
  useRequest((code: string) => call('POST /api/v1/partners/claims/{id}/prove', { params: { id }, body: { code } }))
export const useWithdrawClaim = (id: string) =>
  useRequest(() => call('POST /api/v1/partners/claims/{id}/withdraw', { params: { id } }))
export const useWithdrawListing = (id: string) =>
  useRequest(() => call('POST /api/v1/partners/listings/{id}/withdraw', { params: { id } }))
export const useReleasePark = () =>
  useRequest((id: string) => call('POST /api/v1/partners/parks/{id}/release', { params: { id } }))
