import { initializeApp } from '@firebase/app'
import {
  connectAuthEmulator,
  GoogleAuthProvider,
  inMemoryPersistence,
  initializeAuth,
  signInWithCredential,
} from '@firebase/auth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getLoginMethods } from '#contract/accounts/account.ts'
import { getProfile, logInWithProvider, verifyEmail } from '#contract/accounts/auth.ts'
import { readConfig } from '#server/config.ts'
import { newCode } from '#server/database/ids.ts'
import { createIdentity } from '#server/providers/identity/create-identity.ts'
import type { Person } from '#simulators/firebase-pages.ts'
import { startFirebase, type FirebaseStandIn } from '#simulators/firebase.ts'
import {
  goodPassword,
  logInAs,
  buildEmail,
  newestCode,
  registerVerifiedUser,
  registerUser,
} from '#test/kits/mailbox.ts'
import { createWorld, type World } from '#test/kits/world.ts'

let world: World
let firebase: FirebaseStandIn
const exists = 'An account with this email already exists. Please sign in with your original method.'

beforeAll(async () => {
  world = await createWorld()
  firebase = await startFirebase({ now: () => world.clock.now })
  world.deps.identity = createIdentity(
    readConfig({
      FIREBASE_PROJECT_ID: firebase.project_id,
      FIREBASE_API_KEY: 'key',
      FIREBASE_JWKS_URL: firebase.jwks_url,
    }),
  )
})
afterAll(async () => {
  await firebase.close()
  await world.close()
})
beforeEach(() => firebase.setDown(false))

const newPerson = (more: Partial<Person> = {}): Person => ({
  provider: 'google.com',
  uid: newCode(20),
  email: buildEmail(),
  name: 'Awa Ndiaye',
  ...more,
})
const providerOf = (person: Person) => (person.provider === 'google.com' ? 'google' : 'apple')
const enter = async (person: Person, more: object = {}) =>
  world.call(logInWithProvider, {
    body: {
      email: person.email,
      name: person.name,
      photo_url: null,
      firebase_uid: person.uid,
      provider: providerOf(person),
      id_token: await firebase.tokenOf(person),
      ...more,
    },
  })
const accounts = async () => (await world.db.selectFrom('users').select('id').execute()).length

describe('the first social login', () => {
  test('opens a confirmed account without a password', async () => {
    const person = newPerson()
    const answer = await enter(person, { country_code: 'SN' })
    expect([answer.status, answer.body.is_new_user]).toEqual([200, true])
    expect(answer.headers['cache-control']).toBe('private, no-store')
    expect(answer.body.user).toMatchObject({
      email: person.email,
      first_name: 'Awa',
      country_id: 'SN',
      role: 'customer',
    })
    const token = answer.body.access_token
    expect((await world.call(getProfile, { token })).status).toBe(200)
    expect((await world.call(getLoginMethods, { token })).body).toMatchObject({
      has_password: false,
      providers: [{ provider: 'google', email: person.email }],
    })
  })

  test('finds the same account again after its address has changed', async () => {
    const person = newPerson()
    const first = await enter(person)
    const again = await enter({ ...person, email: buildEmail() })
    expect([again.status, again.body.is_new_user, again.body.user.id]).toEqual([200, false, first.body.user.id])
    const hidden = await enter({ ...person, email: undefined! })
    expect([hidden.status, hidden.body.user.id]).toEqual([200, first.body.user.id])
  })

  test('opens one account for two concurrent requests', async () => {
    const person = newPerson()
    const answers = await Promise.all([enter(person), enter(person), enter(person)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ body }) => body.user.id)).size).toBe(1)
    expect(answers.filter(({ body }) => body.is_new_user).length).toBe(1)
  })

  test('accepts a token of the real client library', async () => {
    const person = newPerson()
    firebase.admit('awa', person)
    const app = initializeApp({ apiKey: 'key', projectId: firebase.project_id, authDomain: '127.0.0.1' })
    const auth = initializeAuth(app, { persistence: inMemoryPersistence })
    connectAuthEmulator(auth, firebase.origin, { disableWarnings: true })
    const { user } = await signInWithCredential(auth, GoogleAuthProvider.credential('awa'))
    expect(user.uid).toBe(person.uid)
    const answer = await enter(person, { id_token: await user.getIdToken() })
    expect([answer.status, answer.body.user.email]).toEqual([200, person.email])
  })

  test('opens no account for an address that the provider has not verified', async () => {
    const before = await accounts()
    for (const person of [newPerson({ email_verified: false }), newPerson({ email: undefined! })]) {
      const answer = await enter(person, { email: undefined })
      expect([answer.status, answer.problem.code]).toEqual([401, 'social_login_failed'])
    }
    expect(await accounts()).toBe(before)
  })
})

