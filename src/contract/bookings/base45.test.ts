import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromBase45, toBase45 } from './base45.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)

test.each([
  ['AB', 'BB8'],
  ['Hello!!', '%69 VD92EX0'],
  ['base-45', 'UJCLQE7W581'],
  ['ietf!', 'QED8WEX0'],
  ['', ''],
])('the examples of RFC 9285: %s is %s', (plain, encoded) => {
  expect(toBase45(bytesOf(plain))).toBe(encoded)
  expect(fromBase45(encoded)).toEqual(bytesOf(plain))
})

test.each(['GGW', 'ZZZ', '::', 'A', 'BB8A', 'bb8', 'BB\u{1f697}', 'BB\0', 'BBé', '１２３'])('refuses %s', (text) => {
  expect(fromBase45(text)).toBeUndefined()
})

test('any bytes come back, and a text that is read is the only one of its bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect(fromBase45(toBase45(bytes))).toEqual(bytes)
    }),
  )
  const digits = fc.string({ unit: fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:'), maxLength: 12 })
  fc.assert(
    fc.property(digits, (text) => {
      const bytes = fromBase45(text)
      if (bytes !== undefined) expect(toBase45(bytes)).toBe(text)
    }),
    { numRuns: 2_000 },
  )
})
