import type { BrowserContext, Page } from '@playwright/test'
import { pattern, wordsOf } from './kit/catalogue.ts'
import { book, buildDriver, parksToBook } from './kit/drivers.ts'
import { expect, test, testInTurn } from './kit/fixtures.ts'

test.use({ locale: 'fr-CA', timezoneId: 'America/Toronto', reducedMotion: 'reduce', serviceWorkers: 'allow' })

const w = wordsOf.fr
/** Not the one that fields show as an example, which is in the stored code. */
const plate = 'CKTL 617'

/** Everything that the service worker has stored, as text. */
const readCaches = (page: Page) =>
  page.evaluate(async () => {
    const texts: string[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) texts.push(request.url, await (await cache.match(request))!.text())
    }
    return texts.join('\n')
  })

/** Opens an address in a new page, as a browser does that was closed in between. */
async function openCold(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(address)
  return page
}

testInTurn(1, 3)(
  'opens bookings and passes without a network after the browser was closed',
  { tag: '@phone' },
  async ({ page, context, baseURL }) => {
    const driver = await buildDriver(baseURL!, { country_code: 'CA', language: 'fr', top_up: 200 })
    const [park] = await parksToBook(baseURL!, { lat: 43.6532, lng: -79.3832 })
    const { booking_code: code } = await book(baseURL!, driver, { ...park!, plate })
    await context.addInitScript((token) => {
      localStorage.setItem('selectedCountry', JSON.stringify({ id: 2, code: 'CA', name: 'Canada' }))
      localStorage.setItem('parkwell_user_token', token)
    }, driver.token)

    await test.step('says that the pass works offline once it does', async () => {
      await page.goto(`/booking-details/${code}`)
      await expect(page.getByText(w.bookings.pass.works_offline)).toBeVisible()
      expect((await page.request.get('/sw.js')).headers()['cache-control']).toBe('no-cache')
      const stored = await readCaches(page)
      expect(stored).toContain('/booking-details/pass')
      for (const personal of [code, driver.token, driver.email, plate]) expect(stored).not.toContain(personal)
      await page.close()
    })

    await test.step('opens the pass and the list', async () => {
      await context.setOffline(true)
      const pass = await openCold(context, `/booking-details/${code}`)
      await expect(pass.getByRole('img', { name: w.bookings.pass.qr })).toBeVisible()
      await expect(pass.getByText(new RegExp(`${code.slice(0, 4)}\\W+${code.slice(4)}`)).first()).toBeVisible()
      await expect(pass.getByText(plate).first()).toBeVisible()
      await expect(pass.getByText(w.bookings.pass.works_offline)).toBeVisible()
      await expect(pass.getByText(pattern(w.bookings.saved_at))).toHaveCount(1)
      await expect(pass.getByText(w.shell.offline)).toHaveCount(0)
      await pass.setViewportSize({ width: 390, height: 844 })
      const screen_px = (await pass.getByRole('navigation', { name: w.shell.nav.phone_bar }).boundingBox())!.y
      for (const part of [pass.getByRole('img', { name: w.bookings.pass.qr }), pass.getByText(plate).first()]) {
        const { y, height } = (await part.boundingBox())!
        expect(y + height).toBeLessThan(screen_px)
      }
      await pass.close()
      const list = await openCold(context, '/bookings')
      await list.locator(`a[href="/booking-details/${code}"]`).first().click()
      await expect(list.getByRole('img', { name: w.bookings.pass.qr })).toBeVisible()
      await list.close()
    })

    await test.step('leads from any other page to the passes', async () => {
      const other = await openCold(context, '/events')
      await expect(other.getByRole('heading', { level: 1 })).toHaveText(w.bookings.offline)
      await other.getByRole('link').first().click()
      await expect(other.locator(`a[href="/booking-details/${code}"]`).first()).toBeVisible()
      await other.close()
    })

    await test.step('is as before once the network is back', async () => {
      await context.setOffline(false)
      const back = await openCold(context, '/events')
      await expect(back.getByRole('heading', { level: 1 })).not.toHaveText(w.bookings.offline)
      await back.goto(`/booking-details/${code}`)
      await expect(back.getByRole('img', { name: w.bookings.pass.qr })).toBeVisible()
      await expect(back.getByText(pattern(w.bookings.saved_at))).toBeHidden()
    })
  },
)
