import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findPostcodeAtEnd, readPostcode } from './postcodes.ts'

const codesOf = (text: string) => readPostcode(text).found.map(({ code }) => code)

test.each([
  ['M5V 2T6', ['M5V']],
  ['m5v2t6', ['M5V']],
  ['M5V-2T6', ['M5V']],
  ['M5V 2', ['M5V']],
  [' m5v ', ['M5V']],
  ['10001', ['10001']],
  ['10001-1234', ['10001']],
  ['10001-', ['10001']],
  ['M5', ['M5A', 'M5B', 'M5C']],
  ['1000', ['10001', '10002', '10003']],
  ['M5V 2T6 5', []],
  ['100010', []],
  ['00000', []],
  ['Z9Z', []],
  ['10', []],
  ['m', []],
  ['Main Street 10', []],
  ['', []],
])('"%s" is the postcode %j', (text, codes) => {
  expect(codesOf(text)).toEqual(codes)
})

test('has the state, the city and the centre of the area', () => {
  expect(readPostcode('M5V 2T6')).toEqual({
    isWhole: true,
    found: [{ code: 'M5V', state_code: 'CA-ON', city: 'Toronto', lat: 43.6404, lng: -79.3995 }],
  })
})

test('finds a postcode at the end of an address', () => {
  expect(findPostcodeAtEnd('290 Bremner Blvd, Toronto M5V 3L9')?.code).toBe('M5V')
  expect(findPostcodeAtEnd('Nowhere 7, New York, NY 10001-0007')?.code).toBe('10001')
  expect(findPostcodeAtEnd('M5V 3L9 Toronto')).toBeUndefined()
  expect(findPostcodeAtEnd('10001')).toBeUndefined()
})

test('finds the lines of the file, first and last included', () => {
  const lines = readFileSync('data/places/postcodes.tsv', 'utf8').trimEnd().split('\n')
  const codes = lines.map((line) => line.split('\t')[0]!)
  expect(codes.every((code, n) => n === 0 || codes[n - 1]! < code)).toBe(true)
  const sample = codes.filter((_, n) => n % 41 === 0 || n === codes.length - 1)
  const missed = sample.filter((code) => codesOf(code)[0] !== code)
  expect(missed).toEqual([])
})
