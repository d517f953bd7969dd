import type { Page } from '@playwright/test'
import { pageRoutes } from '#contract/pages.ts'
import { findExamples } from './kit/drivers.ts'
import { collectErrors, expect, test } from './kit/fixtures.ts'

/** Pages with other content at another address of the same route. */
const variants = [
  '/search?lat=43.6532&lng=-79.3832&place=Toronto',
  '/search?search=harbour&country=CA',
  '/parks-list?country=CA',
  '/parks-list?country=ZZ',
  '/city-parking?country=CA',
  '/events?country=CA',
  '/marketplace?search=wipper&sort=price',
  '/marketplace/full-wash',
  '/nothing-here',
  '/park/no-such-park',
]

/** One address for each page of the contract: an alias has the same page. A new parameter needs a value here. */
async function listAddresses(base: string): Promise<string[]> {
  const { park, event } = await findExamples(base)
  const [slug, code] = [park.split('/').at(-1)!, event.split('/').at(-1)!]
  const findPlace = async (kind: string) => {
    const found = await fetch(`${base}/api/v1/places/${kind}?country=CA&size=1`)
    return ((await found.json()) as { items: { slug: string }[] }).items[0]!.slug
  }
  const values: Record<string, string> = {
    '/park/:slug': slug,
    '/checkout/:slug': slug,
    '/booking/:slug': slug,
    '/airport-parking/:place': await findPlace('airport'),
    '/city-parking/:place': await findPlace('city'),
    '/stadium-parking/:place': await findPlace('stadium'),
    '/station-parking/:place': await findPlace('station'),
    '/event/:event': code,
    '/booking/event/:event': code,
    '/post/:post': 'toronto-winter',
    '/marketplace/:service': 'wash',
    '/branch/:branch': 'yorkville',
    '/order-success/:order': 'ABCD2345',
    '/order/:order': 'ABCD2345',
    '/order/:order/pay': 'ABCD2345',
    '/order/:order/return': 'ABCD2345',
    '/booking-details/:bookingCode': 'none',
    '/documents/:request': 'none',
    '/unsubscribe/:key': 'none',
    '/shared/:token': 'none',
  }
  const pages = pageRoutes.filter(({ key }, at) => pageRoutes.findIndex((route) => route.key === key) === at)
  return pages.map(({ path }) =>
    path.replace(/:\w+/, () => {
      const value = values[path]
      if (value === undefined) throw new Error(`no example for ${path}`)
      return value
    }),
  )
}

/**
 * Leaves out pages of which the server renders no more than a frame that another has too: they hydrate alike, and what they
 * show then is checked where it is used.
 */
async function withoutKnownFrames(base: string, paths: string[]): Promise<string[]> {
  const frames = new Set<string>()
  const different: string[] = []
  for (const path of paths) {
    const html = await (await fetch(base + path)).text()
    // Links to the other language have the address of the page.
    const body = html.slice(html.indexOf('<body'), html.indexOf('id="page-code"'))
    const frame = body.replaceAll(path, '').replaceAll(encodeURIComponent(path), '')
    if (html.includes('"is_frame":true') && frames.has(frame)) continue
    frames.add(frame)
    different.push(path)
  }
  return different
}

/** Waits until React has taken over the page: it marks the elements. */
const waitUntilTaken = (page: Page) =>
  page.waitForFunction(
    () => Object.keys(document.querySelector('main h1') ?? {}).some((key) => key.startsWith('__reactFiber')),
    undefined,
    { timeout: 30_000 },
  )

test.describe('hydration', { tag: '@phone' }, () => {
  // Another day than the server's, and a clock that is wrong besides.
  test.use({ timezoneId: 'Pacific/Auckland', locale: 'en-NZ', drawsMaps: false })

  // Every second page in English, the others in French.
  for (const [turn, language] of ['en', 'fr'].entries())
    test(`keeps the pages in a browser with another country, time zone and clock (${language})`, async ({
      page,
      baseURL,
    }) => {
      test.setTimeout(200_000)
      await page.addInitScript((ahead_ms) => {
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
      const addresses = [...(await withoutKnownFrames(baseURL!, await listAddresses(baseURL!))), ...variants]
      for (const path of addresses.filter((_, at) => at % 2 === turn))
        await test.step(path, async () => {
          const response = await page.goto(`${path}${path.includes('?') ? '&' : '?'}lang=${language}`)
          expect(await response!.text()).toContain('id="page-state"')
          await waitUntilTaken(page)
          await expect(page.locator('html')).toHaveAttribute('lang', language)
          expect(errors, path).toEqual([])
        })
    })

  test('reports a page whose markup differs from what the browser renders', async ({ browser, baseURL }) => {
    const page = await browser.newPage({ baseURL: baseURL! })
    const errors = collectErrors(page)
    await page.addInitScript(() =>
      localStorage.setItem('selectedCountry', JSON.stringify({ id: 2, code: 'CA', name: 'Canada' })),
    )
    await page.route('**/about', async (route) => {
      const response = await route.fetch()
      const html = await response.text()
      const planted = html.replace(/(<main[^]*?<h1[^>]*>)/, '$1Planted ')
      expect(planted).not.toBe(html)
      await route.fulfill({ response, body: planted })
    })
    await page.goto('/about')
    await expect.poll(() => errors).toEqual([expect.stringContaining('#418')])
    await expect(page.locator('main h1')).not.toContainText('Planted')
    await page.close()
  })
})
