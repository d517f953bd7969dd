import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { endOtherSessions, endSession, getLoginMethods, listSessions, previewErasure } from '#contract/account.ts'
import type { Profile } from '#contract/auth.ts'
import { call } from '#web/lib/call.ts'
import { startSession } from '#web/lib/session.ts'
import { storeProfile } from '#web/lib/useProfile.ts'

const sessionsKey = ['account', 'sessions'] as const

export function useLoginMethods() {
  return useQuery({ queryKey: ['account', 'ways-in'], queryFn: ({ signal }) => call(getLoginMethods, { signal }) })
}

export function useSessions() {
  return useQuery({ queryKey: sessionsKey, queryFn: ({ signal }) => call(listSessions, { signal }), staleTime: 0 })
}

/** Logs out one device by its id, or all except this one. */
export function useEndSessions() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string | 'others') =>
      id === 'others' ? call(endOtherSessions, {}) : call(endSession, { params: { id } }),
    onSettled: () => queries.invalidateQueries({ queryKey: sessionsKey }),
  })
}

/** Replaces the session after a password change has ended it, and refetches the account's queries. */
export function useRenewSession() {
  const queries = useQueryClient()
  return async (token: string, profile: Profile) => {
    startSession(token)
    storeProfile(queries, profile)
    await queries.invalidateQueries({ queryKey: ['account'] })
  }
}

/** Never cached, because balances and bookings change. */
export function useErasurePreview() {
  return useQuery({
    queryKey: ['account', 'erasure'],
    queryFn: ({ signal }) => call(previewErasure, { signal }),
    staleTime: 0,
    gcTime: 0,
  })
}
