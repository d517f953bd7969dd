import { expect, test } from 'vitest'
import { readGateCode } from './readGateCode.ts'

test.each([
  ['the poster’s address', 'https://parkwell.example/booking/PK7M2QX', 'PK7M2QX'],
  ['the address of the park page', 'http://127.0.0.1:3000/park/pk7m2qx/?from=gate', 'PK7M2QX'],
  ['an address as it is printed', 'parkwell.example/booking/PK7M2QX', 'PK7M2QX'],
  ['a slug', 'https://parkwell.example/park/quai-nord-dakar', 'quai-nord-dakar'],
  ['a typed code', ' pk7m 2qx ', 'PK7M2QX'],
  ['a typed code with a hyphen', 'PK7-M2QX', 'PK7M2QX'],
  ['a pass', 'PW2:0123/456 $%', undefined],
  ['the address of an event', 'https://parkwell.example/booking/event/ABC', undefined],
  ['another page', 'https://parkwell.example/events', undefined],
  ['another scheme', 'javascript:/park/PK7M2QX', undefined],
  ['an address that is none', 'https://%/park/PK7M2QX', undefined],
  ['a broken escape', 'https://parkwell.example/park/%E0%A4%A', undefined],
  ['characters that codes do not have', 'PK7M2O0', undefined],
  ['nothing', '  ', undefined],
])('%s', (_name, text, code) => {
  expect(readGateCode(text)).toBe(code)
})