describe('a token', () => {
  test('can be used once', async () => {
    const person = newPerson()
    const id_token = await firebase.tokenOf(person)
    expect((await enter(person, { id_token })).status).toBe(200)
    expect((await enter(person, { id_token })).status).toBe(401)
    // The same token, spelled with other bits at the end of its signature that do not count.
    const last = id_token.at(-1)!
    const alike = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const spelled = id_token.slice(0, -1) + alike[alike.indexOf(last) ^ 1]!
    expect((await enter(person, { id_token: spelled })).status).toBe(401)
  })

  test('can be used once by two concurrent requests', async () => {
    const person = newPerson()
    await enter(person)
    const id_token = await firebase.tokenOf(person)
    const answers = await Promise.all([1, 2, 3].map(() => enter(person, { id_token })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401])
  })

  const seconds = (s: number) => Math.floor(world.clock.now.getTime() / 1_000) + s
  test.each<[string, () => Record<string, unknown>]>([
    ['of another project', () => ({ aud: 'another' })],
    ['of another issuer', () => ({ iss: 'https://securetoken.google.com/another' })],
    ['that has run out', () => ({ exp: seconds(-60) })],
    ['of a login ten minutes ago', () => ({ auth_time: seconds(-600) })],
    ['of a login to come', () => ({ auth_time: seconds(600) })],
    ['issued in the future', () => ({ iat: seconds(600) })],
    ['without a subject', () => ({ sub: '' })],
    ['with an endless subject', () => ({ sub: 'x'.repeat(129) })],
    ['of a password', () => ({ firebase: { sign_in_provider: 'password' } })],
    ['of nobody', () => ({ firebase: { sign_in_provider: 'anonymous' } })],
    ['of no provider that there is', () => ({ firebase: { sign_in_provider: 'constructor' } })],
    ['without a provider', () => ({ firebase: undefined })],
  ])('%s is refused', async (_name, claims) => {
    const person = newPerson()
    const before = await accounts()
    const answer = await enter(person, { firebase_uid: undefined, id_token: await firebase.tokenOf(person, claims()) })
    expect([answer.status, answer.problem.message]).toEqual([401, 'Social login failed. Please try again.'])
    expect(await accounts()).toBe(before)
  })

  test('is refused if signed by another key, unsigned or invented', async () => {
    const person = newPerson()
    const unsigned = (header: object) =>
      `${[header, { sub: person.uid, email: person.email }].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.`
    const tokens = [
      await firebase.tokenOf(person, {}, true),
      unsigned({ alg: 'none' }),
      unsigned({ alg: 'HS256', kid: 'x' }),
      'nonsense',
      '',
    ]
    for (const id_token of tokens) expect((await enter(person, { id_token })).status).toBe(401)
    expect((await enter(person, { id_token: undefined })).status).toBe(401)
  })

  test('stays valid after a request that contradicts it is refused', async () => {
    const person = newPerson()
    const id_token = await firebase.tokenOf(person)
    for (const more of [{ email: buildEmail() }, { firebase_uid: 'another' }, { provider: 'apple' }]) {
      const answer = await enter(person, { id_token, ...more })
      expect([answer.status, answer.problem.code]).toEqual([400, 'social_login_mismatch'])
    }
    expect((await enter(person, { id_token })).status).toBe(200)
  })

  test.each([
    ['role', { role: 'admin' }],
    ['email_verified', { email_verified: true }],
    ['provider', { provider: 'facebook' }],
  ])('a field too many or a wrong one: %s', async (field, more) => {
    const answer = await enter(newPerson(), more)
    expect(answer.status).toBe(422)
    expect(answer.problem.errors?.map((problem) => problem.field)).toContain(field)
  })
})

