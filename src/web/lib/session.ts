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
  'changes_waiting',
  'guard_session',
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

/**
 * Tells the server that somebody is signed in here, so that it does not ask them to log in (docs/decisions/0022). It proves
 * nothing, and lets nobody in.
 */
const markSignedIn = (): void => {
  document.cookie = 'signed_in=1; path=/; max-age=31536000; samesite=lax'
}

/** For a session that began before this cookie was known, or whose cookie was removed. */
export function keepSignedInMark(): void {
  if (readToken() !== null) markSignedIn()
}

export function startSession(token: string): void {
  memory = token
  markSignedIn()
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
  document.cookie = 'signed_in=; path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT; samesite=lax'
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
