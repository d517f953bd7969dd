import { deleteApp, initializeApp } from '@firebase/app'
import {
  connectAuthEmulator,
  inMemoryPersistence,
  initializeAuth,
  OAuthProvider,
  signInWithCredential,
} from '@firebase/auth'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { socialProviders } from '#contract/accounts/auth.ts'
import { auth } from '#i18n/en/account/auth.ts'
import { en } from '#i18n/en/index.ts'
import { fr } from '#i18n/fr/index.ts'
import { startFirebase } from '#simulators/firebase.ts'
import { findAuthDomain } from './firebase.ts'
import { fallsBack, sentenceOfProvider, sentenceOfServer, type SocialSentence } from './socialErrors.ts'

const sentenceOf = (sentence: SocialSentence | undefined) => sentence && auth.social.errors[sentence]

test.each([
  'popup-blocked',
  'popup-closed-by-user',
  'cancelled-popup-request',
  'operation-not-supported-in-this-environment',
  'web-storage-unsupported',
])('without a window the page goes: %s', (code) => expect(fallsBack(`auth/${code}`)).toBe(true))

test.each([undefined, '', 'auth/user-disabled', 'auth/network-request-failed', 'popup-blocked'])(
  'the page stays: %s',
  (code) => expect(fallsBack(code)).toBe(false),
)

test('asks our own host for the login pages, except without HTTPS', () => {
  const project = 'p.firebaseapp.com'
  expect(findAuthDomain(new URL('https://parkwell.example:8443/auth'), project)).toBe('parkwell.example:8443')
  expect(findAuthDomain(new URL('http://localhost:3000/auth'), project)).toBe(project)
})

describe('sentenceOfProvider', () => {
  test.each([
    [
      'auth/account-exists-with-different-credential',
      'An account with this email already exists. Please sign in with your original method.',
    ],
    ['auth/user-disabled', 'This account has been disabled. Please contact support.'],
    ['auth/user-not-found', 'No account found with this email. Please register first.'],
    ['auth/network-request-failed', 'Network error. Please check your internet connection and try again.'],
  ])('shows its sentence for %s', (code, sentence) => {
    for (const provider of socialProviders) expect(sentenceOf(sentenceOfProvider(code, provider))).toBe(sentence)
  })

  test('reports that a provider is not enabled only for Apple', () => {
    const code = 'auth/operation-not-allowed'
    expect(sentenceOf(sentenceOfProvider(code, 'apple'))).toBe(
      'Apple Sign In is not enabled. Please use email/password login.',
    )
    expect(sentenceOf(sentenceOfProvider(code, 'google'))).toBe('Google sign in failed. Please try again.')
  })

  test('finds the sentence for each refusal of the real library', async () => {
    const refusals = [
      ['USER_DISABLED', 'google', 'This account has been disabled. Please contact support.'],
      ['OPERATION_NOT_ALLOWED', 'apple', 'Apple Sign In is not enabled. Please use email/password login.'],
      ['INVALID_IDP_RESPONSE', 'apple', 'Apple Sign In failed. Please try again or use email/password login.'],
      ['INVALID_IDP_RESPONSE', 'google', 'Google sign in failed. Please try again.'],
      [
        'NEED_CONFIRMATION',
        'google',
        'An account with this email already exists. Please sign in with your original method.',
      ],
    ] as const
    const firebase = await startFirebase()
    const app = initializeApp({ apiKey: 'key', projectId: firebase.project_id, authDomain: '127.0.0.1' })
    const library = initializeAuth(app, { persistence: inMemoryPersistence })
    connectAuthEmulator(library, firebase.origin, { disableWarnings: true })
    try {
      for (const [refusal, provider, sentence] of refusals) {
        firebase.admit(refusal, { provider: `${provider}.com`, uid: refusal, email: 'awa@example.com', refusal })
        const credential = new OAuthProvider(`${provider}.com`).credential({ idToken: refusal })
        const error: unknown = await signInWithCredential(library, credential).catch((thrown: unknown) => thrown)
        expect(sentenceOf(sentenceOfProvider((error as { code?: string }).code, provider))).toBe(sentence)
      }
    } finally {
      await deleteApp(app)
      await firebase.close()
    }
  })

  test('gives the general message for any other code', () => {
    fc.assert(
      fc.property(fc.option(fc.string(), { nil: undefined }), (code) => {
        expect(sentenceOfProvider(code, 'google')).toBe('google_failed')
        expect(sentenceOfProvider(code, 'apple')).toBe('apple_failed')
      }),
    )
  })
})

describe('sentenceOfServer', () => {
  test('recognises an existing account by its detail in both languages', () => {
    for (const { errors } of [en, fr])
      expect(sentenceOfServer({ status: 400, code: 'account_exists', detail: errors.account_exists })).toBe(
        'account_exists',
      )
  })

  test.each<[number, string, SocialSentence | undefined]>([
    [0, 'network', 'network'],
    [400, 'social_login_mismatch', 'failed'],
    [401, 'social_login_failed', 'failed'],
    [409, 'account_linking', 'linking'],
    [429, 'too_many_attempts', undefined],
    [500, 'internal', 'failed'],
    [503, 'social_login_unavailable', 'unavailable'],
  ])('%s %s', (status, code, sentence) => {
    expect(sentenceOfServer({ status, code, detail: 'Something' })).toBe(sentence)
  })
})
