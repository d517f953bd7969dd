import { test as base, expect } from '@playwright/test'

/** Fails every test whose page throws an error or writes one to the console. */
export const test = base.extend<{ failOnPageErrors: void }>({
  baseURL: async ({}, use) => use(process.env['BASE_URL']),
  failOnPageErrors: [
    async ({ page }, use) => {
      const errors: string[] = []
      page.on('console', (message) => {
        // The browser logs each failed request; those that tests provoke are expected.
        if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) errors.push(message.text())
      })
      page.on('pageerror', (error) => errors.push(error.message))
      await use()
      expect(errors).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }
