import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatCsv } from './csv.ts'

test.each([
  ['=1+1', "'=1+1"],
  ['+33 6', "'+33 6"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', '"\'\t=1"'],
  ['\r=1', '"\'\r=1"'],
  ['\n=1', '"\'\n=1"'],
  ['＝1', "'＝1"],
  ['a, "b"', '"a, ""b"""'],
  ['Parking, booking ABCD', '"Parking, booking ABCD"'],
  ['a;b', '"a;b"'],
  ['PW-ABCD', 'PW-ABCD'],
  ['+2348031234567', '(+234) 8031234567'],
  ['+1 416 555 0199', '(+1) 4165550199'],
  ['+221 77 123 45 67', '(+221) 771234567'],
  ['+33612345678', '(+33) 612345678'],
  ['+1', "'+1"],
  ['+2348031234567+cmd', "'+2348031234567+cmd"],
])('writes %j as %j', (text, written) => {
  expect(formatCsv([[text]])).toBe(`${written}\r\n`)
})

test('writes numbers as numbers, negative ones too', () => {
  expect(formatCsv([[-12.5, 'CAD', 0]])).toBe('-12.5,CAD,0\r\n')
})

test('reads back every text as itself or behind an apostrophe, never as a formula', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.string().map((text) => `=${text}`),
      ),
      (text) => {
        const [[back, end]] = parse(formatCsv([[text, 'end']]), { record_delimiter: '\r\n' }) as [[string, string]]
        expect([text, `'${text}`]).toContain(back)
        expect(back).not.toMatch(/^[=+\-@\t\r\n]/)
        expect(end).toBe('end')
      },
    ),
  )
})
