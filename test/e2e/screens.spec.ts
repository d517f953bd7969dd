import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { contentPages, type PageKey, pageRoutes } from '#contract/pages.ts'
import { book, type Choice, newDriver, parksToBook, send } from './drivers.ts'
import { expect, test } from './fixtures.ts'
import { findOverflow } from './overflow.ts'
import { wordsOf } from './catalogue.ts'

test.use({ timezoneId: 'America/Toronto', reducedMotion: 'reduce' })

/** Pages with the same layout as another one. */
const alike = new Set<PageKey>([
  'cityParking',
  'airportPlace',
  'stadiumParking',
  'stadiumPlace',
  'stationParking',
  'stationPlace',
  'privacy-policy',
  'cancellation-policy',
])
const routes = pageRoutes.filter(
  ({ key }, index) => !alike.has(key) && pageRoutes.findIndex((route) => route.key === key) === index,
)
/** Pages that redirect signed-in users. */
const forVisitors = new Set<PageKey>(['auth', 'register', 'verify', 'forgotPassword'])
/** Content pages share a layout, so one width suffices. */
const texts = new Set<PageKey>(contentPages.filter((page) => !['blog', 'help', 'subscription-plans'].includes(page)))

type Address = { key: PageKey; to: string }

/** Every page once, with data on each: first as a visitor, then as a driver. */
async function everyPage(
  base: string,
  language: string,
): Promise<{ visitor: Address[]; driver: Address[]; token: string }> {
  const { token, ...driver } = await newDriver(base, { country_code: 'CA', language, top_up: 200 })
  const [park] = await parksToBook(base, { lat: 43.6532, lng: -79.3832 })
  const { booking_code } = await book(base, { token, ...driver }, park!)
  const { items: events } = await send<{ items: { event_code: string }[] }>(base, 'GET', '/api/v1/front/events')
  const addresses = routes.map(({ key, path }) => {
    const query = queryOf(key, park!, booking_code)
    const filled = path
      .replace(':slug', park!.slug)
      .replace(':bookingCode', booking_code)
      .replace(':place', 'toronto-ca-on')
      .replace(':post', 'toronto-winter')
      .replace(':service', 'wash')
      .replace(':event', events[0]!.event_code)
    return { key, to: query === undefined ? filled : `${filled}?${query}` }
  })
  return {
    visitor: addresses.filter(({ key }) => forVisitors.has(key)),
    driver: addresses.filter(({ key }) => !forVisitors.has(key)),
    token,
  }
}

function queryOf(key: PageKey, park: Choice, code: string): URLSearchParams | undefined {
  if (key === 'bookingSuccess') return new URLSearchParams({ code })
  if (key !== 'search' && key !== 'park' && key !== 'checkout') return undefined
  return new URLSearchParams({ start: park.start_time, end: park.end_time, lat: '43.6532', lng: '-79.3832' })
}

/** Selects a country and a language before the page loads. */
const arrive = (page: Page, language: string) =>
  page.addInitScript((spoken) => {
    localStorage.setItem('selectedCountry', JSON.stringify({ id: 2, code: 'CA', name: 'Canada' }))
    localStorage.setItem('language', spoken)
  }, language)

/** Navigates to each page within the app and checks it once all requests have finished. */
async function walk(page: Page, base: string, language: string, look: (key: PageKey) => Promise<void>): Promise<void> {
  const { visitor, driver, token } = await everyPage(base, language)
  // API calls and code only; map tiles may still be loading.
  const underWay = new Set<unknown>()
  page.on('request', (request) => {
    if (/\/api\/|\.js$/.test(request.url())) underWay.add(request)
  })
  page.on('requestfinished', (request) => underWay.delete(request))
  page.on('requestfailed', (request) => underWay.delete(request))
  const heading = page.getByRole('heading', { level: 1 })
  const visit = async ({ key, to }: Address) => {
    underWay.clear()
    await page.evaluate((address) => {
      history.pushState(null, '', address)
      window.dispatchEvent(new PopStateEvent('popstate'))
    }, to)
    await expect.poll(() => underWay.size, { intervals: [50], message: key }).toBe(0)
    await expect(heading, key).toHaveCount(1)
    await expect(page.locator('[aria-busy=true]'), key).toHaveCount(0)
    await look(key)
  }
  await open(page)
  for (const address of visitor) await visit(address)
  await page.evaluate((kept) => localStorage.setItem('parkwell_user_token', kept), token)
  await open(page)
  for (const address of driver) await visit(address)
}

const inTheme = (page: Page, theme: 'light' | 'dark') =>
  page.evaluate((value) => {
    document.documentElement.dataset['theme'] = value
  }, theme)

/** Disables transitions, whose intermediate colours would fail the contrast check. */
async function open(page: Page): Promise<void> {
  await page.goto('/terms')
  await page.addStyleTag({
    content: '*, ::before, ::after { transition: none !important; animation: none !important }',
  })
}

/** Checks all WCAG 2.2 AA rules, or a single one. */
async function violationsOf(page: Page, rule?: string): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations } = await (
    rule === undefined ? axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']) : axe.withRules(rule)
  ).analyze()
  return violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)
}

/** Checks one theme by every rule and the other by contrast only. */
async function expectAccessible(page: Page, key: PageKey, themes: readonly ['light' | 'dark', 'light' | 'dark']) {
  await inTheme(page, themes[0])
  expect(await violationsOf(page), `${key}, ${themes[0]}`).toEqual([])
  await inTheme(page, themes[1])
  expect(await violationsOf(page, 'color-contrast'), `${key}, ${themes[1]}`).toEqual([])
}

test.describe('every page', () => {
  // Each test visits every page, which takes minutes on a slow machine.
  test.setTimeout(600_000)
  test('fit a phone in English and meet WCAG 2.2 AA in both themes', { tag: '@phone' }, async ({ page, baseURL }) => {
    await arrive(page, 'en')
    await walk(page, baseURL!, 'en', async (key) => {
      await expect.poll(() => findOverflow(page), { message: key }).toEqual([])
      await expectAccessible(page, key, ['light', 'dark'])
    })
  })

  test('fit from 360 to 2560 px in French and meet WCAG 2.2 AA', { tag: '@desktop' }, async ({ page, baseURL }) => {
    await arrive(page, 'fr')
    await walk(page, baseURL!, 'fr', async (key) => {
      for (const width of [360, 2560, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        await expect.poll(() => findOverflow(page), { message: `${key} at ${width}` }).toEqual([])
      }
      if (!texts.has(key)) await expectAccessible(page, key, ['dark', 'light'])
    })
  })
})

test('shows 404 for an unknown page', { tag: '@phone' }, async ({ page }) => {
  await arrive(page, 'en')
  const answer = await page.goto('/no-such-page')
  expect(answer!.status()).toBe(404)
  await expect(page.getByRole('heading', { name: wordsOf.en.shell.not_found.title })).toBeVisible()
})

test(
  'shows the login prompt or the home page on account pages without a token',
  { tag: '@phone' },
  async ({ page }) => {
    await arrive(page, 'en')
    for (const path of ['/bookings', '/wallet']) {
      await page.goto(path)
      await expect(page.getByText('Please login to view your account')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Login to Continue' })).toBeVisible()
    }
    await page.goto('/profile')
    await expect(page).toHaveURL(/\/$/)
  },
)
