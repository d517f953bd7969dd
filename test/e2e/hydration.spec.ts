import type { Page } from '@playwright/test'
import { inTurn } from '#test/kits/rounds.ts'
import { collectErrors, expect, test, testInTurn } from './kit/fixtures.ts'

/* Every page is hydrated in `src/web/start.page.test.tsx`; here the built files are, in a browser. */

/** One page for each set of sentences that is loaded first, with data, as a frame and refused. */
const addresses = [
  '/',
  '/search?lat=43.6532&lng=-79.3832&place=Toronto',
  '/about',
  '/desk',
  '/guard',
  '/courier',
  '/nothing-here',
]

/** Waits until React has taken over the page: it marks the elements. */
const waitUntilTaken = (page: Page) =>
  page.waitForFunction(
    () => Object.keys(document.querySelector('main h1') ?? {}).some((key) => key.startsWith('__reactFiber')),
    undefined,
    { timeout: 30_000 },
  )

// Another day than the server's, and a clock that is wrong besides.
test.use({ timezoneId: 'Pacific/Auckland', locale: 'en-NZ', drawsMaps: false })

testInTurn(4, 4)(
  'keeps built pages in a browser with another country, time zone and clock, and reports one that differs @phone',
  async ({ page, context }) => {
    await context.addInitScript((ahead_ms) => {
      const RealDate = Date
      globalThis.Date = class extends RealDate {
        constructor(...parts: [] | [number]) {
          super(...(parts.length === 0 ? ([RealDate.now() + ahead_ms] as const) : parts))
        }
        static override now = () => RealDate.now() + ahead_ms
      } as DateConstructor
      localStorage.setItem('selectedCountry', JSON.stringify({ id: 3, code: 'SN', name: 'Senegal' }))
    }, 29 * 3_600_000)
    const errors = collectErrors(page)
    const findLanguages = inTurn(['en', 'fr'], 1)
    for (const path of addresses)
      for (const language of findLanguages()) {
        const response = await page.goto(`${path}${path.includes('?') ? '&' : '?'}lang=${language}`)
        expect(await response!.text(), path).toContain('id="page-state"')
        await waitUntilTaken(page)
        await expect(page.locator('html')).toHaveAttribute('lang', language)
        expect(errors, path).toEqual([])
      }

    const other = await context.newPage()
    const otherErrors = collectErrors(other)
    // The page alone, not what it loads again by the wrong clock.
    await other.route(/:\d+\/about$/, async (route) => {
      const response = await route.fetch()
      const html = await response.text()
      const planted = html.replace(/(<main[^]*?<h1[^>]*>)/, '$1Planted ')
      expect(planted).not.toBe(html)
      await route.fulfill({ response, body: planted })
    })
    await other.goto('/about')
    await expect.poll(() => otherErrors).toEqual([expect.stringContaining('#418')])
    await expect(other.locator('main h1')).not.toContainText('Planted')
  },
)
