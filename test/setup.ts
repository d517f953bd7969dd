import { afterEach, beforeEach, expect, vi } from 'vitest'

// What is printed as an error is an error: a test that expects one says so by mocking console.error itself.
beforeEach(() => {
  vi.spyOn(console, 'error')
})
afterEach(() => {
  if (vi.isMockFunction(console.error)) {
    const said = vi.mocked(console.error).mock.calls
    vi.restoreAllMocks()
    expect(said, 'console.error was called').toEqual([])
  }
})
