import { describe, expect, it } from 'vitest'
import { isLoadingFailure } from './loadingFailures.ts'

const named = (name: string) => Object.assign(new Error('x'), { name })

describe('isLoadingFailure', () => {
  it.each([
    'Failed to fetch dynamically imported module: https://parkwell.example/assets/HomePage-1.js',
    'error loading dynamically imported module: https://parkwell.example/assets/HomePage-1.js',
    'Importing a module script failed.',
    'Unable to preload CSS for /assets/search-1.css',
    'Loading chunk 7 failed.',
  ])('recognises the message: %s', (message) => {
    expect(isLoadingFailure(new TypeError(message))).toBe(true)
  })
  it('recognises the error by its name', () => {
    expect(isLoadingFailure(named('ChunkLoadError'))).toBe(true)
  })
  it.each([new Error('x is not a function'), new TypeError('Failed to fetch'), 'Loading chunk 7 failed.', undefined])(
    'ignores other errors: %s',
    (error) => {
      expect(isLoadingFailure(error)).toBe(false)
    },
  )
})
