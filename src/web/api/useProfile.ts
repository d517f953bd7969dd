import { useQuery, type QueryClient } from '@tanstack/react-query'
import type { Profile } from '#contract/accounts/auth.ts'
import { readJson, writeJson } from '#web/storage/storage.ts'
import { call } from './call.ts'
import { readToken, useSignedIn } from './session.ts'
import { storeAnswer } from './storeAnswer.ts'

const key = ['profile'] as const

/** The signed-in user: first from this device's cache, then from the server. Undefined for visitors. */
export function useProfile() {
  const signedIn = useSignedIn()
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => fetchProfile(signal),
    enabled: signedIn,
    initialData: signedIn ? readCachedProfile : undefined,
    initialDataUpdatedAt: 0,
  })
}

/** Fetches and caches the profile. Without a token it throws the error of the specification. */
export async function fetchProfile(signal?: AbortSignal): Promise<Profile> {
  if (readToken() === null) throw new Error('No authentication token found')
  const profile = await call('GET /api/v1/users/profile', signal === undefined ? {} : { signal })
  // The user may have logged out meanwhile; then nothing is cached.
  if (readToken() !== null) saveProfile(profile)
  return profile
}

/** Replaces the cached profile with one returned by a login or an update. */
export async function storeProfile(queries: QueryClient, profile: Profile): Promise<void> {
  saveProfile(profile)
  await storeAnswer(queries, key, profile)
}

/** The first keys of responses that are the same for everyone, and that a page may be showing during a login. */
const publicKeys: ReadonlySet<unknown> = new Set([
  'countries',
  'states',
  'park',
  'vehicle-types',
  'shop',
  'desk_words',
  'desk_records',
])

/** Removes all cached responses that may be personal. */
export function clearPersonalQueries(queries: QueryClient): void {
  queries.removeQueries({ predicate: ({ queryKey }) => !publicKeys.has(queryKey[0]) })
}

/** Takes up another person in the session of this device, whose profile stays mounted while all else of the last one goes. */
export async function replaceProfile(queries: QueryClient, profile: Profile): Promise<void> {
  await storeProfile(queries, profile)
  queries.removeQueries({ predicate: ({ queryKey: [name] }) => name !== key[0] && !publicKeys.has(name) })
}

const saveProfile = (profile: Profile) => {
  writeJson('profile', profile)
  writeJson('user', profile)
}

function readCachedProfile(): Profile | undefined {
  if (readToken() === null) return undefined
  const stored = readJson('profile') as Partial<Profile> | null | undefined
  // What an earlier version stored has no permissions, no branches, or no operator.
  const isWhole =
    typeof stored?.email === 'string' &&
    Array.isArray(stored.permissions) &&
    Array.isArray(stored.branches) &&
    stored.operator !== undefined
  return isWhole ? (stored as Profile) : undefined
}
