import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AppError } from './errors.ts'
import { parseJson } from './json.ts'

const outcomeOf = (text: string): unknown => {
  try {
    return parseJson(text)
  } catch (error) {
    return (error as AppError).code
  }
}

test('reads what JSON.parse reads', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 5, noUnicodeString: false }), (text) => {
      fc.pre(!/__proto__|constructor|prototype/.test(text))
      expect(outcomeOf(text)).toEqual(JSON.parse(text))
    }),
  )
  for (const text of [
    '{"a":"\\\\","b":"\\"","c":["d","d",{"d":1},{"d":2}],"":{}}',
    ' [ ] ',
    '"a"',
    '1',
    '{"a":"{\\"a\\":1,"}',
  ])
    expect(outcomeOf(text)).toEqual(JSON.parse(text))
})

test.each([
  ['{"a":1,"a":1}', 'duplicate_field'],
  ['{"a":{"b":1 , "c":[], "b" :2}}', 'duplicate_field'],
  ['[{"a":1,"\\u0061":1}]', 'duplicate_field'],
  ['{"__proto__":{"role":"admin"}}', 'malformed_body'],
  ['{"\\u005f_proto__":1}', 'malformed_body'],
  ['{"constructor":{"prototype":1}}', 'malformed_body'],
  ['', 'malformed_body'],
  ['{"a":1', 'malformed_body'],
  ['{"a', 'malformed_body'],
  ['{"\\x":1}', 'malformed_body'],
  ['}{"a":1,"b":2', 'malformed_body'],
  ['[1,]', 'malformed_body'],
  [`${'['.repeat(33)}${']'.repeat(33)}`, 'payload_too_large'],
  [`[${'1,'.repeat(10_001)}1]`, 'payload_too_large'],
  [`[${'"",'.repeat(5_001)}1]`, 'payload_too_large'],
  [`{"a":${'1'.repeat(401)}}`, 'payload_too_large'],
  [`"${'a'.repeat(100_001)}"`, 'payload_too_large'],
])('refuses %.60s', (text, code) => {
  expect(outcomeOf(text)).toBe(code)
})

test.each(['[', '{"a":', '"', '\\"', '{"a":"\\\\', '1', ','])('refuses a megabyte of %j in linear time', (sign) => {
  // Quadratic time would take minutes.
  expect(() => parseJson(sign.repeat((1024 * 1024) / sign.length))).toThrow(AppError)
})
