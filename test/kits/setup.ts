import { afterEach, beforeEach, expect, vi } from 'vitest'

// A test fails when it prints an error; a test that expects one mocks console.error itself.
beforeEach(() => {
  vi.spyOn(console, 'error')
})
afterEach(() => {
  if (vi.isMockFunction(console.error)) {
    const calls = vi.mocked(console.error).mock.calls
    vi.restoreAllMocks()
    expect(calls, 'console.error was called').toEqual([])
  }
})
