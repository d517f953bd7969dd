import type { logOut as logOutEndpoint } from '#contract/accounts/auth.ts'
import { removeStored } from '#web/storage/storage.ts'
import { leaveSession, readToken } from './session.ts'

const path: (typeof logOutEndpoint)['path'] = '/api/v1/auth/logout'
const timeout_ms = 3_000

/**
 * Ends the session (specification, section 4): clears the token, revokes it on the server, and opens the home page by a
 * full load, which discards everything in memory. The logout completes even if the server does not respond. `next` is
 * opened instead by pages that are of no use without a session.
 */
export async function logOut(next = '/'): Promise<void> {
  const token = readToken()
  leaveSession()
  clearTabStorage()
  if (token !== null) {
    await fetch(path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      keepalive: true,
      signal: AbortSignal.timeout(timeout_ms),
    }).catch(() => undefined)
  }
  window.location.replace(next)
}

/** Ends the session after the account was erased; the server has already revoked its tokens. */
export function leaveAccount(): void {
  leaveSession()
  removeStored('email')
  clearTabStorage()
  window.location.replace('/')
}

/** Discards input saved in this tab, because it belongs to the user who leaves. */
function clearTabStorage(): void {
  try {
    sessionStorage.clear()
  } catch {
    // Storage is unavailable, so nothing was stored.
  }
}