describe('an address that has an account', () => {
  test('is refused in the specification’s words if it has a password, and stays unchanged', async () => {
    const { email, token } = await registerVerifiedUser(world)
    const answer = await enter(newPerson({ email }))
    expect([answer.status, answer.problem.message, answer.problem.detail]).toEqual([400, exists, exists])
    expect((await world.call(getLoginMethods, { token })).body).toMatchObject({ has_password: true, providers: [] })
  })

  test('is connected after a login with its password, and accepts both logins', async () => {
    const { email, token } = await registerVerifiedUser(world)
    const person = newPerson({ email })
    const id_token = await firebase.tokenOf(person)
    const wrong = await enter(person, { id_token, password: 'not-the-Password-1' })
    expect([wrong.status, wrong.problem.detail]).toEqual([400, exists])
    const right = await enter(person, { id_token, password: goodPassword })
    expect([right.status, right.body.is_new_user, right.body.user.email]).toEqual([200, false, email])
    expect((await world.call(getLoginMethods, { token })).body.providers).toMatchObject([{ provider: 'google' }])
    expect((await logInAs(world, email)).status).toBe(200)
    expect((await enter(person)).body.user.id).toBe(right.body.user.id)
  })

  test('returns 409 if it belongs to the other provider', async () => {
    const person = newPerson()
    await enter(person)
    const other = await enter({ ...person, provider: 'apple.com', uid: newCode(20) })
    expect([other.status, other.problem.message]).toEqual([409, 'Account linking required. Please contact support.'])
  })

  test('loses its password if it was never confirmed', async () => {
    const email = buildEmail()
    await registerUser(world, email, { first_name: 'Mallory', phone: '+14165550101' })
    const code = await newestCode(world, email)
    const answer = await enter(newPerson({ email }))
    expect([answer.status, answer.body.is_new_user]).toEqual([200, true])
    expect(answer.body.user).toMatchObject({ email, first_name: 'Awa', phone: null })
    expect((await logInAs(world, email)).status).toBe(401)
    expect((await world.call(verifyEmail, { body: { email, code } })).status).toBe(400)
  })
})

test('requests the keys once while fresh and again for a new key, and reports their absence', async () => {
  const requests = firebase.jwks_requests
  await enter(newPerson())
  await enter(newPerson())
  expect(firebase.jwks_requests - requests).toBeLessThanOrEqual(1)
  const fresh = createIdentity(
    readConfig({ FIREBASE_PROJECT_ID: 'p', FIREBASE_API_KEY: 'key', FIREBASE_JWKS_URL: firebase.jwks_url }),
  )
  const configured = world.deps.identity
  try {
    firebase.setDown(true)
    world.deps.identity = fresh
    world.deps.log = { ...console, warn: () => undefined }
    const answer = await enter(newPerson())
    expect([answer.status, answer.problem.message]).toEqual([
      503,
      'Social login is currently unavailable. Please try logging in with email and password.',
    ])
    world.deps.identity = undefined
    expect((await enter(newPerson())).status).toBe(503)
  } finally {
    world.deps.identity = configured
    world.deps.log = console
  }
})

test('never fetches or shows the address of a photo', async () => {
  const requests = firebase.jwks_requests
  for (const photo_url of [`${firebase.origin}/jwks`, 'javascript:alert(1)', 'file:///etc/passwd']) {
    const person = newPerson({ picture: `${firebase.origin}/jwks` })
    const answer = await enter(person, { photo_url })
    expect([answer.status, answer.body.user.photo_url]).toEqual([200, null])
  }
  expect(firebase.jwks_requests).toBe(requests)
})
