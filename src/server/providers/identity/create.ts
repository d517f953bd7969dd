import type { Config } from '#server/config.ts'
import { createFirebase } from './firebase.ts'
import type { IdentityProvider } from './identity.ts'

/** Google and Apple through Firebase Authentication, where it is set up. */
export function createIdentity({ FIREBASE_PROJECT_ID, FIREBASE_JWKS_URL }: Config): IdentityProvider | undefined {
  return FIREBASE_PROJECT_ID === undefined
    ? undefined
    : createFirebase({ project_id: FIREBASE_PROJECT_ID, jwks_url: FIREBASE_JWKS_URL })
}

/** What the browser's part is told, and its hosts for the Content-Security-Policy; undefined where nothing is set up. */
export function firebaseOf({ FIREBASE_PROJECT_ID, FIREBASE_API_KEY, FIREBASE_AUTH_DOMAIN }: Config) {
  if (FIREBASE_PROJECT_ID === undefined || FIREBASE_API_KEY === undefined) return undefined
  return {
    project_id: FIREBASE_PROJECT_ID,
    api_key: FIREBASE_API_KEY,
    auth_domain: FIREBASE_AUTH_DOMAIN ?? `${FIREBASE_PROJECT_ID}.firebaseapp.com`,
  }
}
