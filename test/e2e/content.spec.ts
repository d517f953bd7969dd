import { expect, test } from './fixtures.ts'
import { book, newDriver, parksToBook } from './drivers.ts'
import { wordsOf } from './catalogue.ts'

const w = wordsOf.en.content

test.use({ locale: 'en-CA', timezoneId: 'America/Toronto', reducedMotion: 'reduce' })
test.beforeEach(({ page }) =>
  page.addInitScript(() =>
    localStorage.setItem('selectedCountry', JSON.stringify({ id: 2, code: 'CA', name: 'Canada' })),
  ),
)

test('the help search finds an answer despite a typing error, by keyboard @phone', async ({ page }) => {
  await page.goto('/help')
  await page.getByRole('searchbox').fill('wrnog plaet')
  const question = page.locator('summary', { hasText: 'I entered the wrong number plate' })
  await expect(question).toBeVisible()
  await expect(page.locator('summary', { hasText: 'How do I top up?' })).toBeHidden()
  await page.getByRole('searchbox').fill('top up')
  const topUp = page.locator('summary', { hasText: 'How do I top up?' })
  await topUp.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('You pay with Paystack in Nigeria').first()).toBeVisible()
  await page.getByRole('searchbox').fill('xylophone')
  await expect(page.getByRole('heading', { name: w.help.none })).toBeVisible()
})

test('help for a booking lists answers for its status first, and a link to a question opens it @desktop', async ({
  page,
  baseURL,
}) => {
  const driver = await newDriver(baseURL!, { country_code: 'CA', language: 'en', top_up: 200 })
  const [park] = await parksToBook(baseURL!, { lat: 43.6532, lng: -79.3832 })
  const { booking_code } = await book(baseURL!, driver, park!)
  await page.goto(`/help?booking=${booking_code}`)
  await expect(page.getByText(w.help.booking_failed.replace('{{code}}', booking_code))).toBeVisible()
  await page.evaluate((token) => localStorage.setItem('parkwell_user_token', token), driver.token)
  await page.reload()
  await expect(page.getByRole('link', { name: w.help.booking_open })).toHaveAttribute(
    'href',
    `/booking-details/${booking_code}`,
  )
  await expect(page.locator('#booking-cancel')).toBeVisible()
  await page.goto('/help#extend')
  await expect(page.locator('#extend details')).toHaveAttribute('open', '')
  await expect(page.locator('#extend')).toBeInViewport()
  await page.goto(`/help?booking=${booking_code}`)
  await page.getByRole('link', { name: w.help.booking_open }).click()
  await expect(page.getByRole('link', { name: w.help.for_booking })).toHaveAttribute(
    'href',
    `/help?booking=${booking_code}`,
  )
})

test('the blog shows its error messages, then leads from a tag to a post and a search around it @phone', async ({
  page,
}) => {
  await page.route('**/api/v1/posts**', (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto('/post/toronto-winter')
  await expect(page.getByText('Failed to load the blog post. Please try again.')).toBeVisible()
  await page.goto('/blog')
  await expect(page.getByText('Failed to load the blog page. Please try again.')).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: wordsOf.en.common.try_again }).click()
  await page.getByRole('button', { name: 'Rules', exact: true }).click()
  await expect(page).toHaveURL(/\?tag=Rules$/)
  await expect(page.getByRole('link', { name: /airport parking prices/ })).toHaveCount(0)
  await page.getByRole('link', { name: /Toronto in winter/ }).click()
  await expect(page).toHaveURL(/\/post\/toronto-winter$/)
  await expect(page).toHaveTitle(/^Toronto in winter/)
  await page.getByRole('link', { name: 'Downtown Toronto' }).click()
  await expect(page).toHaveURL(/\/search\?lat=43\.65/)
})

test('every header and footer link leads to a page, and a link in a text navigates without a reload @desktop', async ({
  page,
  request,
}) => {
  await page.goto('/electric-vehicle-charging')
  // Wait until the footer has been rendered.
  await expect(page.getByRole('contentinfo').getByRole('link').first()).toBeVisible()
  const addresses = await page
    .locator('header a, footer a')
    .evaluateAll((found) => found.map((link) => link.getAttribute('href')!))
  const inside = [...new Set(addresses)].filter((address) => address.startsWith('/'))
  expect(inside.length).toBeGreaterThan(20)
  for (const address of inside) expect((await request.get(address)).status(), address).toBe(200)
  await page.evaluate(() => Object.assign(window, { stayed: true }))
  await page.getByRole('link', { name: 'our guide to charging etiquette' }).click()
  await expect(page).toHaveURL(/\/post\/charging-manners$/)
  expect(await page.evaluate(() => 'stayed' in window)).toBe(true)
})
