import { desk as en } from '#i18n/en/desk.ts'
import { desk as fr } from '#i18n/fr/desk.ts'
import { expectAccessibleAtBothWidths } from '../kit/axe.ts'
import { adminMember, book, buildDriver, parksToBook, send } from '../kit/drivers.ts'
import { expect, test, testInTurn } from '../kit/fixtures.ts'

const base = process.env['BASE_URL']!
const admin = async () => {
  const body = { identifier: adminMember.email, password: adminMember.password }
  return (await send<{ access_token: string }>(base, 'POST', '/api/v1/auth/login', { body })).access_token
}

test.use({ drawsMaps: false, locale: 'en-US', timezoneId: 'America/New_York', reducedMotion: 'reduce' })
test.beforeEach(async ({ page }) => {
  const token = await admin()
  await page.addInitScript((value) => localStorage.setItem('parkwell_user_token', value), token)
})

const openPalette = async (page: import('@playwright/test').Page) => {
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: en.palette.title })).toBeFocused()
}

testInTurn(1, 4)('finds a booking by its code and does its actions, by keyboard alone @desktop', async ({ page }) => {
  const driver = await buildDriver(base, { country_code: 'CA', language: 'en', top_up: 200 })
  const [park] = await parksToBook(base, { lat: 43.6532, lng: -79.3832 })
  const { booking_code } = await book(base, driver, park!)
  await page.goto('/desk')
  await expect(page.getByRole('heading', { name: en.dashboard.title })).toBeVisible()
  await openPalette(page)
  // Enter at once: the booking is opened when the answer is there.
  await page.keyboard.type(booking_code)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(booking_code)
  await openPalette(page)
  await page.keyboard.type(en.records.bookings.actions.goodwill)
  const option = page.getByRole('option', { name: en.records.bookings.actions.goodwill })
  await expect(option).toBeVisible()
  await expect(page.getByRole('group', { name: en.palette.here })).toBeVisible()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: en.records.bookings.actions.goodwill })
  await expect(dialog).toBeVisible()
  await expect(dialog.locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  // What was typed in the palette is found in every kind of record.
  await openPalette(page)
  await page.keyboard.type(driver.email)
  await expect(page.getByRole('group', { name: en.lists.customers.title })).toBeVisible()
  await expect(page.getByRole('group', { name: en.lists.bookings.title })).toContainText(booking_code)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/desk\/customers\//)
  // A person's account has its actions there too.
  await page.goto(page.url().replace('/customers/', '/people/'))
  await expect(page.getByRole('button', { name: en.access.person.disable })).toBeVisible()
  await openPalette(page)
  await page.keyboard.type(en.access.person.disable)
  await expect(page.getByRole('option', { name: en.access.person.disable })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: en.access.person.disable })).toBeVisible()
})

testInTurn(2, 4)('creates a record, switches the language and logs out from the palette @desktop', async ({ page }) => {
  await page.goto('/desk/parks')
  await expect(page.getByRole('table')).toBeVisible()
  await openPalette(page)
  await page.keyboard.type(en.lists.coupons.create)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/desk\/coupons\/new$/)
  await openPalette(page)
  await page.keyboard.type('français')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('lang', /^fr/)
  // The desk is drawn anew with its own sentences.
  await expect(page.getByRole('heading', { name: fr.lists.coupons.create })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
  await page.keyboard.type('english')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('lang', /^en/)
  await expect(page.getByRole('heading', { name: en.lists.coupons.create })).toBeVisible()
  await openPalette(page)
  await page.keyboard.type(en.log_out)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: en.dashboard.title })).toHaveCount(0)
})

testInTurn(1, 4)('the palette has no accessibility violations @phone', async ({ page }) => {
  await page.goto('/desk/parks')
  await expect(page.getByRole('table')).toBeVisible()
  await openPalette(page)
  await page.keyboard.type('eko')
  await expect(page.getByRole('group', { name: en.lists.parks.title })).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'palette')
})
