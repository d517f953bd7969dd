import { useSyncExternalStore } from 'react'

/** Storage key of the token (specification). */
const tokenKey = 'parkwell_user_token'
/** Present for a session that ends with the browser: a login without "Remember me". */
const browserKey = 'session_ends_with_browser'
/** Personal data cached on the device, removed with the session. */
const personalKeys = [
  browserKey,
  'user',
  'profile',
  'vehicles',
  'bookings_offline',
  'spots_here',
  'recentSearches',
  'changes_waiting',
  'guard_session',
  'courier_session',
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
const markSignedIn = (remember: boolean): void => {
  document.cookie = `signed_in=1; path=/;${remember ? ' max-age=31536000;' : ''} samesite=lax`
}

const isMarked = () => /(?:^|; )signed_in=1/.test(document.cookie)

/** Whether the session outlasts the browser. */
export function isRemembered(): boolean {
  try {
    return localStorage.getItem(browserKey) === null
  } catch {
    return true
  }
}

/**
 * Takes up the session of this device: ends one that was to end with the browser, which has been closed since if its
 * cookie is gone. Of any other, the cookie is set again.
 */
export function resumeSession(): void {
  if (readToken() === null) return
  if (isRemembered()) markSignedIn(true)
  else if (!isMarked()) endSession()
}

/** Without `remember`, the session ends with the browser; where cookies are blocked, when the server ends it. */
export function startSession(token: string, remember = true): void {
  memory = token
  leaving = false
  markSignedIn(remember)
  try {
    localStorage.setItem(tokenKey, token)
    if (remember || !isMarked()) localStorage.removeItem(browserKey)
    else localStorage.setItem(browserKey, '1')
  } catch {
    // Kept in memory only.
  }
  notify()
}

/** Removes the token and all personal data cached on this device. The email address stays for the next login if it was kept. */
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

let leaving = false
/** Whether the person ends the session, and is about to leave the page. */
export const isLeaving = (): boolean => leaving

/** Ends the session because the person wants it. */
export function leaveSession(): void {
  leaving = true
  endSession()
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
