import type { Page } from '@playwright/test'
import { findViolations } from './kit/axe.ts'
import { wordsOf } from './kit/catalogue.ts'
import { expect, test, testInTurn } from './kit/fixtures.ts'
import { findOverflow } from './kit/overflow.ts'

/* Detection and choice of the country whose parks are shown. */

const w = wordsOf.en
test.use({ locale: 'en-CA', timezoneId: 'America/Toronto', reducedMotion: 'reduce', choosesCountry: true })

const picker = (page: Page) => page.getByRole('dialog', { name: w.shell.country.title })
const country = (page: Page, code: keyof typeof w.common.countries) =>
  picker(page).getByRole('button', { name: w.common.countries[code] })
const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key)

const lookups = '**/ip-lookup/1/json/'

testInTurn(3, 4)('is asked of drivers, not of people at work @phone', async ({ page }) => {
  for (const path of ['/guard', '/desk']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expect(picker(page)).toBeHidden()
  }
  await page.goto('/')
  await expect(picker(page)).toBeVisible()
})

// The simulated lookup places a browser by the region of its language.
testInTurn(4, 4)('is detected, preselected and stored when chosen @desktop', async ({ page }) => {
  // Hold the response until the notice has been checked.
  const noticeChecked = Promise.withResolvers<void>()
  await page.route(lookups, async (route) => {
    await noticeChecked.promise
    await route.continue()
  })
  await page.addInitScript(() =>
    window.addEventListener('local-storage-updated', (event) => {
      const { key } = (event as CustomEvent<{ key: string }>).detail
      sessionStorage.setItem(`updated ${key}`, 'yes')
    }),
  )
  await page.goto('/')
  await expect(page.getByText('Detecting your location...')).toBeVisible()
  noticeChecked.resolve()
  await expect(country(page, 'CA')).toContainText(w.shell.country.notes.auto_detected)
  await expect(country(page, 'CA')).toBeFocused()
  const addressLine = picker(page).getByText(/203\.0\.113\.12/)
  await expect(addressLine.first()).toBeVisible()
  await test.step('at every width it is whole, and can be used by everybody', async () => {
    for (const [width, textSize] of [
      [320, ''],
      [1440, ''],
      [390, '200%'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.evaluate((size) => {
        document.documentElement.style.fontSize = size
      }, textSize)
      await expect.poll(() => findOverflow(page), { message: `${width} ${textSize}` }).toEqual([])
    }
    await page.evaluate(() => {
      document.documentElement.style.fontSize = ''
    })
    expect(await findViolations(page, { within: '[role=dialog]' })).toEqual([])
  })
  const reloaded = page.waitForEvent('load')
  await country(page, 'CA').press('Enter')
  await reloaded
  await expect(picker(page)).toHaveCount(0)
  expect(JSON.parse((await stored(page, 'selectedCountry'))!)).toMatchObject({
    code: 'CA',
    name: 'Canada',
    autoDetected: true,
    ip: '203.0.113.12',
    city: 'Toronto',
    region: 'Ontario',
  })
  expect(await stored(page, 'countryAutoDetected')).toBe('true')
  expect(await page.evaluate(() => sessionStorage.getItem('updated selectedCountry'))).toBe('yes')
  expect(JSON.parse((await stored(page, 'countries'))!)).toHaveLength(4)

  await test.step('looks the address up two seconds after opening and changes the country from the panel after the cart warning', async () => {
    await page.evaluate(() => localStorage.removeItem('ip_lookup'))
    // Below 64 rem the menu is in the side panel.
    await page.setViewportSize({ width: 800, height: 900 })
    const lookupSent = page.waitForRequest(lookups)
    await page.reload()
    const url = (await lookupSent).url()
    await expect.poll(() => stored(page, 'ip_lookup')).toContain('203.0.113.12')
    await expect.poll(() => stored(page, 'states')).toContain('"id":101')
    const after_ms = await page.evaluate((address) => {
      const took = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
      return took.find(({ name }) => name === address)?.startTime
    }, url)
    expect(after_ms).toBeGreaterThanOrEqual(2_000)
    await expect(picker(page)).toHaveCount(0)

    await page.getByRole('button', { name: w.shell.nav.menu }).click()
    const panel = page.getByRole('dialog', { name: w.shell.nav.menu })
    await expect(panel.getByText('Your shopping cart will be emptied when you change the region.')).toBeVisible()
    await panel.getByRole('button', { name: w.shell.country.change_link }).click()
    await country(page, 'NG').click()
    await expect.poll(() => stored(page, 'selectedCountry')).toContain('NG')
    await expect(picker(page)).toHaveCount(0)
  })
})

test.describe('on any page', () => {
  testInTurn(1, 4)('is asked for where nothing is stored, with one tap to confirm @phone', async ({ page }) => {
    for (const path of ['/about', '/events', '/terms', '/parks-list?country=CA', '/wallet'])
      await test.step(path, async () => {
        await page.goto(path)
        await expect(country(page, 'CA')).toBeFocused()
        const reloaded = page.waitForEvent('load')
        await page.keyboard.press('Enter')
        await reloaded
        await expect(page).toHaveURL(path)
        await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
        await expect(picker(page)).toHaveCount(0)
        // As a new visitor again, where no script of the app stores anything anew.
        await page.goto('/robots.txt')
        await page.evaluate(() => {
          localStorage.clear()
          sessionStorage.clear()
        })
        await page.context().clearCookies()
      })
  })

  test('is not asked of crawlers', { tag: '@phone' }, async ({ browser, baseURL }) => {
    const userAgent = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'
    const page = await browser.newPage({ baseURL: baseURL!, userAgent })
    await page.goto('/about')
    // Present once the page is hydrated.
    await page.locator('section[aria-live=polite]').first().waitFor({ state: 'attached' })
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(picker(page)).toHaveCount(0)
    await page.close()
  })
})
