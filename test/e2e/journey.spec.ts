import type { Page } from '@playwright/test'
import { pattern, wordsFor } from './kit/catalogue.ts'
import { typeCode } from './kit/drivers.ts'
import { expect, test } from './kit/fixtures.ts'

const w = wordsFor({ language: 'fr', country: 'SN' })
const country = { code: 'SN', place: 'Dakar', plate: 'DK-4821-A', sign: 'F\u00a0CFA' } as const
test.use({
  drawsMaps: false,
  choosesCountry: true,
  locale: 'fr-CA',
  timezoneId: 'America/Toronto',
  reducedMotion: 'reduce',
})

test('from the home page to a paid booking, and back', { tag: '@phone' }, async ({ page, baseURL }) => {
  await test.step('takes the country', async () => {
    await page.goto('/')
    const picker = page.getByRole('dialog', { name: w.shell.country.title })
    await picker.getByRole('button', { name: w.common.countries[country.code] }).click()
    await expect(picker).toBeHidden()
  })

  await test.step('types a place and takes its suggestion', async () => {
    const where = page.getByRole('combobox', { name: w.search.where })
    await where.fill(country.place)
    await page
      .getByRole('option', { name: new RegExp(country.place) })
      .first()
      .click()
    await expect(page).toHaveURL(/\/search\?.*lat=/)
  })

  await test.step('opens a park that can be booked', async () => {
    await page.goto(await bookableSearch(page))
    const card = page
      .locator('article')
      .filter({ hasText: pattern(w.park.spaces_free) })
      .first()
    await expect(card).toContainText(country.sign)
    await card.getByRole('link').click()
    await expect(page).toHaveURL(/\/park\//)
    await expect(page.getByRole('heading', { name: w.park.tariff, exact: true })).toBeVisible()
    await expect(page.getByText(w.park.source, { exact: true })).toBeVisible()
  })

  const price = await test.step('fills in the checkout and logs in there with an emailed code', async () => {
    await page.getByRole('link', { name: w.park.book }).locator('visible=true').first().click()
    await expect(page).toHaveURL(/\/checkout\//)
    await page.getByRole('textbox', { name: w.checkout.plate }).fill(country.plate)
    const lines = page.getByRole('table', { name: w.checkout.price_caption })
    await expect(lines).toContainText(country.sign)
    const amount = digitsOf(await lines.getByRole('row').last().textContent())
    const next = page.getByRole('button', { name: w.auth.email_login.lead })
    await next.click()
    const address = page.getByRole('textbox', { name: w.auth.email })
    await expect(address).toBeFocused()
    const email = `ada-${crypto.randomUUID()}@example.com`
    await address.fill(email)
    await page.getByRole('checkbox', { name: /terms of use|conditions d’utilisation/ }).check()
    await next.click()
    await expect(page.getByRole('textbox', { name: w.auth.code })).toBeFocused()
    await page.reload()
    await expect(page.getByRole('textbox', { name: w.checkout.plate })).toHaveValue(country.plate)
    await typeCode(page.getByRole('textbox', { name: w.auth.code }), baseURL!, email)
    return amount
  })

  const code = await test.step('pays at the country’s provider, where the code leads, and sees the pass', async () => {
    await page.locator('button[value="success"]').click()
    await expect(page).toHaveURL(/\/booking-details\//)
    await expect(page.getByText(w.bookings.booked, { exact: true })).toBeVisible()
    await expect(page.getByRole('img', { name: w.bookings.pass.qr })).toBeVisible()
    await expect(page.getByText(country.plate).first()).toBeVisible()
    return new URL(page.url()).pathname.split('/').at(-1)!
  })

  await test.step('finds it in the list, and the debit in the wallet', async () => {
    await page.goto('/bookings')
    await expect(page.locator(`a[href="/booking-details/${code}"]`).first()).toBeVisible()
    await page.goto('/wallet')
    await expect(page.locator('[data-kind=booking]')).toContainText('−')
    await expect(page.locator('[data-kind=top_up]')).toContainText('+')
  })

  await test.step('cancels, and the money is back', async () => {
    await page.goto(`/booking-details/${code}`)
    await page.getByRole('button', { name: w.bookings.action.cancel, exact: true }).click()
    await page.getByRole('button', { name: pattern(w.bookings.cancel_dialog.confirm_refund) }).click()
    await expect(page.getByText(pattern(w.bookings.cancel_dialog.done)).first()).toBeVisible()
    await page.goto('/wallet')
    await expect(page.locator('[data-kind=refund]')).toContainText('+')
    await expect.poll(async () => digitsOf(await page.getByTestId('balance').textContent())).toBe(price)
  })
})

const digitsOf = (text: string | null) => (text ?? '').replaceAll(/\D/g, '')

/** The current search with tomorrow afternoon as its window, so that the test does not depend on the time of day. */
async function bookableSearch(page: Page): Promise<string> {
  const url = new URL(page.url())
  const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  url.searchParams.set('start', `${day}T16:00:00Z`)
  url.searchParams.set('end', `${day}T18:30:00Z`)
  return url.pathname + url.search
}
