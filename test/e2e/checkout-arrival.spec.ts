import type { Page } from '@playwright/test'
import { book, type Choice, type E2eDriver, newDriver, parksToBook, send } from './drivers.ts'
import { expect, test } from './fixtures.ts'
import { pattern, wordsOf } from './catalogue.ts'

const w = wordsOf.en
const toronto = { lat: 43.6532, lng: -79.3832 }
test.use({ locale: 'en-CA', timezoneId: 'America/Toronto', reducedMotion: 'reduce' })

async function visit(page: Page, driver: E2eDriver | undefined): Promise<void> {
  await page.addInitScript((token) => {
    localStorage.setItem('selectedCountry', JSON.stringify({ id: 2, code: 'CA', name: 'Canada' }))
    if (token !== undefined) localStorage.setItem('parkwell_user_token', token)
  }, driver?.token)
}

type Near = Choice & { park_code: string; bookable: boolean; open: boolean | null; fits: boolean | null }

/** Parks that can be entered now and stay open for an hour, with a window from the running quarter. */
async function parksNow(base: string): Promise<Near[]> {
  const quarter_ms = 15 * 60_000
  const start = new Date(Math.floor(Date.now() / quarter_ms) * quarter_ms)
  const window = { start_time: start.toISOString(), end_time: new Date(start.getTime() + 4 * quarter_ms).toISOString() }
  const query = new URLSearchParams({ lat: String(toronto.lat), lng: String(toronto.lng), size: '100', ...window })
  const { items } = await send<{ items: Near[] }>(base, 'GET', `/api/v1/parks/front/parks/?${query}`)
  return items
    .filter(({ bookable, open, fits, available }) => bookable && open !== false && fits !== false && available > 0)
    .map((park) => ({ ...park, ...window }))
}

