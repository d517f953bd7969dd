import { useSyncExternalStore } from 'react'

/** Storage key of the token (specification). */
const tokenKey = 'parkwell_user_token'
/** Personal data cached on the device, removed with the session. */
const personalKeys = [
  'user',
  'profile',
  'vehicles',
  'email',
  'bookings_offline',
  'spots_here',
  'social_login_success',
  'social_login_new_user',
]

// Without storage, the session lasts as long as the page.
let memory: string | null = null
const listeners = new Set<() => void>()
const notify = () => {
  for (const listener of listeners) listener()
}

export function readToken(): string | null {
  try {
    return localStorage.getItem(tokenKey)
  } catch {
    return memory
  }
}

export function startSession(token: string): void {
  memory = token
  try {
    localStorage.setItem(tokenKey, token)
  } catch {
    // Kept in memory only.
  }
  notify()
}

/** Removes the token and all personal data cached on this device. */
export function endSession(): void {
  memory = null
  try {
    for (const key of [tokenKey, ...personalKeys]) localStorage.removeItem(key)
  } catch {
    // Storage is unavailable, so nothing was stored.
  }
  notify()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  // Another tab logged in or out.
  const onStorage = (event: StorageEvent) => {
    if (event.key === tokenKey || event.key === null) listener()
  }
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', onStorage)
  }
}

/** Whether a token exists. The server renders pages signed out. */
export function useSignedIn(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => readToken() !== null,
    () => false,
  )
}
