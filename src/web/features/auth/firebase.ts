import { initializeApp } from 'firebase/app'
import {
  type Auth,
  browserPopupRedirectResolver,
  getRedirectResult,
  GoogleAuthProvider,
  inMemoryPersistence,
  initializeAuth,
  OAuthProvider,
  signInWithPopup,
  signInWithRedirect,
  type UserCredential,
} from 'firebase/auth'
import type { SocialProvider } from '#contract/auth.ts'
import { pageConfig } from '#web/lib/config.ts'

/** Who has logged in at the provider, with the token that proves it. */
export interface SocialUser {
  provider: SocialProvider
  email: string | null
  name: string | null
  photo_url: string | null
  firebase_uid: string
  id_token: string
}

// Loaded on demand, by `social.ts` alone: nobody who logs in by password pays for it.
let auth: Auth | undefined

/** Nothing of it is kept on the device: the session is ours. */
function start(): Auth {
  if (auth !== undefined) return auth
  const config = pageConfig.firebase
  if (config === undefined) throw new Error('no Firebase project')
  const app = initializeApp({
    apiKey: config.api_key,
    authDomain: config.auth_domain,
    projectId: config.project_id,
  })
  auth = initializeAuth(app, {
    persistence: inMemoryPersistence,
    popupRedirectResolver: browserPopupRedirectResolver,
  })
  return auth
}

/** Gets ready what a window needs, so that it opens while the press still counts. */
export const getReady = (): void => void start()

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
  toUser(await signInWithPopup(start(), providerFor[provider]()), provider)

/** Leaves the page; the same address is loaded again afterwards. */
export const leaveForProvider = (provider: SocialProvider): Promise<never> =>
  signInWithRedirect(start(), providerFor[provider]())

/** Who comes back from there; undefined when nobody does. */
export async function whoReturns(provider: SocialProvider): Promise<SocialUser | undefined> {
  const result = await getRedirectResult(start())
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
