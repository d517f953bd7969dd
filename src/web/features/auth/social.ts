import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import type { SocialProvider } from '#contract/accounts/auth.ts'
import type { CountryCode } from '#contract/places/places.ts'
import { call, CallError } from '#web/api/call.ts'
import { pageConfig } from '#web/api/config.ts'
import { readToken, startSession } from '#web/api/session.ts'
import { clearPersonalQueries, storeProfile } from '#web/api/useProfile.ts'
import { readText, removeStored, writeText } from '#web/storage/storage.ts'
import { readTabValue, removeTabValue, writeTabValue } from '#web/storage/tabStorage.ts'
import type { SocialUser } from './firebase.ts'
import { fallsBack, sentenceOfProvider, sentenceOfServer, type SocialSentence } from './socialErrors.ts'

const success = 'social_login_success'
const newUser = 'social_login_new_user'
/** Set in the tab while a redirect to a provider is pending. */
const left = 'social_redirect'

/** Pause between the login and the home page (specification, section 4). */
const SOCIAL_PAUSE_MS = 500

/** A failed login at a provider: a sentence of the catalogue, or the server's message. */
export class SocialFailure extends Error {
  readonly sentence: SocialSentence | undefined
  /** The user to connect after confirming the account's password. */
  readonly user: SocialUser | undefined
  constructor(sentence: SocialSentence | undefined, message = '', user?: SocialUser) {
    super(message)
    this.sentence = sentence
    this.user = user
  }
}

const library = () => import('./firebase.ts')
const codeOf = (error: unknown) => (error as { code?: string } | null)?.code

/** Loads and prepares the library before the click that needs it, and that reports a failure. */
export async function prepareSocial(): Promise<void> {
  try {
    await (await library()).getReady()
  } catch (error) {
    console.warn('Preparing the login with Google or Apple failed.', error)
  }
}

/**
 * Logs in at a provider in a popup. If no popup can be opened, calls `onLeave` and redirects the page to the
 * provider; the promise then never resolves. Throws SocialFailure.
 */
export async function enterSocially(
  provider: SocialProvider,
  { onLeave, country_code }: { onLeave: (blocked: boolean) => void; country_code: CountryCode },
): Promise<void> {
  const { enterByPopup, leaveForProvider } = await library()
  let user: SocialUser
  try {
    user = await enterByPopup(provider)
  } catch (error) {
    const code = codeOf(error)
    if (!fallsBack(code)) throw refusedBy(provider, error)
    onLeave(code === 'auth/popup-blocked')
    writeTabValue(left, { provider, country_code })
    // Going back may show this page as it was left; loaded again, it says that nobody logged in.
    window.addEventListener('pageshow', ({ persisted }) => persisted && window.location.reload())
    try {
      return await leaveForProvider(provider)
    } catch (again) {
      removeTabValue(left)
      throw refusedBy(provider, again)
    }
  }
  await sendToServer(user, country_code)
}

/** Exchanges the provider's token for a session, and sets the specification's storage keys. Throws SocialFailure. */
export async function sendToServer(
  { ...user }: SocialUser,
  country_code: CountryCode,
  password?: string,
): Promise<void> {
  try {
    const answer = await call('POST /api/v1/auth/social-login', {
      body: { ...user, country_code, ...(password === undefined ? {} : { password }) },
    })
    if (!answer.access_token) throw new SocialFailure('no_token')
    writeText(success, 'true')
    writeText(newUser, String(answer.is_new_user))
    startSession(answer.access_token)
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    const sentence = sentenceOfServer({
      status: error.status,
      code: error.code,
      detail: error.problem?.detail ?? error.problem?.message,
    })
    const message = error.problem?.message
    throw new SocialFailure(
      message === undefined ? (sentence ?? 'failed') : sentence,
      message,
      sentence === 'account_exists' ? user : undefined,
    )
  }
}

/** Whether the session was started at a provider. */
export const hasSocialMark = (): boolean => readText(success) === 'true'

/** Completes the login of a user returning by redirect; false if the page did not leave for one. Throws SocialFailure. */
export async function takeReturn(): Promise<boolean> {
  const gone = readTabValue(left) as { provider: SocialProvider; country_code: CountryCode } | undefined
  removeTabValue(left)
  if (gone === undefined || pageConfig.firebase === undefined) return false
  let user: SocialUser | undefined
  try {
    user = await (await library()).whoReturns(gone.provider)
  } catch (error) {
    const sentence = sentenceOfProvider(codeOf(error), gone.provider)
    const isGeneral = sentence === 'google_failed' || sentence === 'apple_failed'
    throw new SocialFailure(isGeneral ? 'redirect_failed' : sentence)
  }
  if (user === undefined) throw new SocialFailure('none_found')
  await sendToServer(user, gone.country_code)
  return true
}

let returned: SocialFailure | undefined
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/**
 * Keeps the failure of a returning user whose account has a password, for the form that asks for it; undefined clears
 * it.
 */
export function storeReturned(failure: SocialFailure | undefined): void {
  returned = failure
  for (const listener of listeners) listener()
}

/** The failure of a user who returned by redirect and can still confirm the account with its password. */
export const useReturned = (): SocialFailure | undefined =>
  useSyncExternalStore(
    subscribe,
    () => returned,
    () => undefined,
  )

/** The last step of every provider login: fetches the profile, then pauses. Throws SocialFailure. */
export function useSocialEnd(): () => Promise<void> {
  const queries = useQueryClient()
  return useCallback(() => finish(queries), [queries])
}

async function finish(queries: QueryClient): Promise<void> {
  if (!hasSocialMark() || readToken() === null) {
    removeStored(success)
    removeStored(newUser)
    throw new SocialFailure('none_found')
  }
  try {
    const profile = await call('GET /api/v1/users/profile', {})
    clearPersonalQueries(queries)
    await storeProfile(queries, profile)
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    throw new SocialFailure('state')
  }
  await new Promise((resolve) => setTimeout(resolve, SOCIAL_PAUSE_MS))
}

function refusedBy(provider: SocialProvider, error: unknown): SocialFailure {
  const code = codeOf(error)
  if (code === 'auth/unauthorized-domain')
    console.warn(`${window.location.host} is not among the authorised domains of the Firebase project.`)
  return new SocialFailure(sentenceOfProvider(code, provider))
}
