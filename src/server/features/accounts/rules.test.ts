import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toNetwork } from '#server/http/network.ts'
import { commonPasswords } from './login/common-passwords.ts'
import { isGuessable, mailRetryDelay_ms } from './rules.ts'

const owner = { email: 'amina.diallo@mail.example', first_name: 'Amina', last_name: 'Diallo' }

describe('a guessable password', () => {
  test.each([
    'password',
    'PASSWORD',
    'Passw0rd',
    'password123',
    'iloveyou',
    'motdepasse',
    'azerty123',
    'trustno1',
    'ｐａｓｓｗｏｒｄ',
    '11111111',
    'abababab',
    'xyz1xyz1',
    '12345678',
    '987654321',
    'abcdefgh',
    'qwertyui',
    'azertyuiop',
    'qwer1234',
    'asdfqwer',
    'amina.diallo@mail.example',
    'amina.diallo',
    'AminaDiallo',
    'Amina2026!',
    'diallo123',
    'Parkwell',
    'parkwell2026',
    'Parkwell-1!',
  ])('%s', (password) => expect(isGuessable(password, owner)).toBe(true))

  test.each([
    'correct horse battery staple',
    'Quiet-Lantern-7-Orbit',
    'K7#vTq2m!x',
    'parking behind the blue church',
    'aminata et ses trois vélos',
    '🚗🚙🚕 rue 12',
    '9f86d081',
  ])('not %s', (password) => expect(isGuessable(password, owner)).toBe(false))

  test('accepts passwords that contain a very short name', () => {
    expect(isGuessable('oxidised!', { email: 'o@x.example', first_name: 'O', last_name: 'X' })).toBe(false)
  })

  test('is recognized without an error in any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (password) => {
        expect(typeof isGuessable(password, owner)).toBe('boolean')
      }),
    )
  })

  test('is listed in normalized form, with eight characters or more', () => {
    for (const password of commonPasswords) expect(password).toBe(password.normalize('NFKC').toLowerCase())
    expect([...commonPasswords].filter((password) => password.length < 8)).toEqual([])
    expect(commonPasswords.size).toBeGreaterThan(900)
  })
})

describe('the network behind an address', () => {
  test.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:12:34:56:78:9a:bc', '2001:db8:12:34::/64'],
    ['2001:0db8:0012:0034::1', '2001:db8:12:34::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('%s is %s', (ip, network) => expect(toNetwork(ip)).toBe(network))
})

test('delays a mail longer after each failure, by at most an hour', () => {
  expect([1, 2, 3, 7, 8, 20, 2_000].map((attempts) => mailRetryDelay_ms(attempts) / 1_000)).toEqual([
    30, 60, 120, 1_920, 3_600, 3_600, 3_600,
  ])
})
