import type { Config } from '#server/config.ts'
import { createFirebase } from './firebase.ts'
import type { IdentityProvider } from './identity.ts'

/** Returns Google and Apple sign-in through Firebase Authentication, or undefined when it isn't configured. */
export function createIdentity({ FIREBASE_PROJECT_ID, FIREBASE_JWKS_URL }: Config): IdentityProvider | undefined {
  return FIREBASE_PROJECT_ID === undefined
    ? undefined
    : createFirebase({ project_id: FIREBASE_PROJECT_ID, jwks_url: FIREBASE_JWKS_URL })
}

/**
 * Returns the browser's Firebase settings and the hosts for the Content-Security-Policy, or undefined when not
 * configured.
 */
export function firebaseOf({ FIREBASE_PROJECT_ID, FIREBASE_API_KEY, FIREBASE_AUTH_DOMAIN }: Config) {
  if (FIREBASE_PROJECT_ID === undefined || FIREBASE_API_KEY === undefined) return undefined
  return {
    project_id: FIREBASE_PROJECT_ID,
    api_key: FIREBASE_API_KEY,
    auth_domain: FIREBASE_AUTH_DOMAIN ?? `${FIREBASE_PROJECT_ID}.firebaseapp.com`,
  }
}
