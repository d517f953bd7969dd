import { initializeApp } from '@firebase/app'
import {
  type Auth,
  browserPopupRedirectResolver,
  connectAuthEmulator,
  getRedirectResult,
  GoogleAuthProvider,
  inMemoryPersistence,
  initializeAuth,
  OAuthProvider,
  signInWithPopup,
  signInWithRedirect,
  type UserCredential,
} from '@firebase/auth'
import type { SocialProvider } from '#contract/accounts/auth.ts'
import { pageConfig } from '#web/api/config.ts'
import { loadScript } from '#web/page/script.ts'

/** The user who logged in at the provider, with the token that proves it. */
export interface SocialUser {
  provider: SocialProvider
  email: string | null
  name: string | null
  photo_url: string | null
  firebase_uid: string
  id_token: string
}

// Loaded on demand by `social.ts`, so that password logins don't download it.
let auth: Auth | undefined

/**
 * The host of Firebase's login pages: our own, which passes them on, because browsers keep the result of a redirect from
 * other sites. The library asks for them by HTTPS, which a local server may lack.
 */
export const findAuthDomain = (
  { host, protocol }: Pick<Location, 'host' | 'protocol'>,
  project_domain: string,
): string => (protocol === 'https:' ? host : project_domain)

/** In-memory persistence: the session is ours, so nothing is stored on the device. */
async function start(): Promise<Auth> {
  if (auth !== undefined) return auth
  const config = pageConfig.firebase
  if (config === undefined) throw new Error('no Firebase project')
  if (config.simulated) await loadScript('/emulator/auth/api.js')
  if (auth !== undefined) return auth
  const app = initializeApp({
    apiKey: config.api_key,
    authDomain: findAuthDomain(window.location, config.auth_domain),
    projectId: config.project_id,
  })
  auth = initializeAuth(app, {
    persistence: inMemoryPersistence,
    popupRedirectResolver: browserPopupRedirectResolver,
  })
  if (config.simulated) connectAuthEmulator(auth, window.location.origin, { disableWarnings: true })
  return auth
}

/** Prepares the popup in advance, so that it opens within the click's user activation. */
export const getReady = async (): Promise<void> => void (await start())

const providerFor = {
  google: () => new GoogleAuthProvider(),
  apple: () => {
    const apple = new OAuthProvider('apple.com')
    apple.addScope('email')
    apple.addScope('name')
    return apple
  },
}

export const enterByPopup = async (provider: SocialProvider): Promise<SocialUser> =>
  toUser(await signInWithPopup(await start(), providerFor[provider]()), provider)

/** Leaves for the provider, which returns to the same address. */
export const leaveForProvider = async (provider: SocialProvider): Promise<never> =>
  signInWithRedirect(await start(), providerFor[provider]())

/** The user returning from the provider; undefined if there is none. */
export async function whoReturns(provider: SocialProvider): Promise<SocialUser | undefined> {
  const result = await getRedirectResult(await start())
  return result === null ? undefined : toUser(result, provider)
}

async function toUser({ user }: UserCredential, provider: SocialProvider): Promise<SocialUser> {
  return {
    provider,
    email: user.email,
    name: user.displayName,
    photo_url: user.photoURL,
    firebase_uid: user.uid,
    id_token: await user.getIdToken(),
  }
}
