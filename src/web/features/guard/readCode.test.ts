import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import { packPass, toPassText } from '#contract/bookings/pass-text.ts'
import type { PassKey } from '#contract/bookings/passes.ts'
import { readPass } from './readCode.ts'

const now = new Date('2026-11-24T11:00:00Z')

function newKey() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const { x } = publicKey.export({ format: 'jwk' }) as { x: string }
  const kid = createHash('sha256').update(Buffer.from(x, 'base64url')).digest('hex').slice(0, 8)
  const key: PassKey = { kty: 'OKP', crv: 'Ed25519', x, kid, use: 'sig', accepted_until: null, signed_pw1: true }
  const pass = (plate = 'BKTR 482') => {
    const packed = packPass({
      key_id: kid,
      booking_code: '7K492MXQ',
      generation: 3,
      park_code: 'PRK234',
      vehicle_type_id: 1,
      plate,
      start_time: new Date('2026-11-24T10:00:00Z'),
      end_time: new Date('2026-11-24T12:00:00Z'),
    })
    return { packed, signature: sign(null, packed, privateKey) }
  }
  const first = (content: string) => {
    const signed = `PW1.${Buffer.from(content).toString('base64url')}`
    return `${signed}.${sign(null, Buffer.from(signed), privateKey).toString('base64url')}`
  }
  return { key, pass, first }
}

const sample = newKey()
const { packed, signature } = sample.pass()
const text = toPassText(packed, signature)
const valid = { kind: 'pass', booking_code: '7K492MXQ', signature: 'valid' }
const invalid = { kind: 'invalid' }

test('verifies a pass with the key that it names', async () => {
  expect(await readPass(text, [newKey().key, sample.key], now)).toMatchObject({ ...valid, content: { generation: 3 } })
})

test('cannot check a signature without keys', async () => {
  expect(await readPass(text, [], now)).toMatchObject({ ...valid, signature: 'unchecked' })
})

test('refuses what nobody of ours has signed', async () => {
  const changed = packed.with(18, packed[18]! ^ 1)
  const { key } = newKey()
  const cases: [string, PassKey[]][] = [
    [toPassText(changed, signature), [sample.key]],
    [toPassText(packed, sample.pass('LAG 77').signature), [sample.key]],
    [text, [newKey().key]],
    [text, [{ ...key, kid: sample.key.kid }]],
    [text, [{ ...sample.key, accepted_until: now.toISOString() }]],
    [`${text}0`, [sample.key]],
    ['https://example.com', [sample.key]],
    ['', [sample.key]],
  ]
  for (const [code, keys] of cases) expect(await readPass(code, keys, now)).toEqual(invalid)
})

test('reads passes of the first version with the keys that signed them', async () => {
  const first = sample.first('{"c":"7K492MXQ"}')
  expect(await readPass(first, [sample.key], now)).toEqual({ ...valid, content: null })
  expect(await readPass(first, [{ ...sample.key, signed_pw1: false }], now)).toEqual(invalid)
  expect(await readPass(sample.first('7K492MXQ'), [sample.key], now)).toEqual(invalid)
  expect(await readPass(first.replace('PW1.e', 'PW1.f'), [sample.key], now)).toEqual(invalid)
})
