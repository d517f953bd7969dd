import { expect, test } from 'vitest'
import { askProfile } from './useProfile.ts'

test('without a token nobody is asked, in the specification’s words', async () => {
  await expect(askProfile()).rejects.toThrow(/^No authentication token found$/)
})
