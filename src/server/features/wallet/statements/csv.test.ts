import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cell } from './csv.ts'

test.each([
  ['=1+1', "'=1+1"],
  ['+33 6', "'+33 6"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', '"\'\t=1"'],
  ['\r=1', '"\'\r=1"'],
  ['＝1', "'＝1"],
  ['a, "b"', '"a, ""b"""'],
  ['Parking, booking ABCD', '"Parking, booking ABCD"'],
  ['PW-ABCD', 'PW-ABCD'],
  ['', ''],
])('%j is written as %j', (text, written) => {
  expect(cell(text)).toBe(written)
})

/** A cell as a spreadsheet reads it. */
const read = (written: string) => (written.startsWith('"') ? written.slice(1, -1).replaceAll('""', '"') : written)

test('whatever is written reads back as itself, or as the same after an apostrophe, and never as a formula', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.string().map((text) => `=${text}`),
      ),
      (text) => {
        const back = read(cell(text))
        expect([text, `'${text}`]).toContain(back)
        expect(back).not.toMatch(/^[=+\-@\t\r\n]/)
        if (!cell(text).startsWith('"')) expect(cell(text)).not.toMatch(/[",\r\n]/)
      },
    ),
  )
})
