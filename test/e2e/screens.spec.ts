import { AxeBuilder } from '@axe-core/playwright'
import { pageRoutes } from '#contract/pages.ts'
import { book, newDriver, parksToBook, send } from './drivers.ts'
import { expect, test } from './fixtures.ts'
import { wordsOf } from './words.ts'

/** Pages that are another one's with other places in it. */
const alike = new Set([
  'cityParking',
  'airportPlace',
  'stadiumParking',
  'stadiumPlace',
  'stationParking',
  'stationPlace',
])
const routes = pageRoutes.filter(
  ({ key }, index) => !alike.has(key) && pageRoutes.findIndex((route) => route.key === key) === index,
)
const signedOut = new Set(['auth', 'register', 'verify', 'forgotPassword'])

/** One language and theme for each width: pages differ by width, colours are proved pair by pair in `styles.test.ts`. */
const settings = {
  phone: { language: 'en', colorScheme: 'light' },
  desktop: { language: 'fr', colorScheme: 'dark' },
} as const

test('every page: WCAG 2.2 AA, one heading, no wider than the screen', async ({ browser, baseURL }, { project }) => {
  test.slow()
  const { language, colorScheme } = settings[project.name as keyof typeof settings]
  const driver = await newDriver(baseURL!, { country_code: 'CA', language, top_up: 200 })
  const [park] = await parksToBook(baseURL!, { lat: 43.6532, lng: -79.3832 })
  const { booking_code } = await book(baseURL!, driver, park!)
  const { items: events } = await send<{ items: { event_code: string }[] }>(baseURL!, 'GET', '/api/v1/front/events')
  const stay = new URLSearchParams({ start: park!.start_time, end: park!.end_time, lat: '43.6532', lng: '-79.3832' })
  const open = async (token: string | undefined) => {
    const context = await browser.newContext({
      ...project.use,
      baseURL: baseURL!,
      locale: language,
      colorScheme,
      reducedMotion: 'reduce',
    })
    await context.addInitScript((kept) => {
      localStorage.setItem('selectedCountry', JSON.stringify({ id: 2, code: 'CA', name: 'Canada' }))
      if (kept !== undefined) localStorage.setItem('parkwell_user_token', kept)
    }, token)
    return context.newPage()
  }
  const pages = { in: await open(driver.token), out: await open(undefined) }
  for (const { key, path } of routes) {
    const page = signedOut.has(key) ? pages.out : pages.in
    const queries: Partial<Record<typeof key, URLSearchParams>> = {
      search: stay,
      park: stay,
      checkout: stay,
      bookingSuccess: new URLSearchParams({ code: booking_code }),
    }
    const address = path
      .replace(':slug', park!.slug)
      .replace(':bookingCode', booking_code)
      .replace(':place', 'toronto-ca-on')
      .replace(':post', 'toronto-winter')
      .replace(':service', 'wash')
      .replace(':event', events[0]!.event_code)
    const answer = await page.goto(`${address}?${queries[key] ?? ''}`)
    expect(answer?.status(), key).toBe(200)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await page.waitForLoadState('networkidle')
    const { violations } = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
      .analyze()
    expect(violations.map(({ id, nodes }) => `${key}: ${id} ${nodes[0]?.html}`)).toEqual([])
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect(wider, key).toBeLessThanOrEqual(0)
  }
  await pages.in.context().close()
  await pages.out.context().close()
})

test('a page that does not exist says so, as 404', async ({ page }) => {
  await page.addInitScript(() =>
    localStorage.setItem('selectedCountry', JSON.stringify({ id: 2, code: 'CA', name: 'Canada' })),
  )
  const answer = await page.goto('/no-such-page')
  expect(answer!.status()).toBe(404)
  await expect(page.getByRole('heading', { name: wordsOf.en.shell.not_found.title })).toBeVisible()
})

test('account pages without a token: the prompt, or home', async ({ page }) => {
  await page.addInitScript(() =>
    localStorage.setItem('selectedCountry', JSON.stringify({ id: 2, code: 'CA', name: 'Canada' })),
  )
  for (const path of ['/bookings', '/wallet']) {
    await page.goto(path)
    await expect(page.getByText('Please login to view your account')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Login to Continue' })).toBeVisible()
  }
  await page.goto('/profile')
  await expect(page).toHaveURL(/\/$/)
})
