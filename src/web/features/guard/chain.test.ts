import { createHash, createPublicKey, verify } from 'node:crypto'
import { expect, test } from 'vitest'
import { GuardScan, toScanText } from '#contract/gate/guard-scans.ts'
import { exportPublicKey, newSigningKey, signScan, startOfChain, toScanCode, type Decision } from './chain.ts'

const device_id = '01a20df4-793c-78de-8c9d-8f907d8e26ec'
const decision: Decision = {
  at: '2026-11-24T11:00:00.000Z',
  park_code: 'PRK234',
  direction: 'in',
  code: '7K492MXQ',
  verdict: 'green',
  reason: null,
  admitted: true,
  list_at: '2026-11-24T10:59:00.000Z',
}

test('signs each scan, which names the one before it, as the server verifies them', async () => {
  const pair = await newSigningKey()
  expect(pair.privateKey.extractable).toBe(false)
  const key = createPublicKey({ key: { ...(await exportPublicKey(pair)) }, format: 'jwk' })
  const first = await signScan(pair.privateKey, device_id, startOfChain, decision)
  const second = await signScan(pair.privateKey, device_id, first.chain, { ...decision, admitted: false })
  expect([first.scan, second.scan].map(({ seq, previous }) => [seq, previous])).toEqual([
    [1, ''],
    [2, createHash('sha256').update(toScanText(device_id, first.scan)).digest('hex')],
  ])
  for (const { scan } of [first, second]) {
    expect(GuardScan.parse(scan)).toEqual(scan)
    const text = Buffer.from(toScanText(device_id, scan))
    const signature = Buffer.from(scan.signature, 'base64url')
    expect(verify('sha256', text, { key, dsaEncoding: 'ieee-p1363' }, signature)).toBe(true)
  }
})

test.each([
  ['PW2:6BF', 'PW2:6BF'],
  [' https://example.com/é\n', 'https://example.com/??'],
  ['\u3164\ud800', '??'],
  ['', '?'],
  ['   ', '?'],
  ['A'.repeat(2_000), 'A'.repeat(1_000)],
])('a scan can have any text that was read: %j', (text, code) => {
  expect(toScanCode(text)).toBe(code)
  expect(GuardScan.shape.code.parse(toScanCode(text))).toBe(code)
})
