import { generateKeyPairSync, sign, verify } from 'node:crypto'
import fc from 'fast-check'
import QRCode from 'qrcode'
import { expect, test } from 'vitest'
import { codeAlphabet } from '#contract/codes.ts'
import { fromBase45, toBase45 } from './base45.ts'
import { packPass, passPrefix, readPassText, toPassText, type PassContent } from './pass-text.ts'

const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const textOf = (pass: PassContent) => {
  const packed = packPass(pass)
  return toPassText(packed, sign(null, packed, privateKey))
}

const pass: PassContent = {
  key_id: '0badcafe',
  booking_code: 'ABCD2345',
  generation: 3,
  park_code: 'PXYZ234',
  vehicle_type_id: 1,
  plate: 'ABC 123-Z',
  start_time: new Date('2026-11-21T09:15:00Z'),
  end_time: new Date('2026-11-21T11:00:00Z'),
}

const code = fc.string({ unit: fc.constantFrom(...codeAlphabet), minLength: 1, maxLength: 8 })
const instant = fc.integer({ min: 0, max: 0xff_ff_ff_fe }).map((s) => s * 1_000)
const anyPass: fc.Arbitrary<PassContent> = fc
  .record({
    key_id: fc.integer({ min: 0, max: 0xff_ff_ff_ff }).map((n) => n.toString(16).padStart(8, '0')),
    booking_code: code,
    generation: fc.nat(65_535),
    park_code: code,
    vehicle_type_id: fc.nat(255),
    plate: fc.string({ unit: fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ -'), maxLength: 12 }),
    ends: fc.tuple(instant, instant).filter(([first, other]) => first !== other),
  })
  .map(({ ends, ...rest }) => ({
    ...rest,
    start_time: new Date(Math.min(...ends)),
    end_time: new Date(Math.max(...ends)),
  }))

test('any pass comes back from its text, with the signature of its bytes', () => {
  fc.assert(
    fc.property(anyPass, (value) => {
      const read = readPassText(textOf(value))!
      expect(read.content).toEqual(value)
      expect(verify(null, read.packed, publicKey, read.signature)).toBe(true)
    }),
  )
})

test('every pass is 153 characters in a QR code of version 6', () => {
  fc.assert(
    fc.property(anyPass, (value) => {
      const text = textOf(value)
      expect(text).toHaveLength(153)
      // A form that trims its fields must not change it.
      expect(text.trim()).toBe(text)
      expect(QRCode.create(text, { errorCorrectionLevel: 'M' }).modules.size).toBe(41)
    }),
    { numRuns: 20 },
  )
})

test('letters beyond A to Z are marked, and a generation begins again after 65,535', () => {
  expect(readPassText(textOf({ ...pass, plate: 'ÉЖ車-12' }))!.content.plate).toBe('···-12')
  expect(readPassText(textOf({ ...pass, plate: '𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀1' }))!.content.plate).toBe('···········1')
  expect(readPassText(textOf({ ...pass, generation: 65_537 }))!.content.generation).toBe(1)
})

test.each([
  ['plate', { plate: '1234567890123' }],
  ['code', { booking_code: 'ABCDEFGHJ' }],
  ['letter of a code', { park_code: 'P0' }],
  ['empty code', { park_code: '' }],
  ['key id', { key_id: 'xyz' }],
  ['vehicle class', { vehicle_type_id: 256 }],
  ['time', { end_time: new Date('2200-01-01T00:00:00Z') }],
  ['fraction of a second', { start_time: new Date('2026-11-21T09:15:00.500Z') }],
])('refuses to pack a %s that does not fit', (_what, change) => {
  expect(() => packPass({ ...pass, ...change })).toThrow(RangeError)
})

/** A pass whose bytes were changed, with its old signature. */
function alter(change: (bytes: Uint8Array) => void): string {
  const bytes = fromBase45(textOf(pass).slice(passPrefix.length))!
  change(bytes)
  return passPrefix + toBase45(bytes)
}

test.each([
  ['', ''],
  ['the prefix alone', passPrefix],
  ['another version of the text', textOf(pass).replace('PW2', 'PW3')],
  ['small letters', textOf(pass).toLowerCase()],
  ['a shorter text', textOf(pass).slice(0, -3)],
  ['a longer text', `${textOf(pass)}000`],
  ['what is no base45', textOf(pass).replace(/.$/, 'é')],
  ['another version of the bytes', alter((bytes) => (bytes[0] = 1))],
  ['a code above the highest', alter((bytes) => bytes.fill(0xff, 5, 10))],
  ['an empty code', alter((bytes) => bytes.fill(0, 12, 17))],
  ['a code with a gap', alter((bytes) => bytes.set([0, 0, 0, 0, 1], 5))],
  ['an unknown symbol of a plate', alter((bytes) => (bytes[18] = 0xff))],
  ['a plate with a gap', alter((bytes) => (bytes[18] = 0))],
  ['an end before the start', alter((bytes) => bytes.fill(0, 31, 35))],
])('does not read %s', (_what, text) => {
  expect(readPassText(text)).toBeUndefined()
})

test('a text that is read says what its bytes say, and no changed byte keeps the signature', () => {
  fc.assert(
    fc.property(fc.nat(98), fc.integer({ min: 1, max: 255 }), (index, difference) => {
      const read = readPassText(alter((bytes) => (bytes[index]! ^= difference)))
      if (read === undefined) return
      expect(packPass(read.content)).toEqual(read.packed)
      expect(verify(null, read.packed, publicKey, read.signature)).toBe(false)
    }),
  )
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(readPassText(passPrefix + text)).toBeUndefined()
    }),
  )
})
