import { expect, test } from 'vitest'
import { readLicense } from './license.ts'

test('the license names version and build of what runs, or that it was never built', () => {
  const { version, built_from, built_at } = readLicense()
  expect(version).toMatch(/^\d+\.\d+\.\d+$/)
  expect(built_from === null).toBe(built_at === null)
  if (built_at !== null) expect(Number.isNaN(Date.parse(built_at))).toBe(false)
})
