import { TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { findStep, groupCode, hashRecoveryCode, newSecret, toUri } from './codes.ts'

const secret = newSecret()
const at = new Date('2026-11-21T09:03:20.000Z')
const codeAt = (shift_s: number) => new TOTP({ secret }).generate({ timestamp: at.getTime() + shift_s * 1_000 })
const now = BigInt(Math.floor(at.getTime() / 30_000))

test('accepts the code of this step, of the one before and of the next', () => {
  expect([-60, -30, 0, 30, 60].map((shift_s) => findStep(secret, codeAt(shift_s), at, null))).toEqual([
    undefined,
    now - 1n,
    now,
    now + 1n,
    undefined,
  ])
})

test('accepts no code twice, nor one before the last', () => {
  expect(findStep(secret, codeAt(0), at, now)).toBeUndefined()
  expect(findStep(secret, codeAt(-30), at, now)).toBeUndefined()
  expect(findStep(secret, codeAt(30), at, now)).toBe(now + 1n)
})

test('names the product and the account to the app', () => {
  const uri = new URL(toUri(secret, 'ada@example.com'))
  expect([uri.protocol, uri.searchParams.get('secret'), uri.searchParams.get('issuer')]).toEqual([
    'otpauth:',
    secret,
    'Parkwell',
  ])
  expect(decodeURIComponent(uri.pathname)).toContain('ada@example.com')
})

test('hashes recovery codes for one account', () => {
  expect(hashRecoveryCode('a', 'K2').equals(hashRecoveryCode('b', 'K2'))).toBe(false)
  expect(groupCode('ABCDEFGHJKMNPQRS')).toBe('ABCD-EFGH-JKMN-PQRS')
})
