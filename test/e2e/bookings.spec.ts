import type { Page } from '@playwright/test'
import type { BookingDetails } from '#contract/bookings/bookings.ts'
import { pattern, wordsOf } from './kit/catalogue.ts'
import { book, fromNow, buildDriver, parksToBook, send, type E2eDriver } from './kit/drivers.ts'
import { expect, test, testInTurn } from './kit/fixtures.ts'

const w = wordsOf.en
const toronto = { lat: 43.6532, lng: -79.3832 }
test.use({ drawsMaps: false, locale: 'en-CA', timezoneId: 'America/Toronto', reducedMotion: 'reduce' })

/** Signs in and selects Canada before the page loads. */
async function signIn(page: Page, { token }: E2eDriver): Promise<void> {
  await page.addInitScript((stored) => {
    localStorage.setItem('selectedCountry', JSON.stringify({ id: 2, code: 'CA', name: 'Canada' }))
    localStorage.setItem('parkwell_user_token', stored)
  }, token)
}

const getBooking = (base: string, { token }: E2eDriver, code: string) =>
  send<BookingDetails>(base, 'GET', `/api/v1/bookings/${code}`, { token })

const action = (page: Page, name: keyof typeof w.bookings.action) =>
  page.getByRole('button', { name: w.bookings.action[name], exact: true })

/** Books two hours from the current quarter hour for a new driver and opens the booking's page. */
async function openBookingNow(page: Page, base: string): Promise<{ driver: E2eDriver; code: string }> {
  const driver = await buildDriver(base, { country_code: 'CA', language: 'en', top_up: 200 })
  const [park] = await parksToBook(base, toronto, fromNow())
  const { booking_code: code } = await book(base, driver, park!)
  await signIn(page, driver)
  await page.goto(`/booking-details/${code}`)
  return { driver, code }
}

testInTurn(2, 3)(
  'opens the pass and saves the parking spot without a network',
  { tag: '@phone' },
  async ({ page, context, baseURL }) => {
    const { driver, code } = await openBookingNow(page, baseURL!)
    await action(page, 'find_car').click()
    await page.getByRole('textbox', { name: w.bookings.car_location.level }).fill('2')
    await page.getByRole('textbox', { name: w.bookings.car_location.bay }).fill('14')
    await context.grantPermissions(['geolocation'])
    await context.setGeolocation({ latitude: 43.65, longitude: -79.38, accuracy: 12 })
    await page.getByRole('button', { name: w.bookings.car_location.position_save }).click()
    await expect(page.getByText(pattern(w.bookings.car_location.position_saved))).toBeVisible()
    await page.getByRole('button', { name: w.bookings.car_location.save, exact: true }).click()
    await expect(page.getByText('Level 2 · Bay 14')).toBeVisible()
    await expect(page.getByText(w.bookings.car_location.done)).toBeVisible()
    await expect(page.getByRole('button', { name: w.bookings.car_location.walk })).toBeVisible()
    // Without a service worker, a dialog's code is there once it was opened.
    await action(page, 'plate').click()
    const plate = page.getByRole('textbox', { name: w.bookings.plate_dialog.field })
    await plate.press('Escape')
    await context.setOffline(true)
    await action(page, 'find_car').click()
    await page.getByRole('textbox', { name: w.bookings.car_location.level }).fill('3')
    await page.getByRole('button', { name: w.bookings.car_location.save, exact: true }).click()
    await expect(page.getByText(w.bookings.waiting.kept)).toBeVisible()
    await expect(page.getByText('Level 3 · Bay 14')).toBeVisible()
    await action(page, 'plate').click()
    await plate.fill('NEW 77')
    await page.getByRole('button', { name: w.bookings.plate_dialog.save }).click()
    const waiting = page.locator('section').filter({ hasText: w.bookings.waiting.title })
    await expect(waiting.getByRole('listitem')).toHaveCount(2)
    // On another device meanwhile.
    const { id } = await getBooking(baseURL!, driver, code)
    await send(baseURL!, 'PUT', `/api/v1/bookings/${id}/plate`, { token: driver.token, body: { plate: 'OTHER 1' } })
    await context.setOffline(false)
    await expect(waiting.getByRole('alert')).toContainText(w.errors.changed_elsewhere)
    await expect(page.getByText('OTHER 1').first()).toBeVisible()
    await waiting.getByRole('button', { name: w.bookings.waiting.use_mine }).click()
    await expect(waiting).toBeHidden()
    // The section hides once the change is being sent.
    await expect(async () => {
      const { plate, spot } = await getBooking(baseURL!, driver, code)
      expect(plate).toBe('NEW 77')
      expect(spot?.level).toBe('3')
    }).toPass()
    await page.goto('/bookings')
    await expect(page.locator(`a[href="/booking-details/${code}"]`).first()).toBeVisible()
    await context.setOffline(true)
    await page.locator(`a[href="/booking-details/${code}"]`).first().click()
    await expect(page.getByRole('img', { name: w.bookings.pass.qr })).toBeVisible()
    await expect(page.getByText('Level 3 · Bay 14')).toBeVisible()
  },
)

/* Its files and photos are tested without a browser (`src/web/features/bookings/booking-files.page.test.tsx`). */

testInTurn(2, 4)('keeps messages clear of the buttons of a dialog @phone', async ({ page, baseURL }) => {
  await openBookingNow(page, baseURL!)
  await action(page, 'extend').tap()
  const dialog = page.getByRole('dialog')
  const { confirm, confirm_free } = w.bookings.extend
  await dialog
    .getByRole('button', { name: new RegExp(`${pattern(confirm).source}|${pattern(confirm_free).source}`) })
    .tap()
  const message = page.getByText(pattern(w.bookings.extend.done))
  await expect(message.first()).toBeVisible()
  await action(page, 'cancel').tap()
  await expect(dialog.getByRole('heading', { name: w.bookings.cancel_dialog.title })).toBeVisible()
  // Once the dialog has come to rest.
  const gap = async () => {
    const [above, below] = [(await message.first().boundingBox())!, (await dialog.boundingBox())!]
    return below.y - (above.y + above.height)
  }
  await expect.poll(gap).toBeGreaterThan(0)
})
