import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EmailCode } from '#contract/accounts/auth.ts'
import { PromoText } from '#contract/bookings/bookings.ts'
import { normalizePlate, plateOf, platePattern } from '#contract/vehicles/plates.ts'
import { PlateText } from '#contract/vehicles/vehicles.ts'
import { codeAlphabet, normalizeCode, readPromoCode, readReference } from './codes.ts'

const between = fc.constantFrom('', ' ', '\u00a0', '\u202f', '-', '\u2010', '\u2011', '\u2013', '\u2212', '.', ' · ')
const letters = (alphabet: string, length: number) =>
  fc.array(fc.constantFrom(...alphabet), { minLength: length, maxLength: length }).map((all) => all.join(''))

/** A text as people type it: in small letters or not, with something at one place or around it. */
const typed = (text: string) =>
  fc
    .tuple(fc.nat(text.length), between, fc.boolean(), fc.constantFrom('', ' ', '\u00a0', '\u200e'))
    .map(([at, sign, isSmall, around]) => {
      const written = text.slice(0, at) + sign + text.slice(at)
      return around + (isSmall ? written.toLowerCase() : written) + around
    })

test('a code is read alike however it is written', () => {
  const codes = letters(codeAlphabet, 8).chain((code) => typed(code).map((text) => ({ code, text })))
  fc.assert(
    fc.property(codes, ({ code, text }) => {
      expect(normalizeCode(text)).toBe(code)
    }),
  )
})

test('a reference of the wallet keeps its hyphen', () => {
  const references = fc
    .tuple(fc.constantFrom('PW', 'RF'), letters(codeAlphabet, 12))
    .chain(([kind, rest]) => typed(`${kind}${rest}`).map((text) => ({ reference: `${kind}-${rest}`, text })))
  fc.assert(
    fc.property(references, ({ reference, text }) => {
      expect(readReference(text)).toBe(reference)
    }),
  )
  expect(readReference(' cs_test_a1B2 ')).toBe('cs_test_a1B2')
})

test('a promo code keeps its hyphens and underscores, whatever dash is typed', () => {
  expect(['save\u201110', ' SAVE–10\u00a0', 'save_10', 'sa ve.10'].map((text) => PromoText.parse(text))).toEqual([
    'SAVE-10',
    'SAVE-10',
    'SAVE_10',
    'SAVE10',
  ])
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(readPromoCode(readPromoCode(text))).toBe(readPromoCode(text))
    }),
  )
})

test('six digits of a mail may be pasted in groups', () => {
  for (const text of ['123456', ' 123 456', '123\u00a0456', '123-456']) expect(EmailCode.parse(text)).toBe('123456')
  expect(EmailCode.safeParse('12345').success).toBe(false)
})

test('a plate is stored in one form and compared by its letters and digits', () => {
  const plates = letters('ABCDEFGHJKÉ0123456789', 7).chain((plate) => typed(plate).map((text) => ({ plate, text })))
  fc.assert(
    fc.property(plates, ({ plate, text }) => {
      expect(normalizePlate(text)).toBe(plate)
      const stored = plateOf(text)
      if (stored === undefined) return
      expect(stored).toMatch(platePattern)
      expect(normalizePlate(stored)).toBe(plate)
      expect([plateOf(stored), PlateText.parse(text)]).toEqual([stored, stored])
    }),
  )
  expect(['kja\u2011123\u2013aa', 'KJA - 123 AA', 'kja.123.aa', 'ＫＪＡ·123'].map((text) => plateOf(text))).toEqual([
    'KJA-123-AA',
    'KJA-123 AA',
    'KJA 123 AA',
    'KJA 123',
  ])
})
