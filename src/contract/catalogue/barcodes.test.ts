import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { BarcodesText, checkDigitOf, showGtin, splitBarcodes, toGtin } from './barcodes.ts'

const withCheck = (digits: string) => `${digits}${checkDigitOf(digits)}`
const codes = fc
  .constantFrom(7, 11, 12, 13)
  .chain((length) => fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length }))
  .filter((digits) => /[1-9]/.test(digits))
  .map(withCheck)

test.each([
  ['40170725', '00000040170725'],
  ['036000291452', '00036000291452'],
  ['4006381333931', '04006381333931'],
  ['00012345600012', '00012345600012'],
  ['4006 381-333931', '04006381333931'],
])('reads %s as it is printed', (text, gtin) => expect(toGtin(text)).toBe(gtin))

test.each(['4006381333932', '123', '', '0000000000000', '400638133393X', '40063813339310'])(
  'refuses %s, which is no barcode',
  (text) => expect(toGtin(text)).toBeUndefined(),
)

test('finds one number in all of its lengths', () =>
  fc.assert(
    fc.property(codes, (code) => {
      const gtin = toGtin(code)!
      expect(gtin).toHaveLength(14)
      expect(toGtin(showGtin(gtin))).toBe(gtin)
      expect(toGtin(gtin)).toBe(gtin)
    }),
  ))

test('notices each single digit that was misread', () =>
  fc.assert(
    fc.property(codes, fc.nat(), fc.integer({ min: 1, max: 9 }), (code, place, by) => {
      const at = place % code.length
      const wrong = `${code.slice(0, at)}${(Number(code[at]) + by) % 10}${code.slice(at + 1)}`
      expect(toGtin(wrong)).toBeUndefined()
    }),
  ))

test('reads several from one field', () => {
  expect(splitBarcodes('40170725, 036000291452\n4006381333931')).toHaveLength(3)
  expect(BarcodesText.safeParse('40170725 40170726').error?.issues[0]?.message).toBe('barcode')
  expect(BarcodesText.safeParse(Array.from({ length: 11 }, () => '40170725').join(' ')).success).toBe(false)
})
