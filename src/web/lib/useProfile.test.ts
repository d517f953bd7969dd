import { expect, test } from 'vitest'
import { fetchProfile } from './useProfile.ts'

test('without a token nobody is asked, in the specification’s words', async () => {
  await expect(fetchProfile()).rejects.toThrow(/^No authentication token found$/)
})
