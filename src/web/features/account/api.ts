import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Profile } from '#contract/accounts/auth.ts'
import { call } from '#web/api/call.ts'
import { isRemembered, startSession } from '#web/api/session.ts'
import { storeProfile } from '#web/api/useProfile.ts'

const sessionsKey = ['account', 'sessions'] as const

export function useLoginMethods() {
  return useQuery({
    queryKey: ['account', 'ways-in'],
    queryFn: ({ signal }) => call('GET /api/v1/users/account', { signal }),
  })
}

export function useSessions() {
  return useQuery({
    queryKey: sessionsKey,
    queryFn: ({ signal }) => call('GET /api/v1/users/sessions', { signal }),
    staleTime: 0,
  })
}

/** Logs out one device by its id, or all except this one. */
export function useRevokeSessions() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) =>
      id === 'others'
        ? call('DELETE /api/v1/users/sessions', {})
        : call('DELETE /api/v1/users/sessions/{id}', { params: { id } }),
    onSettled: () => queries.invalidateQueries({ queryKey: sessionsKey }),
  })
}

/** Replaces the session after a password change has ended it, and refetches the account's queries. */
export function useRenewSession() {
  const queries = useQueryClient()
  return async (token: string, profile: Profile) => {
    startSession(token, isRemembered())
    await storeProfile(queries, profile)
    await queries.invalidateQueries({ queryKey: ['account'] })
  }
}

/** Never cached, because balances and bookings change. */
export function useErasurePreview() {
  return useQuery({
    queryKey: ['account', 'erasure'],
    queryFn: ({ signal }) => call('GET /api/v1/users/account/erasure', { signal }),
    staleTime: 0,
    gcTime: 0,
  })
}
