import { logout } from '#contract/auth.ts'
import { endSession, readToken } from './session.ts'

const timeout_ms = 3_000

/**
 * Ends the session (specification, section 4): token read and cleared, the server told with it, then the home page by a
 * full load, which forgets everything this page held. A server that does not answer keeps nobody logged in here.
 */
export async function logOut(): Promise<void> {
  const token = readToken()
  endSession()
  forgetDrafts()
  if (token !== null) {
    await fetch(logout.path, {
      method: logout.method,
      headers: { authorization: `Bearer ${token}` },
      keepalive: true,
      signal: AbortSignal.timeout(timeout_ms),
    }).catch(() => undefined)
  }
  window.location.replace('/')
}

/** The account is gone, and its sessions with it: there is nothing to tell the server. */
export function leaveAccount(): void {
  endSession()
  forgetDrafts()
  window.location.replace('/')
}

/** What was being filled in, in this tab: it was the person's who leaves. */
function forgetDrafts(): void {
  try {
    sessionStorage.clear()
  } catch {
    // Nothing was stored.
  }
}
