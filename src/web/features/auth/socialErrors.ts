import type { SocialProvider } from '#contract/accounts/auth.ts'
import type { auth } from '#i18n/en/account/auth.ts'

/** A key of `auth.social.errors`. */
export type SocialSentence = keyof (typeof auth)['social']['errors']

/** No popup can be opened, so the page is redirected to the provider instead (specification, section 4). */
const redirects = new Set([
  'auth/popup-blocked',
  'auth/popup-closed-by-user',
  'auth/cancelled-popup-request',
  'auth/operation-not-supported-in-this-environment',
  'auth/web-storage-unsupported',
])
export const fallsBack = (code: string | undefined): boolean => code !== undefined && redirects.has(code)

const sentences = new Map<string | undefined, SocialSentence>([
  ['auth/account-exists-with-different-credential', 'account_exists'],
  ['auth/user-disabled', 'disabled'],
  ['auth/user-not-found', 'not_found'],
  ['auth/network-request-failed', 'network'],
])

/** Maps an error of the provider's library to a sentence. */
export function sentenceOfProvider(code: string | undefined, provider: SocialProvider): SocialSentence {
  const known = sentences.get(code)
  if (known !== undefined) return known
  if (provider === 'google') return 'google_failed'
  return code === 'auth/operation-not-allowed' ? 'apple_not_enabled' : 'apple_failed'
}

/** Maps our server's refusal to a sentence; undefined if its own message fits. */
export function sentenceOfServer(refused: {
  status: number
  code: string
  detail: string | undefined
}): SocialSentence | undefined {
  const { status, code, detail = '' } = refused
  if (status === 0) return 'network'
  if (code === 'social_login_unavailable') return 'unavailable'
  if (status === 400 && /already exists|existe déjà/i.test(detail)) return 'account_exists'
  if (status === 409) return 'linking'
  return status === 429 ? undefined : 'failed'
}
