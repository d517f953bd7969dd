import { useQueryClient } from '@tanstack/react-query'
import type { Profile } from '#contract/auth.ts'
import { startSession } from './session.ts'
import { clearPersonalQueries, storeProfile } from './useProfile.ts'

/** Begins a session with the token and the person that a login or a verification has answered. */
export function useSignIn(): (token: string, profile: Profile) => void {
  const queries = useQueryClient()
  return (token, profile) => {
    clearPersonalQueries(queries)
    storeProfile(queries, profile)
    startSession(token)
  }
}
