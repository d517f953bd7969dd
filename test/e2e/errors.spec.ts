import type { Page } from '@playwright/test'
import { book, bookingsOf, newDriver, parksToBook, type Choice, type E2eDriver } from './drivers.ts'
import { expect, test } from './fixtures.ts'
import { pattern, wordsOf } from './catalogue.ts'

const w = wordsOf.en
const toronto = { lat: 43.6532, lng: -79.3832 }
test.use({ locale: 'en-CA', timezoneId: 'America/Toronto', reducedMotion: 'reduce' })

/** Selects Canada and, with a driver, signs in before the page loads. */
async function signIn(page: Page, driver: E2eDriver | undefined): Promise<void> {
  await page.addInitScript((token) => {
    localStorage.setItem('selectedCountry', JSON.stringify({ id: 2, code: 'CA', name: 'Canada' }))
    if (token !== undefined) localStorage.setItem('parkwell_user_token', token)
  }, driver?.token)
}

const checkoutOf = ({ slug, start_time, end_time }: Choice) =>
  `/checkout/${slug}?${new URLSearchParams({ start: start_time, end: end_time })}`
const payButton = (page: Page) => page.getByRole('button', { name: pattern(w.checkout.pay) })

async function readyToPay(page: Page, park: Choice): Promise<void> {
  await page.goto(checkoutOf(park))
  await page.getByRole('textbox', { name: w.checkout.plate }).fill('BKTR 482')
  await expect(payButton(page)).toBeEnabled()
}

test('shows invalid input at its field and sends nothing', async ({ page }) => {
  await signIn(page, undefined)
  await page.goto('/auth')
  await page.getByRole('button', { name: w.auth.login.submit }).click()
  await expect(page.getByText('This field is required!').first()).toBeVisible()
  await page.getByRole('textbox', { name: w.auth.email }).fill('ada@')
  await page.getByLabel(w.auth.password, { exact: true }).fill('short')
  await page.getByRole('button', { name: w.auth.login.submit }).click()
  await expect(page.getByText('Please enter a valid email').first()).toBeVisible()
  await expect(page.getByText('Password must be at least 8 characters').first()).toBeVisible()
})

test('reports a full car park without a charge and links to others', async ({ page, baseURL }) => {
  const driver = await newDriver(baseURL!, { country_code: 'CA', language: 'en', top_up: 500 })
  const otherDriver = await newDriver(baseURL!, { country_code: 'CA', language: 'en', top_up: 10_000 })
  const parks = await parksToBook(baseURL!, toronto)
  const smallest = parks.reduce((least, park) => (park.available < least.available ? park : least))
  await signIn(page, driver)
  await readyToPay(page, smallest)
  for (let left = smallest.available; left > 0; left -= 1) await book(baseURL!, otherDriver, smallest)
  await payButton(page).click()
  await expect(page.getByText(w.errors.no_space).first()).toBeVisible()
  await expect(page.getByRole('link', { name: w.checkout.elsewhere }).first()).toBeVisible()
  expect(await bookingsOf(baseURL!, driver)).toBe(0)
})

test('shows the missing amount and a top-up form when the balance is too low', async ({ page, baseURL }) => {
  const driver = await newDriver(baseURL!, { country_code: 'CA', language: 'en' })
  const [park] = await parksToBook(baseURL!, toronto)
  await signIn(page, driver)
  await page.goto(checkoutOf(park!))
  await expect(page.getByText(pattern(w.checkout.money_needed)).first()).toBeVisible()
  await expect(page.locator('#topup').getByRole('textbox')).toBeVisible()
  await expect(payButton(page)).toHaveCount(0)
})

test('requests a new price when the quote expires and says so', async ({ page, baseURL }) => {
  const driver = await newDriver(baseURL!, { country_code: 'CA', language: 'en', top_up: 200 })
  const [park] = await parksToBook(baseURL!, toronto)
  await page.clock.install({ time: new Date() })
  await signIn(page, driver)
  await readyToPay(page, park!)
  const quoteReceived = page.waitForResponse((response) => response.url().endsWith('/bookings/quote'))
  await page.clock.fastForward('10:05')
  await quoteReceived
  await expect(page.getByText(w.checkout.price_renewed).first()).toBeVisible()
})

test('books once when the network fails during payment and the request is retried', async ({
  page,
  context,
  baseURL,
}) => {
  const driver = await newDriver(baseURL!, { country_code: 'CA', language: 'en', top_up: 200 })
  const [park] = await parksToBook(baseURL!, toronto)
  await signIn(page, driver)
  await readyToPay(page, park!)
  // The server handles the request, but the response is lost.
  await page.route('**/api/v1/bookings', async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  await payButton(page).click()
  await expect(page.getByText(w.checkout.unconfirmed, { exact: true })).toBeVisible()
  await page.unroute('**/api/v1/bookings')
  await context.setOffline(true)
  await page.getByRole('button', { name: w.checkout.unconfirmed_retry }).click()
  await expect(page.getByText(w.checkout.unconfirmed, { exact: true })).toBeVisible()
  await context.setOffline(false)
  await page.reload()
  await page.getByRole('button', { name: w.checkout.unconfirmed_retry }).click()
  await expect(page).toHaveURL(/\/booking-details\//)
  expect(await bookingsOf(baseURL!, driver)).toBe(1)
})

test('opens the pass without a network', async ({ page, context, baseURL }) => {
  const driver = await newDriver(baseURL!, { country_code: 'CA', language: 'en', top_up: 200 })
  const [park] = await parksToBook(baseURL!, toronto)
  const { booking_code } = await book(baseURL!, driver, park!)
  await signIn(page, driver)
  await page.goto(`/booking-details/${booking_code}`)
  const qr = page.getByRole('img', { name: w.bookings.pass.qr })
  await expect(qr).toBeVisible()
  await page.goto('/bookings')
  await expect(page.locator(`a[href="/booking-details/${booking_code}"]`).first()).toBeVisible()
  await context.setOffline(true)
  await page.locator(`a[href="/booking-details/${booking_code}"]`).first().click()
  await expect(qr).toBeVisible()
})

test('books once on a double click', async ({ page, baseURL }) => {
  const driver = await newDriver(baseURL!, { country_code: 'CA', language: 'en', top_up: 200 })
  const [park] = await parksToBook(baseURL!, toronto)
  await signIn(page, driver)
  await readyToPay(page, park!)
  await payButton(page).dblclick()
  await expect(page).toHaveURL(/\/booking-details\//)
  expect(await bookingsOf(baseURL!, driver)).toBe(1)
})
