import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { updateAddress, createAddress } from '#contract/addresses/addresses.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { call } from '#web/api/call.ts'
import { requestNames, sendOnce } from '#web/api/pendingRequests.ts'
import { useSignedIn } from '#web/api/session.ts'

const addressesKey = ['addresses'] as const

/** One's own addresses, the default one first; idle for visitors. */
export function useAddresses() {
  const signedIn = useSignedIn()
  return useQuery({
    queryKey: addressesKey,
    queryFn: async ({ signal }) => (await call('GET /api/v1/user/addresses', { signal })).items,
    enabled: signedIn,
  })
}

export type NewAddress = BodyOf<typeof createAddress>

/** What changes the list of addresses. */
export function useAddressChanges() {
  const queries = useQueryClient()
  const onSuccess = () => queries.invalidateQueries({ queryKey: addressesKey })
  return {
    create: useMutation({
      mutationFn: (body: NewAddress) =>
        sendOnce(requestNames.createAddress, { body }, (sent, retryKey) =>
          call('POST /api/v1/user/addresses', { body: sent, retryKey }),
        ),
      onSuccess,
    }),
    update: useMutation({
      mutationFn: ({ id, body }: { id: string; body: BodyOf<typeof updateAddress> }) =>
        call('PUT /api/v1/user/addresses/{id}', { params: { id }, body }),
      onSuccess,
    }),
    delete: useMutation({
      mutationFn: (id: string) => call('DELETE /api/v1/user/addresses/{id}', { params: { id } }),
      onSuccess,
    }),
    setDefault: useMutation({
      mutationFn: (id: string) => call('PUT /api/v1/user/addresses/{id}/default', { params: { id } }),
      onSuccess,
    }),
  }
}
