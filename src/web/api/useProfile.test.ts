import { expect, test } from 'vitest'
import { fetchProfile } from './useProfile.ts'

test('throws the specification’s error without a token', async () => {
  await expect(fetchProfile()).rejects.toThrow(/^No authentication token found$/)
})
