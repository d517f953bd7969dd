import { test as base, expect, type Page } from '@playwright/test'
import { isTurnOf } from '#test/kits/rounds.ts'

/**
 * Opens and reloads addresses until the page that the server rendered answers to clicks, unless `waitUntil` is given. Fails
 * every test whose page throws an error or writes one to the console. A country is stored, unless `choosesCountry` is set
 * or the test stores another. Without `drawsMaps`, the browser has no WebGL 2 and pages leave their maps out: drawing one
 * takes as long as the rest of its page.
 */
export const test = base.extend<{ failOnPageErrors: void; choosesCountry: boolean; drawsMaps: boolean }>({
  choosesCountry: [false, { option: true }],
  drawsMaps: [true, { option: true }],
  context: async ({ context, choosesCountry, drawsMaps }, use) => {
    if (!drawsMaps) await context.addInitScript(() => void Reflect.deleteProperty(globalThis, 'WebGL2RenderingContext'))
    if (!choosesCountry)
      await context.addInitScript(() => {
        if (localStorage.getItem('selectedCountry') === null)
          localStorage.setItem('selectedCountry', JSON.stringify({ id: 1, code: 'NG', name: 'Nigeria' }))
      })
    await use(context)
  },
  baseURL: async ({}, use) => use(process.env['BASE_URL']),
  page: async ({ page, javaScriptEnabled }, use) => {
    const { goto, reload } = page
    if (javaScriptEnabled) {
      page.goto = async (address, options) => {
        const response = await goto.call(page, address, options)
        if (options?.waitUntil === undefined) await waitUntilHydrated(page)
        return response
      }
      page.reload = async (options) => {
        const response = await reload.call(page, options)
        if (options?.waitUntil === undefined) await waitUntilHydrated(page)
        return response
      }
    }
    await use(page)
  },
  failOnPageErrors: [
    async ({ page }, use) => {
      const errors = collectErrors(page)
      await use()
      expect(errors).toEqual([])
    },
    { auto: true },
  ],
})

/**
 * For a journey that has its turn in one of `count` runs, with the others of the same place: what is decided on the way has
 * tests of rules or pages, too.
 */
export const testInTurn = (place: number, count: number) => (isTurnOf(place, count) ? test : test.skip)

/** Errors that a page throws or writes to the console from now on; React throws what it has to render again. */
export function collectErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('console', (message) => {
    // The browser logs each failed request; those that tests provoke are expected. So are axe's own scripts in a frame
    // that runs none.
    const isExpected = /Failed to load resource|^Blocked script execution in 'about:srcdoc'/.test(message.text())
    if (message.type() === 'error' && !isExpected) errors.push(message.text())
  })
  page.on('pageerror', (error) => errors.push(error.message))
  return errors
}

/** Waits until a page that the server has rendered is hydrated; others have no state. Notices have their place from then on. */
export const waitUntilHydrated = (page: Page): Promise<void> =>
  page.locator('body:not(:has(#page-state)), section[aria-live=polite]').first().waitFor({ state: 'attached' })

export { expect }
