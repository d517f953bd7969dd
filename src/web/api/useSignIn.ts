import { useQueryClient } from '@tanstack/react-query'
import type { Profile } from '#contract/accounts/auth.ts'
import { startSession } from './session.ts'
import { clearPersonalQueries, storeProfile } from './useProfile.ts'

/** Starts a session with the token and profile returned by a login or verification. */
export function useSignIn(): (token: string, profile: Profile, remember?: boolean) => void {
  const queries = useQueryClient()
  return (token, profile, remember) => {
    clearPersonalQueries(queries)
    void storeProfile(queries, profile)
    startSession(token, remember)
  }
}
