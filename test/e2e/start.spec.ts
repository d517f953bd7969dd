import type { BrowserContext, Page } from '@playwright/test'
import { wordsOf } from './kit/catalogue.ts'
import { findExamples, buildDriver } from './kit/drivers.ts'
import { expect, test, testInTurn } from './kit/fixtures.ts'

/* The start of a page whose code hangs or is gone. */

const w = wordsOf.en
test.use({ locale: 'en-CA', timezoneId: 'America/Toronto', reducedMotion: 'reduce' })

const entry = '**/assets/index-*.js'
const again = (page: Page) => page.getByRole('link', { name: w.common.try_again })
const home = (page: Page) => page.getByRole('link', { name: w.common.go_home })
const failure = (page: Page) => page.getByRole('alert')
const loader = (page: Page) => page.getByRole('progressbar', { name: /^Loading/ })

/** A page of its own: the fixture's would fail the test on the expected console errors. Its clock can be moved. */
async function openPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await page.clock.install()
  await page.addInitScript(() =>
    localStorage.setItem('selectedCountry', JSON.stringify({ id: 2, code: 'CA', name: 'Canada' })),
  )
  return page
}

async function openAs(context: BrowserContext, baseURL: string): Promise<Page> {
  const driver = await buildDriver(baseURL, { country_code: 'CA', language: 'en' })
  const page = await openPage(context)
  await page.addInitScript((token) => localStorage.setItem('parkwell_user_token', token), driver.token)
  await context.addCookies([{ name: 'signed_in', value: '1', url: baseURL }])
  return page
}

test(
  'the loader ends after eight seconds when the first script hangs, and a retry works',
  { tag: '@phone' },
  async ({ context, baseURL }) => {
    const page = await openAs(context, baseURL!)
    // The scripts that hang go on hanging: released, one would start the page before it is tried again.
    let hangs = true
    await page.route(entry, (route) => (hangs ? undefined : route.continue()))
    // However long the machine takes, no time passes but what is said here.
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.goto('/wallet', { waitUntil: 'commit' })
    await expect(loader(page)).toBeVisible()
    await page.clock.fastForward(3_000)
    await expect(failure(page)).toBeHidden()
    await page.clock.fastForward(5_500)
    await expect(failure(page)).toContainText('Loading Issue')
    await expect(home(page)).toBeHidden()
    for (const retries of [1, 2]) {
      const reloaded = page.waitForEvent('framenavigated')
      await again(page).click({ noWaitAfter: true })
      await reloaded
      expect(await page.evaluate(() => sessionStorage.getItem('page_retries'))).toBe(String(retries))
      await expect(loader(page)).toBeVisible()
      await page.clock.fastForward(8_500)
      await expect(failure(page)).toBeVisible()
    }
    await expect(failure(page)).toContainText('Loading Error')
    await expect(home(page)).toHaveAttribute('href', '/')
    hangs = false
    await page.clock.resume()
    await again(page).click()
    await expect(page.getByRole('heading', { level: 1, name: w.wallet.title })).toBeVisible()
    await expect(failure(page)).toHaveCount(0)
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('page_retries'))).toBe(null)
  },
)

testInTurn(4, 4)(
  'a script that is gone reloads the page twice, then leaves it readable with ways to continue @phone',
  async ({ context }) => {
    const page = await openPage(context)
    let requests = 0
    await page.route(entry, (route) => {
      requests += 1
      return route.fulfill({ status: 404, body: '' })
    })
    await page.goto('/about', { waitUntil: 'commit' })
    await expect(failure(page)).toContainText(w.shell.failure.loading_text)
    expect(requests).toBe(3)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(home(page)).toBeVisible()
    await page.unroute(entry)
    await home(page).click()
    await expect(page).toHaveURL('/')
    await expect(failure(page)).toHaveCount(0)
  },
)

testInTurn(1, 4)(
  'the loader ends when a later file hangs, and goes when the file comes @phone',
  async ({ context, baseURL }) => {
    const page = await openAs(context, baseURL!)
    const released = Promise.withResolvers<void>()
    await page.route('**/assets/WalletPage-*.js', async (route) => {
      await released.promise
      await route.continue()
    })
    await page.goto('/wallet', { waitUntil: 'commit' })
    // Hydrated: the page takes over from the script in the HTML.
    await expect(page.locator('#start-failure')).toHaveCount(0)
    await expect(loader(page)).toBeVisible()
    await page.clock.fastForward(8_500)
    await expect(page.getByRole('heading', { name: 'Loading Issue' })).toBeVisible()
    await expect(loader(page)).toHaveCount(0)
    released.resolve()
    await expect(page.getByRole('heading', { level: 1, name: w.wallet.title })).toBeVisible()
  },
)

testInTurn(2, 4)('a style sheet that hangs does not keep the page from starting @phone', async ({ context }) => {
  const page = await openPage(context)
  await page.route('**/assets/*.css', () => undefined)
  await page.goto('/about', { waitUntil: 'commit' })
  await expect.poll(() => page.evaluate(() => document.readyState)).not.toBe('complete')
  await page.clock.fastForward(8_500)
  await expect(page.locator('#start-failure')).toHaveCount(0)
})

testInTurn(3, 4)(
  'the loader covers pages that need scripts, by styles alone, for eight seconds at most @phone',
  async ({ context, baseURL }) => {
    const { park, place } = await findExamples(baseURL!)
    const page = await openPage(context)
    const released = Promise.withResolvers<void>()
    await page.route(entry, async (route) => {
      await released.promise
      await route.continue()
    })
    const slug = park.replace('/park/', '')
    for (const path of [`/checkout/${slug}`, `/booking/${slug}`]) {
      await page.goto(path, { waitUntil: 'commit' })
      await expect(page.getByText('Loading Parkwell')).toBeVisible()
      const widthAfter = (seconds: number) =>
        loader(page).evaluate((bar, now_ms) => {
          for (const animation of document.getAnimations()) animation.currentTime = now_ms
          const { left, width } = bar.getBoundingClientRect()
          return (bar.firstElementChild!.getBoundingClientRect().right - left) / width
        }, seconds * 1_000)
      expect(await widthAfter(7.9), path).toBeLessThanOrEqual(0.851)
      await expect(loader(page)).toBeVisible()
      await widthAfter(8.1)
      await expect(loader(page)).toBeHidden()
    }
    // These can be used without scripts.
    for (const path of ['/', '/about', park, place]) {
      await page.goto(path, { waitUntil: 'commit' })
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(loader(page)).toHaveCount(0)
    }
    await page.goto(`/checkout/${slug}`, { waitUntil: 'commit' })
    await expect(loader(page)).toBeVisible()
    released.resolve()
    await expect(page.getByRole('textbox', { name: w.checkout.plate })).toBeVisible()
    await expect(loader(page)).toHaveCount(0)
  },
)
