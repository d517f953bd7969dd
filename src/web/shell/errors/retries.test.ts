import { describe, expect, it } from 'vitest'
import { countRetries, isLoadingFailure, noteRetry } from './retries.ts'

const named = (name: string) => Object.assign(new Error('x'), { name })

describe('isLoadingFailure', () => {
  it.each([
    'Failed to fetch dynamically imported module: https://parkwell.example/assets/HomePage-1.js',
    'error loading dynamically imported module: https://parkwell.example/assets/HomePage-1.js',
    'Importing a module script failed.',
    'Unable to preload CSS for /assets/search-1.css',
    'Loading chunk 7 failed.',
  ])('knows what browsers say: %s', (message) => {
    expect(isLoadingFailure(new TypeError(message))).toBe(true)
  })
  it('knows the error by its name', () => {
    expect(isLoadingFailure(named('ChunkLoadError'))).toBe(true)
  })
  it.each([new Error('x is not a function'), new TypeError('Failed to fetch'), 'Loading chunk 7 failed.', undefined])(
    'leaves others alone: %s',
    (error) => {
      expect(isLoadingFailure(error)).toBe(false)
    },
  )
})

describe('retries without storage', () => {
  it('are not noted, so that nothing is tried for ever', () => {
    expect(countRetries()).toBe(0)
    expect(noteRetry()).toBe(false)
  })
})
