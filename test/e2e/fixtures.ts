import { test as base, expect } from '@playwright/test'

/** Every journey fails on what a person would never see: a page's error, or one written to its console. */
export const test = base.extend<{ quiet: void }>({
  baseURL: async ({}, use) => use(process.env['BASE_URL']),
  quiet: [
    async ({ page }, use) => {
      const said: string[] = []
      page.on('console', (message) => {
        // The browser itself reports each refused call; those that a journey provokes are not errors of the page.
        if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) said.push(message.text())
      })
      page.on('pageerror', (error) => said.push(error.message))
      await use()
      expect(said).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }
