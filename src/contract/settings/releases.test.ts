import { expect, test } from 'vitest'
import { isOlderVersion } from './releases.ts'

test.each([
  ['0.1.0', '0.2.0', true],
  ['0.9.9', '0.10.0', true],
  ['1.0.0', '0.10.0', false],
  ['0.1.0', '0.1.0', false],
  ['0.1.0', '0.1.1', true],
  ['2.0.0', '1.9.9', false],
  ['0.1.0-next', '0.1.0', false],
])('%s before %s: %s', (version, than, isOlder) => {
  expect(isOlderVersion(version, than)).toBe(isOlder)
})
