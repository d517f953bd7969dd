import fc from 'fast-check'
import { jwtVerify } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '#simulators/firebase-pages.ts'
import { startFirebase, type FirebaseStandIn } from '#simulators/firebase.ts'
import { IdentityError } from './identity.ts'
import { maxAge_ms, remoteKeys } from './keys.ts'

let firebase: FirebaseStandIn
beforeAll(async () => {
  firebase = await startFirebase({ max_age_s: 600 })
})
afterAll(() => firebase.close())

const person: Person = { provider: 'google.com', uid: 'awa' }

function newKeys() {
  const clock = { ms: 1_000_000 }
  const keys = remoteKeys(firebase.jwks_url, () => clock.ms)
  const start = firebase.jwks_requests
  return {
    clock,
    requestCount: () => firebase.jwks_requests - start,
    check: async (stranger = false) => jwtVerify(await firebase.tokenOf(person, {}, stranger), keys),
  }
}

test('requests the keys once while the response is fresh', async () => {
  const { clock, requestCount, check } = newKeys()
  await Promise.all([check(), check(), check()])
  clock.ms += 599_000
  await check()
  expect(requestCount()).toBe(1)
  clock.ms += 1_000
  await check()
  expect(requestCount()).toBe(2)
})

test('loads a new key after 30 s and limits requests for invented keys', async () => {
  const { clock, requestCount, check } = newKeys()
  await check()
  await firebase.rotate()
  await expect(check()).rejects.toThrow()
  expect(requestCount()).toBe(1)
  clock.ms += 30_000
  await check()
  expect(requestCount()).toBe(2)
  await expect(check(true)).rejects.toThrow()
  expect(requestCount()).toBe(2)
})

test('uses cached keys for a day while the issuer is down and throws without any', async () => {
  const { clock, check } = newKeys()
  await check()
  firebase.setDown(true)
  try {
    clock.ms += 3_600_000
    await check()
    clock.ms += 24 * 3_600_000
    await expect(check()).rejects.toThrow(IdentityError)
    await expect(newKeys().check()).rejects.toThrow(IdentityError)
  } finally {
    firebase.setDown(false)
  }
  await check()
})

test('limits the max-age of a response', () => {
  expect(maxAge_ms('public, max-age=21600, must-revalidate, no-transform')).toBe(21_600_000)
  expect(maxAge_ms('s-maxage=9999, max-age=120')).toBe(120_000)
  expect([maxAge_ms(null), maxAge_ms('no-store'), maxAge_ms('max-age=0')]).toEqual([60_000, 60_000, 60_000])
  fc.assert(fc.property(fc.string(), (header) => maxAge_ms(header) >= 60_000 && maxAge_ms(header) <= 24 * 3_600_000))
})
