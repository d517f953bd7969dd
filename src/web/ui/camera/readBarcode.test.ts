import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkDigitOf } from '#contract/catalogue/barcodes.ts'
import { readBarcode, type Pixels } from './readBarcode.ts'

const left = [
  '0001101',
  '0011001',
  '0010011',
  '0111101',
  '0100011',
  '0110001',
  '0101111',
  '0111011',
  '0110111',
  '0001011',
]
const invert = (bits: string) => [...bits].map((bit) => (bit === '0' ? '1' : '0')).join('')
const reverse = (bits: string) => [...bits].toReversed().join('')
const parities = ['LLLLLL', 'LLGLGG', 'LLGGLG', 'LLGGGL', 'LGLLGG', 'LGGLLG', 'LGGGLL', 'LGLGLG', 'LGLGGL', 'LGGLGL']

/** The modules of a code as the standard draws them: 1 is black. */
function toModules(code: string): string {
  const digits = [...code].map(Number)
  const [own, half] = code.length === 13 ? [parities[digits[0]!]!, 6] : ['LLLL', 4]
  const shown = code.length === 13 ? digits.slice(1) : digits
  const first = shown
    .slice(0, half)
    .map((digit, at) => (own[at] === 'L' ? left[digit]! : reverse(invert(left[digit]!))))
  const last = shown.slice(half).map((digit) => invert(left[digit]!))
  return `101${first.join('')}01010${last.join('')}101`
}

interface Look {
  module_px: number
  isTurned?: boolean
  shadow?: number
  noise?: number
}

/** A picture of a code in its middle: blurred by half pixels, with a shadow to the right, and noise. */
function draw(code: string, { module_px, isTurned = false, shadow = 0, noise = 0 }: Look): Pixels {
  const modules = isTurned ? reverse(toModules(code)) : toModules(code)
  const height = 60
  const width = Math.ceil((modules.length + 24) * module_px)
  const data = new Uint8ClampedArray(width * height * 4)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const parts = [0, 0.25, 0.5, 0.75].map((part) => modules[Math.floor((x + part) / module_px) - 12] === '1')
      const dark = parts.filter(Boolean).length / parts.length
      const light = 225 - 190 * dark - (shadow * x) / width + noise * Math.sin(x * 12.9898 + y * 78.233)
      data.fill(light, (y * width + x) * 4, (y * width + x) * 4 + 3)
    }
  return { data, width, height }
}

const codes = fc
  .constantFrom(12, 7)
  .chain((length) => fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length }))
  .filter((digits) => /[1-9]/.test(digits))
  .map((digits) => `${digits}${checkDigitOf(digits)}`)

test('reads every code, in any size, upside down, in the shade and with noise', () =>
  fc.assert(
    fc.property(
      codes,
      fc.double({ min: 2.5, max: 6, noNaN: true }),
      fc.boolean(),
      fc.integer({ min: 0, max: 90 }),
      fc.integer({ min: 0, max: 3 }),
      (code, module_px, isTurned, shadow, noise) => {
        expect(readBarcode(draw(code, { module_px, isTurned, shadow, noise }))).toBe(code)
      },
    ),
    { numRuns: 150 },
  ))

test('reads nothing in a picture without a code', () => {
  const { width, height, data } = draw('4006381333931', { module_px: 3 })
  expect(readBarcode({ width, height, data: data.map(() => 200) })).toBeUndefined()
  expect(readBarcode({ width, height, data: data.map((_, at) => (at * 7919) % 256) })).toBeUndefined()
})

test('reads nothing where the check digit is wrong', () => {
  expect(readBarcode(draw('4006381333932', { module_px: 3 }))).toBeUndefined()
})
