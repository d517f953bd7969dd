import { describe, expect, it } from 'vitest'
import { countRetries, recordRetry } from './retries.ts'

describe('retries without storage', () => {
  it('are not recorded, so that the page does not reload forever', () => {
    expect(countRetries()).toBe(0)
    expect(recordRetry()).toBe(false)
  })
})
