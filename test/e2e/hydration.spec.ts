import { findExamples } from './drivers.ts'
import { expect, test } from './fixtures.ts'

const paths = [
  '/',
  '/search?lat=43.6532&lng=-79.3832&place=Toronto',
  '/search?search=harbour&country=CA',
  '/parks-list?country=CA',
  '/city-parking?country=CA',
  '/events?country=CA',
  '/about',
  '/blog',
  '/post/toronto-winter',
  '/help',
  '/marketplace',
  '/marketplace/wash',
  '/terms',
  '/nothing-here',
  '/park/no-such-park',
  '/parks-list?country=ZZ',
]

/** React throws what it has to render again, and the fixture fails a page that throws. */
test.describe('hydrates every page that the server renders', { tag: '@phone' }, () => {
  // Another day than the server's, and a clock that is wrong besides.
  test.use({ timezoneId: 'Pacific/Auckland', locale: 'en-NZ' })

  for (const language of ['en', 'fr'])
    test(`in a browser with another country, time zone and clock (${language})`, async ({ page, baseURL }) => {
      test.setTimeout(180_000)
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
      const examples = await findExamples(baseURL!)
      const all = [...paths, examples.park, examples.place, examples.event]
      for (const path of all)
        await test.step(path, async () => {
          const response = await page.goto(`${path}${path.includes('?') ? '&' : '?'}lang=${language}`)
          expect(await response!.text()).toContain('id="page-state"')
          // React marks the elements that it has taken over.
          await page.waitForFunction(() =>
            Object.keys(document.querySelector('main h1') ?? {}).some((key) => key.startsWith('__reactFiber')),
          )
          await expect(page.locator('html')).toHaveAttribute('lang', language)
        })
    })
})
