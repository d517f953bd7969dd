import { useQuery, type QueryClient } from '@tanstack/react-query'
import { getProfile, type Profile } from '#contract/auth.ts'
import { call } from './call.ts'
import { readToken, useSignedIn } from './session.ts'
import { readJson, writeJson } from './storage.ts'

const key = ['profile'] as const

/** The person who is signed in: at once from this device's cache, then from the server. Undefined for visitors. */
export function useProfile() {
  const signedIn = useSignedIn()
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => fetchProfile(signal),
    enabled: signedIn,
    initialData: cached,
    initialDataUpdatedAt: 0,
  })
}

/** Asks the server, and keeps what it says. Without a token it fails in the specification's words: nobody is to ask then. */
export async function fetchProfile(signal?: AbortSignal): Promise<Profile> {
  if (readToken() === null) throw new Error('No authentication token found')
  const profile = await call(getProfile, signal === undefined ? {} : { signal })
  // Whoever has logged out meanwhile leaves nothing behind.
  if (readToken() !== null) keep(profile)
  return profile
}

/** Puts a profile that the server has just answered (a login, a change) in place of the known one. */
export function storeProfile(queries: QueryClient, profile: Profile): void {
  keep(profile)
  queries.setQueryData(key, profile)
}

/** What was answered to whoever was here before is not this person's. */
export function clearPersonalQueries(queries: QueryClient): void {
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'countries' && queryKey[0] !== 'states' })
}

const keep = (profile: Profile) => {
  writeJson('profile', profile)
  writeJson('user', profile)
}

function cached(): Profile | undefined {
  if (readToken() === null) return undefined
  const stored = readJson('profile') as Partial<Profile> | null | undefined
  return typeof stored?.email === 'string' ? (stored as Profile) : undefined
}
