import type { Config } from '#server/config.ts'
import { loadPart } from '#server/missing-part.ts'
import { createFirebase } from './firebase.ts'
import type { IdentityProvider } from './identity.ts'

/** Returns Google and Apple sign-in through Firebase Authentication, or undefined when it isn't configured. */
export function createIdentity({ FIREBASE_PROJECT_ID, FIREBASE_JWKS_URL }: Config): IdentityProvider | undefined {
  return FIREBASE_PROJECT_ID === undefined
    ? undefined
    : createFirebase({ project_id: FIREBASE_PROJECT_ID, jwks_url: FIREBASE_JWKS_URL })
}

/** Returns the browser's Firebase settings, or undefined when not configured. */
export function firebaseOf(config: Config) {
  const { FIREBASE_PROJECT_ID, FIREBASE_API_KEY, FIREBASE_AUTH_DOMAIN } = config
  if (FIREBASE_PROJECT_ID === undefined || FIREBASE_API_KEY === undefined) return undefined
  return {
    project_id: FIREBASE_PROJECT_ID,
    api_key: FIREBASE_API_KEY,
    auth_domain: FIREBASE_AUTH_DOMAIN ?? `${FIREBASE_PROJECT_ID}.firebaseapp.com`,
    simulated: config.simulated_login !== undefined,
  }
}

/** With the simulators on and no Firebase project, starts one that replaces Google and Apple. */
export async function simulateLogin(config: Config): Promise<{ config: Config; closeLogin?: () => Promise<void> }> {
  if (!config.simulators || config.FIREBASE_PROJECT_ID !== undefined) return { config }
  const { startFirebase } = await loadPart('simulators', () => import('#simulators/firebase.ts'))
  const { project_id, origin, jwks_url, close } = await startFirebase()
  return {
    config: {
      ...config,
      FIREBASE_PROJECT_ID: project_id,
      FIREBASE_API_KEY: 'simulated',
      FIREBASE_JWKS_URL: jwks_url,
      simulated_login: origin,
    },
    closeLogin: close,
  }
}