test.describe('at the gate', { tag: '@phone' }, () => {
  test('books from now with the car park code, a plate and a duration', async ({ page, baseURL }) => {
    const driver = await newDriver(baseURL!, { country_code: 'CA', language: 'en', top_up: 500 })
    const [park] = await parksNow(baseURL!)
    await visit(page, driver)
    await page.goto(`/booking/${park!.park_code}`)
    await page.getByRole('textbox', { name: w.checkout.plate }).fill('BKTR 482')
    await page.getByRole('button', { name: '1\u00a0h', exact: true }).click()
    await expect(page).toHaveURL(/end=/)
    await page.reload()
    await expect(page.getByRole('button', { name: '1\u00a0h', exact: true })).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByRole('textbox', { name: w.checkout.plate })).toHaveValue('BKTR 482')
    await page.getByRole('button', { name: pattern(w.checkout.pay) }).dblclick()
    await expect(page).toHaveURL(/\/booking-details\//)
    await expect(page.getByRole('img', { name: w.bookings.pass.qr })).toBeVisible()
  })

  test('shows the pass of a booking at this car park first and checks in', async ({ page, baseURL }) => {
    const driver = await newDriver(baseURL!, { country_code: 'CA', language: 'en', top_up: 500 })
    const [park, other] = await parksNow(baseURL!)
    const { booking_code } = await book(baseURL!, driver, park!)
    await visit(page, driver)

    await page.goto(`/booking/${other!.park_code}`)
    await expect(page.getByText(pattern(w.park_page.gate.elsewhere))).toBeVisible()

    await page.goto(`/booking/${park!.park_code}`)
    await expect(page.getByRole('heading', { name: w.checkout.gate_booked })).toBeVisible()
    await expect(page.getByRole('link', { name: w.checkout.gate_pass })).toHaveAttribute(
      'href',
      `/booking-details/${booking_code}`,
    )
    await expect(page.getByRole('textbox', { name: w.checkout.plate })).toHaveCount(0)
    await page.getByRole('button', { name: w.checkout.gate_check_in }).click()
    await expect(page.getByText(pattern(w.checkout.gate_checked_in))).toBeVisible()
    await page.getByRole('button', { name: w.checkout.gate_another }).click()
    await expect(page.getByRole('textbox', { name: w.checkout.plate })).toBeVisible()
  })

  test('keeps the plate entered before the login', async ({ page, baseURL }) => {
    const driver = await newDriver(baseURL!, { country_code: 'CA', language: 'en', top_up: 500 })
    const [park] = await parksNow(baseURL!)
    await visit(page, undefined)
    await page.goto(`/booking/${park!.park_code}`)
    await page.getByRole('textbox', { name: w.checkout.plate }).fill('BKTR 482')
    await page.getByRole('link', { name: w.checkout.log_in, exact: true }).click()
    await page.getByRole('textbox', { name: w.auth.email }).fill(driver.email)
    await page.getByLabel(w.auth.password, { exact: true }).fill(driver.password)
    await page.getByRole('button', { name: w.auth.login.submit }).click()
    await expect(page).toHaveURL(/\/booking\//)
    await expect(page.getByRole('textbox', { name: w.checkout.plate })).toHaveValue('BKTR 482')
    await expect(page.getByRole('button', { name: pattern(w.checkout.pay) })).toBeEnabled()
  })

  test('shows 404 for an unknown car park code', async ({ page }) => {
    await visit(page, undefined)
    const answer = await page.goto('/booking/NOSUCH7')
    expect(answer!.status()).toBe(404)
    await expect(page.getByRole('heading', { name: w.checkout.unknown })).toBeVisible()
  })
})

test.describe('after booking', { tag: '@desktop' }, () => {
  test('shows the booking and its files, also after a reload', async ({ page, baseURL }) => {
    const driver = await newDriver(baseURL!, { country_code: 'CA', language: 'en', top_up: 200 })
    const [park] = await parksToBook(baseURL!, toronto)
    const { booking_code } = await book(baseURL!, driver, park!)
    await visit(page, driver)
    await page.goto(`/booking-success?code=${booking_code}`)
    await expect(page.getByRole('heading', { name: w.checkout.success.booked })).toBeVisible()
    for (const [name, ending] of [
      [w.checkout.success.calendar, 'ics'],
      [w.checkout.success.receipt, 'pdf'],
    ] as const) {
      const saved = page.waitForEvent('download')
      await page.getByRole('button', { name }).click()
      expect((await saved).suggestedFilename()).toBe(`parkwell-${booking_code}.${ending}`)
    }
    await page.reload()
    await expect(page.getByRole('heading', { name: w.checkout.success.booked })).toBeVisible()
    await send(baseURL!, 'PUT', `/api/v1/bookings/${booking_code}/status?status=cancelled`, { token: driver.token })
    await page.reload()
    await expect(page.getByRole('heading', { name: w.checkout.success.cancelled })).toBeVisible()
    await page.getByRole('link', { name: w.checkout.success.to_booking }).click()
    await expect(page).toHaveURL(new RegExp(`/booking-details/${booking_code}$`))
  })

  test('handles a missing code, a signed-out visitor and another driver’s booking', async ({ page, baseURL }) => {
    const driver = await newDriver(baseURL!, { country_code: 'CA', language: 'en', top_up: 200 })
    const stranger = await newDriver(baseURL!, { country_code: 'CA', language: 'en' })
    const [park] = await parksToBook(baseURL!, toronto)
    const { booking_code } = await book(baseURL!, driver, park!)
    await visit(page, undefined)
    await page.goto('/booking-success')
    await expect(page.getByRole('heading', { name: w.checkout.success.no_code })).toBeVisible()
    await page.goto('/payment')
    await expect(page.getByRole('heading', { name: w.wallet.callback.no_reference })).toBeVisible()
    await page.goto(`/booking-success?code=${booking_code}`)
    await page.getByRole('main').getByRole('link', { name: w.checkout.log_in }).click()
    await page.getByRole('textbox', { name: w.auth.email }).fill(stranger.email)
    await page.getByLabel(w.auth.password, { exact: true }).fill(stranger.password)
    await page.getByRole('button', { name: w.auth.login.submit }).click()
    await expect(page.getByRole('heading', { name: w.checkout.success.unknown })).toBeVisible()
  })
})
