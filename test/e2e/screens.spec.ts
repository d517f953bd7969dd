import type { Page } from '@playwright/test'
import { contentPages, type PageKey, pageRoutes } from '#contract/pages.ts'
import { findViolations } from './kit/axe.ts'
import { wordsOf } from './kit/catalogue.ts'
import { book, type Choice, buildDriver, parksToBook, send } from './kit/drivers.ts'
import { expect, test } from './kit/fixtures.ts'
import { navigateWithin } from './kit/navigation.ts'
import { findOverflow } from './kit/overflow.ts'
import { findLostSubmits } from './kit/submits.ts'

test.use({ timezoneId: 'America/Toronto', reducedMotion: 'reduce' })

/** Pages with the same layout as another one. */
const similarPages = new Set<PageKey>([
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
  ({ key }, index) => !similarPages.has(key) && pageRoutes.findIndex((route) => route.key === key) === index,
)
/** Pages that redirect signed-in users. */
const visitorPages = new Set<PageKey>(['auth', 'register', 'verify', 'forgotPassword', 'guest'])
const accountPages = new Set<PageKey>([
  'bookings',
  'bookingDetails',
  'wallet',
  'walletCallback',
  'payment',
  'bookingSuccess',
  'profile',
  'desk',
  'unsubscribe',
  'cart',
  'cartCheckout',
  'orderSuccess',
  'orders',
  'order',
  'orderPay',
  'addresses',
])
/** Content pages share a layout. */
const textPages = new Set<PageKey>(
  contentPages.filter((page) => !['blog', 'help', 'subscription-plans'].includes(page)),
)
/** Text pages with different contents: lists, links to other pages, forms with files, dates and numbers. */
const exampleTextPages = new Set<PageKey>(['about', 'marketplace', 'business-accounts', 'book-demo', 'careers'])
/** One page for each arrangement of header, panel, list and form. */
const layoutPages = new Set<PageKey>(['home', 'search', 'park', 'checkout', 'auth', 'bookings', 'wallet', 'help'])

/** Pages that one test visits one after the other. */
const groups: Record<string, (key: PageKey) => boolean> = {
  'text and login pages': (key) => visitorPages.has(key) || textPages.has(key),
  'account pages': (key) => accountPages.has(key),
  'parking pages': (key) => ![visitorPages, accountPages, textPages].some((pages) => pages.has(key)),
}

interface Address {
  key: PageKey
  to: string
}

/** The address of every page once, with a park, an event and a booking of a new driver. */
async function findAddresses(base: string, language: string): Promise<{ addresses: Address[]; token: string }> {
  const { token, ...driver } = await buildDriver(base, { country_code: 'CA', language, top_up: 200 })
  const [park] = await parksToBook(base, { lat: 43.6532, lng: -79.3832 })
  const { booking_code } = await book(base, { token, ...driver }, park!)
  const { items: events } = await send<{ items: { event_code: string }[] }>(base, 'GET', '/api/v1/front/events')
  const addresses = routes.map(({ key, path }) => {
    const query = queryOf(key, park!, booking_code)
    const filled = path
      .replace(':screen', 'bookings')
      .replace(':record', 'none')
      .replace(':slug', park!.slug)
      .replace(':bookingCode', booking_code)
      .replace(':place', 'toronto-ca-on')
      .replace(':post', 'toronto-winter')
      .replace(':service', 'full-wash')
      .replace(':branch', 'yorkville')
      .replace(':order', 'ABCD2345')
      .replace(':event', events[0]!.event_code)
    return { key, to: query === undefined ? filled : `${filled}?${query}` }
  })
  return { addresses, token }
}

function queryOf(key: PageKey, park: Choice, code: string): URLSearchParams | undefined {
  if (key === 'bookingSuccess') return new URLSearchParams({ code })
  if (key !== 'search' && key !== 'park' && key !== 'checkout') return undefined
  return new URLSearchParams({ start: park.start_time, end: park.end_time, lat: '43.6532', lng: '-79.3832' })
}

/** Selects a country and a language before the page loads. */
const setPreferences = (page: Page, language: string) =>
  page.addInitScript((spoken) => {
    localStorage.setItem('selectedCountry', JSON.stringify({ id: 2, code: 'CA', name: 'Canada' }))
    localStorage.setItem('language', spoken)
  }, language)

/** Navigates to each page of a group within the app and checks it once all requests have finished. */
async function visitPages(
  page: Page,
  base: string,
  language: string,
  isIncluded: (key: PageKey) => boolean,
  check: (key: PageKey) => Promise<void>,
): Promise<void> {
  await setPreferences(page, language)
  const { addresses, token } = await findAddresses(base, language)
  const selected = addresses.filter(({ key }) => isIncluded(key))
  // Signed-in users are redirected from the login pages.
  if (!selected.some(({ key }) => visitorPages.has(key)))
    await page.addInitScript((stored) => localStorage.setItem('parkwell_user_token', stored), token)
  await openWithoutMotion(page)
  const navigate = navigateWithin(page)
  for (const { key, to } of selected) {
    await navigate(to)
    await check(key)
  }
}

const inTheme = (page: Page, theme: 'light' | 'dark') =>
  page.evaluate((value) => {
    document.documentElement.dataset['theme'] = value
  }, theme)

/** Sets the reader's text size, as in the settings of a browser; empty for the usual one. */
const setTextSize = (page: Page, size: '200%' | '') =>
  page.evaluate((value) => {
    document.documentElement.style.fontSize = value
  }, size)

/** Disables transitions, whose intermediate colours would fail the contrast check. */
async function openWithoutMotion(page: Page): Promise<void> {
  await page.goto('/terms')
  await page.addStyleTag({
    content: '*, ::before, ::after { transition: none !important; animation: none !important }',
  })
}

for (const [name, isIncluded] of Object.entries(groups)) {
  test.describe(name, () => {
    // Visits up to twenty pages, which takes minutes on a loaded machine.
    test.setTimeout(300_000)

    test('fit a phone in English and meet WCAG 2.2 AA', { tag: '@phone' }, async ({ page, baseURL }) => {
      // Whether the other text pages fit is checked in French, which is longer.
      const isChecked = (key: PageKey) => isIncluded(key) && (!textPages.has(key) || exampleTextPages.has(key))
      await visitPages(page, baseURL!, 'en', isChecked, async (key) => {
        await expect.poll(() => findOverflow(page), { message: key }).toEqual([])
        expect(await findLostSubmits(page), `forms of ${key}`).toEqual([])
        expect(await findViolations(page), `${key}, light`).toEqual([])
        await setTextSize(page, '200%')
        await expect.poll(() => findOverflow(page), { message: `${key} with large text` }).toEqual([])
        await setTextSize(page, '')
      })
    })

    test(
      'fit from 320 to 2560 px and with text of 200 % in French, with enough contrast in the dark',
      { tag: '@desktop' },
      async ({ page, baseURL }) => {
        await visitPages(page, baseURL!, 'fr', isIncluded, async (key) => {
          // Texts and forms have a largest width.
          for (const width of layoutPages.has(key) ? [2560, 320] : [320]) {
            await page.setViewportSize({ width, height: 900 })
            await expect.poll(() => findOverflow(page), { message: `${key} at ${width}` }).toEqual([])
            expect(await findLostSubmits(page), `forms of ${key} at ${width}`).toEqual([])
          }
          await setTextSize(page, '200%')
          for (const width of [390, 1280]) {
            await page.setViewportSize({ width, height: 900 })
            await expect.poll(() => findOverflow(page), { message: `${key} at ${width} with large text` }).toEqual([])
          }
          await setTextSize(page, '')
          // Themes differ by their colours only, which these pages use all of.
          if (!layoutPages.has(key)) return
          await inTheme(page, 'dark')
          expect(await findViolations(page, { rule: 'color-contrast' }), `${key}, dark`).toEqual([])
          await inTheme(page, 'light')
        })
      },
    )
  })
}

test('shows 404 for an unknown page', { tag: '@phone' }, async ({ page }) => {
  await setPreferences(page, 'en')
  for (const path of ['/no-such-page', '/%E0%A4%A']) {
    const answer = await page.goto(path)
    expect(answer!.status()).toBe(404)
    await expect(page.getByRole('heading', { name: wordsOf.en.shell.not_found.title })).toBeVisible()
  }
})

test(
  'shows the login prompt or the home page on account pages without a token',
  { tag: '@phone' },
  async ({ page }) => {
    await setPreferences(page, 'en')
    for (const path of ['/bookings', '/wallet']) {
      await page.goto(path)
      await expect(page.getByText('Please login to view your account')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Login to Continue' })).toBeVisible()
    }
    await page.goto('/profile')
    await expect(page).toHaveURL(/\/$/)
  },
)
