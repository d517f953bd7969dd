import { expect, test } from 'vitest'
import { readNext } from './choose-country.ts'

test.each([
  ['/parks-list?country=CA&state=CA-ON&search=quay', '/parks-list?search=quay'],
  ['/park/harbour?lang=fr', '/park/harbour?lang=fr'],
  ['/', '/'],
  [undefined, '/'],
  [['/a', '/b'], '/'],
  ['https://evil.example/', '/'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['/\t/evil.example', '/'],
  ['/..//evil.example', '/'],
  ['/a/..//evil.example', '/'],
  ['javascript:alert(1)', '/'],
])('%j leads back to %s', (next, expected) => {
  expect(readNext(next)).toBe(expected)
})
