import type { BrowserContext, Page } from '@playwright/test'
import { startIpLookup, type IpLookupStandIn } from '#simulators/ip-lookup.ts'
import { newDriver } from './drivers.ts'
import { expect, test } from './fixtures.ts'
import { startProduct } from './server.ts'
import { pattern, wordsOf } from './words.ts'

const w = wordsOf.en
test.use({ locale: 'en-CA', timezoneId: 'America/Toronto', reducedMotion: 'reduce' })

const picker = (page: Page) => page.getByRole('dialog', { name: w.shell.country.title })
const country = (page: Page, code: keyof typeof w.common.countries) =>
  picker(page).getByRole('button', { name: w.common.countries[code] })
const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key)
const canada = JSON.stringify({ id: 2, code: 'CA', name: 'Canada' })
const live = (context: BrowserContext, chosen = canada) =>
  context.addInitScript((text) => localStorage.setItem('selectedCountry', text), chosen)

test.describe('@phone the country', () => {
  test.describe.configure({ mode: 'default' })
  let lookup: IpLookupStandIn
  let product: Awaited<ReturnType<typeof startProduct>>
  test.beforeAll(async () => {
    lookup = await startIpLookup()
    product = await startProduct({ DEMO_DATA: 'off', IP_LOOKUP_URLS: lookup.urls.join(',') })
  })
  test.afterAll(async () => {
    await product.stop()
    await lookup.close()
  })
  test.beforeEach(() => {
    lookup.place({ ip: '203.0.113.9', country_code: 'SN', country: 'Senegal', city: 'Dakar' })
    for (const service of [0, 1, 2]) lookup.set(service, 'answers')
  })

  test('is detected, preselected, and kept when it is taken', async ({ page }) => {
    await page.addInitScript(() =>
      window.addEventListener('local-storage-updated', (event) => {
        const { key } = (event as CustomEvent<{ key: string }>).detail
        sessionStorage.setItem(`told ${key}`, 'yes')
      }),
    )
    await page.goto(product.address)
    await expect(page.getByText('Detecting your location...')).toBeVisible()
    await expect(country(page, 'SN')).toContainText(w.shell.country.notes.auto_detected)
    await expect(country(page, 'SN')).toBeFocused()
    await expect(
      picker(page)
        .getByText(/203\.0\.113\.9/)
        .first(),
    ).toBeVisible()
    const reloaded = page.waitForEvent('load')
    await page.keyboard.press('Enter')
    await reloaded
    await expect(picker(page)).toHaveCount(0)
    expect(JSON.parse((await stored(page, 'selectedCountry'))!)).toMatchObject({
      code: 'SN',
      name: 'Senegal',
      autoDetected: true,
      ip: '203.0.113.9',
      city: 'Dakar',
    })
    expect(await stored(page, 'countryAutoDetected')).toBe('true')
    expect(await page.evaluate(() => sessionStorage.getItem('told selectedCountry'))).toBe('yes')
  })

  test('is asked of the three services in order, and what failed falls to the next', async ({ page }) => {
    const before = lookup.asked.length
    lookup.set(0, 'refuses')
    lookup.set(1, 'knows_nothing')
    await page.goto(product.address)
    await expect(country(page, 'SN')).toContainText(w.shell.country.notes.auto_detected)
    expect(lookup.asked.slice(before)).toEqual([0, 1, 2])
    await page.reload()
    await expect(country(page, 'SN')).toContainText(w.shell.country.notes.auto_detected)
    // Kept for the hour.
    expect(lookup.asked.slice(before)).toEqual([0, 1, 2])
  })

  test('falls to the United States where nobody knows, or where nobody serves', async ({ page }) => {
    for (const service of [0, 1, 2]) lookup.set(service, 'refuses')
    await page.goto(product.address)
    await expect(country(page, 'US')).toContainText('Default (detection failed)')
    for (const service of [0, 1, 2]) lookup.set(service, 'answers')
    lookup.place({ country_code: 'FR', country: 'France', city: 'Lyon' })
    await page.reload()
    await expect(country(page, 'US')).toContainText('Default country')
    await expect(picker(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(picker(page)).toBeVisible()
  })

  test('a service that never answers is waited for five seconds', async ({ page }) => {
    lookup.set(0, 'hangs')
    await page.goto(product.address)
    await expect(country(page, 'SN')).toContainText(w.shell.country.notes.auto_detected, { timeout: 12_000 })
  })

  test('where one is set, the address is looked up two seconds after opening, and nothing is asked', async ({
    page,
    context,
  }) => {
    await live(context)
    const asked = page.waitForRequest(lookup.urls[0]!)
    await page.goto(product.address)
    await asked
    await expect.poll(() => stored(page, 'ip_lookup')).toContain('203.0.113.9')
    await expect.poll(() => stored(page, 'states')).toContain('"id":101')
    await expect(picker(page)).toHaveCount(0)
  })

  test('can be changed from the side panel, after the warning about the cart', async ({ page }) => {
    await page.goto(product.address)
    await country(page, 'CA').click()
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

test('the loader says its name until the page is there', async ({ page, context }) => {
  await live(context)
  let arrive = () => undefined as void
  const held = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route('**/assets/HomePage-*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/')
  const bar = page.getByRole('progressbar', { name: 'Loading Parkwell' })
  await expect(bar).toBeVisible()
  await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(80)
  expect(Number(await bar.getAttribute('aria-valuenow'))).toBeLessThanOrEqual(85)
  arrive()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(bar).toHaveCount(0)
})

test('the loader goes after eight seconds, whatever comes', async ({ page, context }) => {
  await live(context)
  await page.clock.install()
  await page.route('**/assets/HomePage-*.js', () => undefined)
  await page.goto('/')
  await expect(page.getByRole('progressbar', { name: 'Loading Parkwell' })).toBeVisible()
  await page.clock.fastForward(8_100)
  await expect(page.getByRole('progressbar', { name: 'Loading Parkwell' })).toHaveCount(0)
  await expect(page.getByText(w.shell.loading_page)).toBeAttached()
})

test('a page whose code does not come is tried twice by itself, then by the person, who can go home', async ({
  page,
  context,
}) => {
  await live(context)
  let asked = 0
  await page.route('**/assets/ParksListPage-*.js', async (route) => {
    asked += 1
    await route.abort('connectionreset')
  })
  await page.goto('/parks-list')
  await expect(page.getByRole('heading', { name: 'Loading Error' })).toBeVisible({ timeout: 30_000 })
  expect(asked).toBe(3)
  await expect(page.getByRole('button', { name: w.common.go_home })).toBeVisible()
  await page.unroute('**/assets/ParksListPage-*.js')
  await page.getByRole('button', { name: w.common.try_again }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Loading Error' })).toHaveCount(0)
})

test('what needs a role that one has not says 403', async ({ page, context, baseURL }) => {
  const driver = await newDriver(baseURL!, { country_code: 'CA', language: 'en' })
  await live(context)
  await context.addInitScript((token) => localStorage.setItem('parkwell_user_token', token), driver.token)
  await page.goto('/staff/leads')
  await expect(page.getByRole('heading', { name: '403 Access Denied!' })).toBeVisible()
  await expect(page.getByText('You tried to access a page you did not have prior authorization for.')).toBeVisible()
})

test('French is shown at once, remembered, and asked of the server', async ({ page, context }) => {
  await live(context)
  await page.goto('/parks-list')
  await page
    .getByRole('contentinfo')
    .getByRole('button', { name: pattern(w.shell.language.change) })
    .click()
  const asked = page.waitForRequest((request) => request.headers()['accept-language'] === 'fr')
  await page.getByRole('menuitemcheckbox', { name: 'Français' }).click()
  await asked
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
  expect(await stored(page, 'language')).toBe('fr')
})

test('@desktop the header sticks after 20 px, leads where it says, and a menu closes outside', async ({
  page,
  context,
}) => {
  await live(context, JSON.stringify({ id: 1, code: 'NG', name: 'Nigeria' }))
  await page.goto('/')
  const header = page.getByRole('banner')
  for (const [name, href] of [
    [w.shell.nav.home, '/'],
    [w.shell.nav.find, '/parks-list'],
    [w.content.links.marketplace, '/marketplace'],
    [w.shell.nav.get_started, '/get-started'],
    [w.shell.nav.log_in, '/auth'],
    [w.content.links.about, '/about'],
  ] as const)
    await expect(header.getByRole('link', { name, exact: true })).toHaveAttribute('href', href)
  await header.getByRole('button', { name: pattern(w.shell.country.change) }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await page.mouse.click(300, 700)
  await expect(page.getByRole('menu')).toHaveCount(0)
  await page.evaluate(() => window.scrollTo(0, 400))
  await expect(header).toBeInViewport()
  await page.evaluate(() => window.scrollTo(0, 900))
  await header.getByRole('link', { name: w.shell.nav.find }).click()
  await expect(page).toHaveURL(/parks-list/)
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
})

test('@desktop the footer has every link of the specification', async ({ page, context }) => {
  await live(context)
  await page.goto('/')
  const links = await page
    .getByRole('contentinfo')
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  const wanted =
    '/about /marketplace /blog /careers /media-coverage /business-accounts /car-park-management /help /book-demo ' +
    '/electric-vehicle-charging /rent-out-ev-charger /how-parkwell-works /cancellation-policy /privacy-policy /terms ' +
    'https://partners.parkwell.example https://www.facebook.com/parkwellca'
  for (const href of wanted.split(' ')) expect(links).toContain(href)
})
